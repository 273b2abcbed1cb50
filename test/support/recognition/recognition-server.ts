import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recognitionRoutes } from '../../../src/api/recognition/route.ts'
import { transcriptionRoutes } from '../../../src/api/transcriptions/route.ts'
import type { ApiKey } from '../../../src/core/keys.ts'
import type { RecognitionEngine } from '../../../src/core/recognition.ts'
import type { Served } from '../../../src/http/served.ts'
import { addFamily } from '../../../src/http/server.ts'
import { openLiveSound } from '../../../src/media/live-sound/live-sound.ts'
import { createOpusDecoder } from '../../../src/media/live-sound/opus-decoder.ts'
import { SoundError } from '../../../src/media/sound/sound-error.ts'
import { createModels } from '../../../src/services/models.ts'
import { createRecogniserOf } from '../../../src/services/recognition/recogniser-of.ts'
import { createTranscription, type DecodeSound } from '../../../src/services/recognition/transcription.ts'
import { createLiveRecognition } from '../../../src/services/recognition-session/live-recognition.ts'
import type { SessionClock } from '../../../src/services/recognition-session/session-parts.ts'
import { createTestApp } from '../test-app.ts'
import { createLoudnessDetector } from './loudness-detector.ts'

const secret = 'mk-test-recognition-key'
const apiKey: ApiKey = {
  id: 'key_test',
  projectId: 'project_test',
  name: 'test',
  hint: 'mk-test',
  hash: '',
  admin: false,
  limits: {},
  createdAt: 0,
}

/** Reads the WAV files that these tests send, in pieces of no particular length. */
export const decodeWav: DecodeSound = async function* (path) {
  const bytes = await readFile(path)
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') throw new SoundError('The file holds no sound that is read here.')
  const opus = createOpusDecoder()
  const sound = openLiveSound({ type: 'pcm', rate: 16_000, kind: 's16', channels: 1 }, opus)
  for (let at = 0; at < bytes.length; at += 100_001) yield await sound.push(bytes.subarray(at, at + 100_001))
}

export interface RecognitionServerOptions {
  readonly pingMs?: number
  readonly clock?: SessionClock
  readonly decode?: DecodeSound
}

export async function startRecognitionServer(
  engine: RecognitionEngine | undefined,
  options: RecognitionServerOptions = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'medley-recognition-'))
  const detector = createLoudnessDetector()
  const opus = createOpusDecoder()
  const recogniserOf = createRecogniserOf(createModels([], 0), () => engine)
  const usages: { model: string; inputTokens: number; outputTokens: number }[] = []
  const served: Served[] = []
  const streams = { open: 0 }
  const onUsage = (_: unknown, model: string, usage: { inputTokens: number; outputTokens: number }) =>
    void usages.push({ model, ...usage })
  const transcription = createTranscription({
    recogniserOf,
    detector,
    decode: options.decode ?? decodeWav,
    writeFigures: words => words,
    folder,
    onUsage,
  })
  let items = 0
  const live = createLiveRecognition({
    recogniserOf,
    detector,
    openSound: format => openLiveSound(format, opus),
    writeFigures: words => words,
    newItemId: () => `item_${++items}`,
    onUsage,
    onError: () => {},
    ...(options.clock && { clock: options.clock }),
  })
  const app = createTestApp({
    onServed: one => void served.push(one),
    onStream: change => {
      streams.open += change
    },
  })
  const gate = { authenticate: (given: string) => (given === secret ? apiKey : undefined), admit: () => {} }
  const routeOptions = options.pingMs === undefined ? {} : { pingMs: options.pingMs }
  addFamily(app, 'transcriptions', gate, transcriptionRoutes(transcription, Date.now))
  addFamily(app, 'recognition', gate, recognitionRoutes(live, Date.now, routeOptions))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    url,
    socketUrl: `${url.replace('http', 'ws')}/v1/realtime/asr/stream`,
    key: secret,
    folder,
    detector,
    usages,
    served,
    streams,
    fetch: (path: string, init: RequestInit = {}) =>
      fetch(url + path, { ...init, headers: { authorization: `Bearer ${secret}`, ...(init.headers as object) } }),
    async [Symbol.asyncDispose]() {
      app.server.closeAllConnections()
      await app.close()
      await opus.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type RecognitionServer = Awaited<ReturnType<typeof startRecognitionServer>>
