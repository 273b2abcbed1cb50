import { expect, it } from 'vitest'
import { completionSettings } from './completion-settings.ts'

it('the likeliest token each time is asked for as llama.node takes it', () => {
  expect(completionSettings({ temperature: 0, topK: 40, topP: 0.5 })).toMatchObject({
    temperature: 1,
    top_k: 1,
    top_p: 1,
  })
})

it('what was asked is passed on, and nothing is added to it', () => {
  const asked = { temperature: 0.7, topP: 0.5, topK: 7, frequencyPenalty: 0.1, presencePenalty: -0.2, seed: 5 }
  expect(completionSettings(asked)).toEqual({
    temperature: 0.7,
    top_k: 7,
    top_p: 0.5,
    min_p: 0,
    penalty_last_n: -1,
    penalty_freq: 0.1,
    penalty_present: -0.2,
    dry_multiplier: 0,
    xtc_probability: 0,
    seed: 5,
  })
  expect(completionSettings({ temperature: 1 })).toMatchObject({ top_k: 0, top_p: 1 })
})
