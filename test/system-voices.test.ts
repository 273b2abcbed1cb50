import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from './support/error-body.ts'
import { startServer, type TestServer } from './support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const ask = (query: string) => server.json(`/v1/audio/system_voices${query}`)

describe('system voices', () => {
  it('are these, in this order', async () => {
    const response = await server.fetch('/v1/audio/system_voices?model=svcaudio-2.5-tts')
    expect(response.status).toBe(200)
    const voice = (name: string, description: string, scene: string) => ({
      'voice-name': name,
      'voice-description': description,
      recommended_scene: scene,
    })
    // Compared as text: the order of the fields counts too.
    expect(await response.text()).toBe(
      JSON.stringify({
        voices: [
          'elegantgentle-female',
          'lively-girl',
          'livelybreezy-female',
          'magnetic-voiced-male',
          'soft-spoken-gentleman',
          'vibrant-youth',
          'zixinnansheng',
        ],
        'voices-details': {
          'elegantgentle-female': voice(
            '气质温婉',
            '女，真诚温柔，亲和力强，给人安全感',
            '客服与业务办理、口播（解说、新闻）、教育与培训、情感陪伴',
          ),
          'lively-girl': voice('Lively Girl', '女，英文音色，亲和感，有活力', '有声书、视频配音、语音助手'),
          'livelybreezy-female': voice(
            '活力轻快',
            '女，音色具有感染力、说服力和亲和力，有活力',
            '情感陪伴、教育与培训、营销',
          ),
          'magnetic-voiced-male': voice('Magnetic-voiced Male', '男，英文音色，强烈的沉稳厚重感', '有声书、视频配音'),
          'soft-spoken-gentleman': voice(
            'Soft-spoken Gentleman',
            '男，英文音色，沉稳温柔，给人安全感',
            '情感陪伴、有声书',
          ),
          'vibrant-youth': voice('Vibrant Youth', '男，英文音色，温柔亲和', '有声书、视频配音、语音助手'),
          zixinnansheng: voice('自信男声', '男，真诚亲和，有活力', '有声书、情感陪伴、教育与培训、营销'),
        },
      }),
    )
  })

  it.each(['', '?model=', '?other=1'])('need a model: %j', async query => {
    const { status, body } = await ask(query)
    expect(status).toBe(400)
    expect(body).toEqual(errorBody('request_params_invalid', 'model is required', 'model'))
  })

  it.each(['svcaudio-2.5-realtime', 'svc-tts-2', 'svcaudio-2.5-TTS', 'nonsense', '%20'])(
    'are not those of %s',
    async model => {
      const { status, body } = await ask(`?model=${model}`)
      expect(status).toBe(400)
      expect(body).toEqual(errorBody('request_params_invalid', 'invalid model', 'model'))
    },
  )

  it('can not be asked for two models', async () => {
    const { status, body } = await ask('?model=svcaudio-2.5-tts&model=svcaudio-2.5-tts')
    expect(status).toBe(400)
    const message = '"model" must be a string (got an array of 2).'
    expect(body).toEqual(errorBody('request_params_invalid', message, 'model'))
  })
})
