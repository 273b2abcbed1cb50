import { answerInspections } from '../inspection/answer-inspections.ts'
import { decodeFacts } from './decode-facts.ts'
import { VideoError } from './video-error.ts'

answerInspections(decodeFacts, VideoError)
