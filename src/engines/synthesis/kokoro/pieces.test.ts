import { describe, expect, it } from 'vitest'
import { contentRows, type Score } from './networks.ts'
import { cutIntoPieces, excerpt, spokenStretches } from './pieces.ts'

/** `isSpoken` of each frame; frames that are not have no tone and no strength. */
function scoreOf(frames: number, isSpoken: (frame: number) => boolean): Score {
  const perFrame = (yes: number, no: number) =>
    Float32Array.from({ length: 2 * frames }, (_, i) => (isSpoken(Math.floor(i / 2)) ? yes : no))
  const content = Float32Array.from({ length: contentRows * frames }, (_, i) => i % frames)
  return { frames, content, pitch: perFrame(200, 0), energy: perFrame(6, -9) }
}

describe('the pieces of a clause', () => {
  it('are without the silence around it', () => {
    const score = scoreOf(100, frame => frame >= 20 && frame < 60)
    expect(spokenStretches(score)).toEqual([{ from: 16, to: 66 }])
  })

  it('are without a long silence within it, but with a short one', () => {
    const score = scoreOf(100, frame => frame >= 10 && frame < 90 && (frame < 30 || frame >= 50) && frame !== 70)
    expect(spokenStretches(score)).toEqual([
      { from: 6, to: 36 },
      { from: 46, to: 96 },
    ])
    expect(spokenStretches(scoreOf(20, () => false))).toEqual([])
  })

  it('begin with a short one when somebody waits, cut where it is quiet', () => {
    const score = scoreOf(150, frame => frame !== 35)
    const whole = { from: 0, to: 150 }
    expect(cutIntoPieces(score, whole, true)).toEqual([
      { from: 0, to: 35 },
      { from: 35, to: 150 },
    ])
    expect(cutIntoPieces(score, whole, false)).toEqual([whole])
  })

  it('are never long, and leave nothing out', () => {
    const score = scoreOf(1000, frame => frame % 90 !== 0)
    const pieces = cutIntoPieces(score, { from: 3, to: 990 }, true)
    expect(pieces[0]?.from).toBe(3)
    expect(pieces.at(-1)?.to).toBe(990)
    for (const [i, piece] of pieces.entries()) {
      expect(piece.to - piece.from).toBeLessThanOrEqual(240)
      if (i > 0) expect(piece.from).toBe(pieces[i - 1]?.to)
    }
  })

  it('hold their own frames of every row', () => {
    const part = excerpt(
      scoreOf(10, () => true),
      { from: 4, to: 7 },
    )
    expect(part.frames).toBe(3)
    expect([...part.content.slice(0, 6)]).toEqual([4, 5, 6, 4, 5, 6])
    expect(part.pitch).toHaveLength(6)
  })
})
