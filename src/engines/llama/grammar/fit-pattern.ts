import { type Lengths, lengthsOf, type Pattern } from './pattern.ts'
import { SchemaProblem } from './schema-problem.ts'

/** A pattern that matches less, if it must, so that whatever it matches is as long as it has to be. */
export function fitPattern(pattern: Pattern, wanted: Lengths): Pattern {
  const { least, most } = lengthsOf(pattern)
  if (least >= wanted.least && most <= wanted.most) return pattern
  if (least > wanted.most || most < wanted.least)
    throw new SchemaProblem('its pattern and its length exclude each other')
  switch (pattern.type) {
    case 'repeat':
      return fitRepeat(pattern, wanted)
    case 'sequence':
      return fitSequence(pattern.items, wanted)
    case 'choice':
      return { type: 'choice', choices: fitting(pattern.choices, wanted) }
    case 'characters':
    case 'begin':
    case 'end':
      throw new SchemaProblem('its pattern and its length exclude each other')
  }
}

function fitting(choices: readonly Pattern[], wanted: Lengths): Pattern[] {
  const fit = choices.flatMap(choice => {
    const { least, most } = lengthsOf(choice)
    return least > wanted.most || most < wanted.least ? [] : [fitPattern(choice, wanted)]
  })
  if (fit.length === 0) throw new SchemaProblem('its pattern and its length exclude each other')
  return fit
}

function fitRepeat(pattern: Extract<Pattern, { type: 'repeat' }>, wanted: Lengths): Pattern {
  const item = lengthsOf(pattern.item)
  const most = item.most === 0 ? pattern.most : Math.min(pattern.most, Math.floor(wanted.most / item.most))
  const least = item.least === 0 ? pattern.least : Math.max(pattern.least, Math.ceil(wanted.least / item.least))
  if (least * item.least < wanted.least || least > most) {
    throw new SchemaProblem("its pattern and its length can't both be enforced")
  }
  return { ...pattern, least, most }
}

/** What may vary shares what is left of the length; the first that can makes up for what is missing. */
function fitSequence(items: readonly Pattern[], wanted: Lengths): Pattern {
  const all = items.map(lengthsOf)
  const least = all.reduce((total, item) => total + item.least, 0)
  const varying = all.filter(item => item.most > item.least).length
  const share = Math.floor((wanted.most - least) / Math.max(1, varying))
  let missing = Math.max(0, wanted.least - least)
  const fit = items.map((item, index) => {
    const own = all[index] ?? { least: 0, most: 0 }
    if (own.most === own.least) return item
    const more = Math.min(missing, share, own.most - own.least)
    missing -= more
    return fitPattern(item, { least: own.least + more, most: Math.min(own.most, own.least + share) })
  })
  if (missing > 0) throw new SchemaProblem("its pattern and its length can't both be enforced")
  return { type: 'sequence', items: fit }
}
