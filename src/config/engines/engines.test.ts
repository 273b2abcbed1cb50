import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inFolder, loadYaml } from '../config.fixture.ts'
import { loadConfig } from '../config.ts'

describe('openai', () => {
  it('needs little', () => {
    const { models } = loadYaml('models: { svc-asr: { engine: openai, url: "http://10.0.0.6:8000/v1/" } }')
    expect(models['svc-asr']).toEqual({
      engine: 'openai',
      capability: 'recognition',
      urls: ['http://10.0.0.6:8000/v1'],
      timeoutSeconds: 600,
      idleSeconds: 120,
    })
  })

  it('takes much', () => {
    const { models } = loadYaml(`models:
  my/own_model:7b:
    engine: openai
    url:
      - http://a:8000/v1
      - https://b/v1
    model: Qwen/Qwen3-8B
    key: word
    timeout_seconds: 30
    idle_seconds: 10
    health: /health
    capability: speech
    vision: true
    audio: false
    video: false
    voices: { lively-girl: af_heart }
    description: Ours
    owned_by: us
    context_tokens: 32768`)
    expect(models['my/own_model:7b']).toEqual({
      engine: 'openai',
      capability: 'speech',
      urls: ['http://a:8000/v1', 'https://b/v1'],
      model: 'Qwen/Qwen3-8B',
      key: 'word',
      timeoutSeconds: 30,
      idleSeconds: 10,
      health: '/health',
      vision: true,
      audio: false,
      video: false,
      voices: { 'lively-girl': 'af_heart' },
      description: 'Ours',
      ownedBy: 'us',
      contextTokens: 32768,
    })
  })
})

describe('the capability of an entry', () => {
  it.each([
    ['svc-tts-2', 'engine: openai, url: http://a', 'speech'],
    ['svc-image-edit-2', 'engine: openai, url: http://a', 'image'],
    ['svc-5-preview', 'engine: openai, url: http://a', 'text'],
    ['svcaudio-2.5-realtime', 'engine: openai, url: http://a', 'text'],
    ['svcaudio-2.5-realtime', 'engine: pipeline', 'realtime'],
    ['svcaudio-3-music-preview', 'engine: scripted, script: x', 'music'],
    ['ours', 'engine: openai, url: http://a', 'text'],
    ['ours', 'engine: openai, url: http://a, capability: image', 'image'],
    ['ours', 'engine: scripted, script: x, capability: music', 'music'],
    ['ours', 'engine: llama', 'text'],
    ['ours', 'engine: recogniser', 'recognition'],
    ['svc-asr', 'engine: recogniser, name: whisper-small, threads: 2', 'recognition'],
    ['ours', 'engine: pipeline', 'realtime'],
  ])('%s with %s is %s', (id, keys, capability) => {
    expect(loadYaml(`models: { "${id}": { ${keys} } }`).models[id]?.capability).toBe(capability)
  })
})

it('a pipeline has defaults, and takes configured models', () => {
  const { models } = loadYaml(`models:
  ears: { engine: openai, url: http://a, capability: recognition }
  svcaudio-2.5-realtime: { engine: pipeline }
  voice-chat: { engine: pipeline, recognition: ears, text: svc-5-preview, speech: svc-tts-2 }`)
  expect(models['svcaudio-2.5-realtime']).toEqual({
    engine: 'pipeline',
    capability: 'realtime',
    recognition: 'svcaudio-2.5-asr-stream',
    text: 'svc-3.7-flash',
    speech: 'svcaudio-2.5-tts',
  })
  expect(models['voice-chat']).toMatchObject({ recognition: 'ears', text: 'svc-5-preview', speech: 'svc-tts-2' })
})

it('files are found from the working folder', () => {
  const yaml = `models:
  svc-3.7-flash: { engine: llama, file: ./weights/a.gguf, context: 8192, slots: 2, gpu: 20 }
  svc-5-preview: { engine: llama, name: medley-46m }
  eyes: { engine: llama, file: eyes.gguf, mmproj: ./weights/mmproj.gguf }
  svc-asr: { engine: scripted, script: /srv/script.json }`
  inFolder({ 'medley.yaml': yaml }, folder => {
    expect(loadConfig({}, folder).models).toEqual({
      'svc-3.7-flash': {
        engine: 'llama',
        capability: 'text',
        file: resolve(folder, 'weights/a.gguf'),
        context: 8192,
        slots: 2,
        gpu: 20,
      },
      'svc-5-preview': { engine: 'llama', capability: 'text', name: 'medley-46m' },
      eyes: {
        engine: 'llama',
        capability: 'text',
        file: resolve(folder, 'eyes.gguf'),
        mmproj: resolve(folder, 'weights/mmproj.gguf'),
      },
      'svc-asr': { engine: 'scripted', capability: 'recognition', script: '/srv/script.json' },
    })
  })
})
