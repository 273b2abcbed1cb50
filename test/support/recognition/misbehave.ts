import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { RecognitionServer } from './recognition-server.ts'
import { connect } from './socket-client.ts'

const completed = 'conversation.item.input_audio_transcription.completed'
const knownCodes = ['invalid_value', 'missing_param', 'max_idle_timeout', 'pong_timeout']

const garbage = [
  'nonsense',
  '',
  '{}',
  '[]',
  'null',
  '{"type":5}',
  '{"type":"input_audio_buffer.append","audio":7}',
  '{"type":"input_audio_buffer.append","audio":"%%%"}',
  '{"type":"session.update","session":{"audio":{"input":{"format":{"type":"pcm","rate":-1}}}}}',
  `{"type":"${'x'.repeat(5000)}"}`,
]

/** Opens a session and does what comes to its mind: speaks, talks rubbish, idles, leaves in good order or not. */
export async function misbehave(
  server: Pick<RecognitionServer, 'socketUrl' | 'key'>,
  random: () => number,
  sounds: readonly Float32Array[],
): Promise<{ said: number; heard: number }> {
  const client = await connect(server)
  client.socket.on('error', () => {})
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  if (random() < 0.4)
    client.update({ turn_detection: { type: 'server_vad', silence_duration_ms: 200, threshold: 0.5 } })
  let said = 0
  const steps = 3 + Math.floor(random() * 20)
  for (let step = 0; step < steps; step++) {
    const dice = random()
    if (dice < 0.55) client.append(pick(sounds))
    else if (dice < 0.7) client.commit(`c${said++}`)
    else if (dice < 0.85) client.socket.send(pick(garbage))
    else if (dice < 0.95) await wait(random() * 100)
    else client.socket.send(Buffer.from([0xff, 0xfe, 0x00]))
    if (client.socket.readyState !== client.socket.OPEN) break
  }
  const ending = random()
  if (ending < 0.4) client.socket.terminate()
  else if (ending < 0.7) client.socket.close()
  else {
    await wait(300)
    await client.close()
  }
  await client.closed
  for (const { error } of client.messages.filter(({ type }) => type === 'error') as unknown as {
    error: { code: string }
  }[]) {
    expect(knownCodes).toContain(error.code)
  }
  const items = client.messages.filter(({ type }) => type === completed).map(({ item_id }) => item_id)
  expect(new Set(items).size).toBe(items.length)
  return { said, heard: items.length }
}
