import { describe, expect, it } from 'vitest'
import { hearing } from '../../../test/support/recognition/hearing.ts'
import { openSession } from '../../../test/support/recognition/live-session.ts'
import { pcm16, speak, vocabulary } from '../../../test/support/recognition/tones.ts'
import { PlatformError } from '../../core/errors.ts'

const ten = vocabulary.join(' ')

describe('failures', () => {
  it('of the engine are told once, and the item is completed all the same', async () => {
    const session = openSession(() => ({
      recognise: () => Promise.reject(new PlatformError('service_unavailable', 'The weights are on their way (40%).')),
    }))
    await session.play(speak(vocabulary))
    expect(session.failures()).toMatchObject([{ type: 'internal_error', code: 'internal_error' }])
    session.commit('c1')
    await session.clock.advance(1000)
    expect(session.failures()).toHaveLength(2)
    expect(session.failures()[1]).toMatchObject({ eventId: 'c1', message: 'The weights are on their way (40%).' })
    expect(session.completed()).toMatchObject([{ transcript: '' }])
    session.leave()
  })

  it('that pass leave nothing out', async () => {
    let calls = 0
    const session = openSession(clock => {
      const right = hearing()(clock)
      return {
        recognise: (request, signal) =>
          ++calls < 4 ? Promise.reject(new Error('secret')) : right.recognise(request, signal),
      }
    })
    await session.play(speak([...vocabulary, ...vocabulary]))
    session.commit()
    await session.clock.advance(1000)
    expect(session.completed()).toMatchObject([{ transcript: `${ten} ${ten}` }])
    expect(JSON.stringify(session.events)).not.toContain('secret')
    expect(session.errors).toHaveLength(1)
    session.leave()
  })

  it('of a filter are called a risk', async () => {
    const session = openSession(() => ({
      recognise: () => Promise.reject(new PlatformError('censorship_blocked', 'Not this.')),
    }))
    await session.play(speak(['alpha', 'bravo', 'charlie']))
    expect(session.failures()).toMatchObject([{ type: 'risk', code: 'risk_blocked', message: 'Not this.' }])
    session.leave()
  })

  it('of the sound name it, and the session goes on', async () => {
    const session = openSession(hearing())
    session.append(Buffer.concat([Buffer.from('RIFF\0\0\0\0NOPE'), Buffer.alloc(100)]), 'bad')
    session.commit('none')
    await session.play(speak(['alpha']))
    session.commit()
    await session.clock.advance(500)
    expect(session.failures()).toMatchObject([
      { type: 'invalid_request_error', code: 'invalid_value', param: 'audio', eventId: 'bad' },
      { code: 'invalid_value', eventId: 'none', message: expect.stringContaining('empty') },
    ])
    expect(session.completed()).toMatchObject([{ transcript: 'alpha' }])
    session.leave()
  })

  it('are bounded: an item holds ten minutes', async () => {
    const session = openSession(hearing())
    const minute = pcm16(new Float32Array(16_000 * 60))
    for (let count = 0; count < 11; count++) session.append(minute, `m${count}`)
    await session.clock.advance(10)
    expect(session.failures()).toMatchObject([{ code: 'invalid_value', param: 'audio', eventId: 'm10' }])
    session.commit()
    session.append(minute, 'after')
    await session.clock.advance(10)
    expect(session.failures()).toHaveLength(1)
    session.leave()
  })
})

describe('a session', () => {
  it('ends after a minute without sound, and not before', async () => {
    const session = openSession(hearing())
    await session.clock.advance(50_000)
    session.append(Buffer.alloc(320))
    await session.clock.advance(59_000)
    expect(session.failures()).toEqual([])
    await session.clock.advance(1500)
    await session.over
    expect(session.failures()).toMatchObject([{ code: 'max_idle_timeout' }])
    expect(session.detector.listeners).toBe(0)
    expect(session.clock.waiting).toBe(0)
  })

  it('leaves nothing behind when the caller goes, whenever that is', async () => {
    for (const ms of [0, 100, 400, 700, 1500]) {
      const session = openSession(hearing(200))
      await session.play(speak(vocabulary).subarray(0, ms * 16))
      session.leave()
      await session.over
      await session.clock.advance(10)
      expect(session.detector.listeners).toBe(0)
      expect(session.clock.waiting).toBe(0)
    }
  })

  it('writes figures once an item is over, where that is asked for', async () => {
    const session = openSession(hearing(), { figures: true }, { writeFigures: words => words.slice(0, 1) })
    await session.play(speak(['alpha', 'bravo']))
    session.commit()
    await session.clock.advance(500)
    expect(session.completed()).toMatchObject([{ transcript: 'alpha' }])
    session.leave()
  })

  it('changes its settings for what comes', async () => {
    const session = openSession(hearing())
    session.send({
      type: 'update',
      change: settings => ({
        ...settings,
        format: { type: 'pcm', rate: 8000, kind: 's16', channels: 1 },
        language: 'de',
      }),
    })
    const slow = speak(['alpha', 'bravo', 'charlie'], { rate: 8000 })
    session.append(pcm16(slow))
    session.commit()
    await session.clock.advance(500)
    expect(session.events[1]).toMatchObject({ type: 'updated', settings: { language: 'de' } })
    expect(session.completed()).toMatchObject([{ transcript: 'alpha bravo charlie', language: 'de' }])
    session.leave()
  })

  it('refuses settings that can not be, and keeps those before', async () => {
    const session = openSession(hearing())
    session.send({
      type: 'update',
      eventId: 'u',
      change: () => {
        throw new PlatformError('model_invalid', 'No such model.', { param: 'session.model' })
      },
    })
    await session.clock.advance(10)
    expect(session.failures()).toMatchObject([{ code: 'invalid_value', param: 'session.model', eventId: 'u' }])
    session.leave()
  })
})
