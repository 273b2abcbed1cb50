import { answerInspections } from '../inspection/answer-inspections.ts'
import { decodeFacts } from './decode-facts.ts'
import { SoundError } from './sound-error.ts'

answerInspections(decodeFacts, SoundError)
