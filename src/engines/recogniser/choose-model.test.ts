import { expect, it } from 'vitest'
import { chooseModel, type ModelName } from './choose-model.ts'

const all = () => true
const only =
  (...names: ModelName[]) =>
  (name: ModelName) =>
    names.includes(name)

it.each([
  [{ effort: 'live', language: 'en' }, all, { name: 'moonshine-tiny', width: 1 }],
  [{ effort: 'live', language: 'en-US' }, only('whisper-base'), { name: 'whisper-base', width: 1 }],
  [{ effort: 'live', language: 'zh' }, all, { name: 'whisper-base', width: 1 }],
  [{ effort: 'live' }, all, { name: 'whisper-base', width: 1, asks: 'whisper-tiny' }],
  [
    { effort: 'live' },
    only('moonshine-tiny', 'whisper-base'),
    { name: 'whisper-base', width: 1, asks: 'whisper-base' },
  ],
  [{ effort: 'live' }, only('whisper-base'), { name: 'whisper-base', width: 1 }],
  [{ effort: 'usual', language: 'en' }, all, { name: 'whisper-base', width: 1 }],
  [{ effort: 'usual' }, all, { name: 'whisper-base', width: 1 }],
  [{ effort: 'best', language: 'zh' }, all, { name: 'whisper-small', width: 5 }],
  [{ effort: 'best' }, only('whisper-base'), { name: 'whisper-base', width: 5 }],
  [{ effort: 'live', quality: 'best', language: 'en' }, all, { name: 'whisper-small', width: 5 }],
  [{ effort: 'best', name: 'moonshine-tiny' }, all, { name: 'moonshine-tiny', width: 5 }],
  [{ effort: 'usual' }, () => false, { name: 'whisper-base', width: 1 }],
] as const)('%j', (wanted, isReady, choice) => {
  expect(chooseModel(wanted, isReady)).toEqual(choice)
})
