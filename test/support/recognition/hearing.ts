import type { RecognitionEngine, RecognitionRequest } from '../../../src/core/recognition.ts'
import { createScriptedRecognition } from '../../../src/engines/scripted/scripted-recognition.ts'
import { vocabulary } from './tones.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** Answers right, after so long. */
export const hearing =
  (ms = 50, requests: RecognitionRequest[] = []) =>
  (clock: VirtualClock): RecognitionEngine => {
    const scripted = createScriptedRecognition({ vocabulary })
    return {
      async recognise(request, signal) {
        requests.push(request)
        await clock.sleep(ms, signal)
        return scripted.recognise(request, signal)
      },
    }
  }
