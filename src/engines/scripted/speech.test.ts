import { plainManner, type SpeechRequest } from '../../core/speech.ts'
import { speechEngineContract } from '../speech-engine.contract.ts'
import { createScriptedSpeech } from './speech.ts'

const say = (text: string): SpeechRequest => ({
  model: 'svc-tts-2',
  text,
  voice: { kind: 'system', id: 'lively-girl' },
  speed: 1,
  manner: plainManner,
  pronunciations: [],
  seed: 1,
})

speechEngineContract('the scripted engine', async () => ({
  speech: createScriptedSpeech(),
  plain: say('Hello, world.'),
  long: say('One two three four five six seven eight.'),
  cloned: {
    ...say('Hello, world.'),
    voice: {
      kind: 'cloned',
      id: 'voice-tone-1',
      recording: async () => ({ samples: new Float32Array(48_000), rate: 24_000 }),
    },
  },
  isRepeatable: true,
  keepsPace: true,
  close: async () => {},
}))
