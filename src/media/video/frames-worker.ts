import { answerInspections } from '../inspection/answer-inspections.ts'
import { decodeFrames } from './decode-frames.ts'
import { VideoError } from './video-error.ts'

answerInspections((path, settings: { count: number }) => decodeFrames(path, settings.count), VideoError)
