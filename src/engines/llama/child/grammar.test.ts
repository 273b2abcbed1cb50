import { describe, expect, it } from 'vitest'
import type { FormattedChat } from './binding.ts'
import { constrain } from './grammar.ts'

/** As llama.cpp writes them: from the end of the prompt on, reasoning included. */
const chat = (grammar: string, more: Partial<FormattedChat> = {}): FormattedChat => ({
  prompt: '',
  chat_format: 2,
  chat_parser: '',
  generation_prompt: '<|im_start|>assistant\n',
  grammar,
  grammar_lazy: false,
  grammar_triggers: [],
  preserved_tokens: [],
  additional_stops: [],
  ...more,
})
const forTools = chat(
  [
    'root ::= tool-call | tool-calls',
    'space ::= | " " | "\\n"{1,2}',
    'tool-call ::= "<tool_call>\\n" space (tool-a) space "</tool_call>"',
    'tool-a ::= "{}"',
  ].join('\n'),
  { grammar_lazy: true, grammar_triggers: [{ type: 1, value: '<tool_call>\n', token: -1 }] },
)
const forAnswer = chat(
  [
    'response-format ::= "\\"" char{0,5000} "\\""',
    'root ::= "<|im_start|>assistant\\n" space ("<think>" until)? response-format',
    'space ::= | " "',
  ].join('\n'),
)
const ruleOf = (grammar: string | undefined, name: string) =>
  grammar
    ?.split('\n')
    .find(line => line.startsWith(`${name} ::= `))
    ?.slice(name.length + 5)

describe('the grammar of an answer', () => {
  it('is none without tools and schema', () => {
    expect(constrain({ calls: 'none', severalCalls: true }, undefined, undefined)).toBeUndefined()
  })

  it('begins with the call when one is required', () => {
    const one = constrain({ calls: 'required', severalCalls: false }, forTools, undefined)
    expect(one).toMatchObject({ grammar_lazy: false, grammar_triggers: [] })
    expect(ruleOf(one?.grammar, 'root')).toBe('tool-call')
    const several = constrain({ calls: 'required', severalCalls: true }, forTools, undefined)
    expect(ruleOf(several?.grammar, 'root')).toBe('tool-call ("\\n" tool-call){0,7}')
  })

  it('waits for a call when one is allowed, and then holds from its tag on', () => {
    const made = constrain({ calls: 'auto', severalCalls: false }, forTools, undefined)
    expect(made).toMatchObject({ grammar_lazy: true, grammar_triggers: [{ type: 1, value: '<tool_call>', token: -1 }] })
    expect(ruleOf(made?.grammar, 'tool-call')).toBe('"<tool_call>\\n" space (tool-a) "\\n"? "</tool_call>"')
  })

  it('begins with the answer when only a schema is given', () => {
    const made = constrain({ calls: 'none', severalCalls: true }, undefined, forAnswer)
    expect(ruleOf(made?.grammar, 'root')).toBe('response-format')
  })

  it('is either when both are given', () => {
    const made = constrain({ calls: 'auto', severalCalls: false }, forTools, forAnswer)
    expect(made?.grammar_lazy).toBe(false)
    expect(ruleOf(made?.grammar, 'root')).toBe('response-format | tool-call')
  })

  it('repeats nothing so often that llama.cpp would end the process', () => {
    const made = constrain({ calls: 'none', severalCalls: true }, undefined, forAnswer)
    expect(ruleOf(made?.grammar, 'response-format')).toBe('"\\"" char{0,1500} "\\""')
    const long = chat('response-format ::= char{5000,6000}')
    expect(() => constrain({ calls: 'none', severalCalls: true }, undefined, long)).toThrow('asks for 5000')
  })

  it('of a family with other rules is left as it is, but for the end of the prompt', () => {
    const other = chat('root ::= "<|im_start|>assistant\\n" space calls\ncalls ::= "x"')
    const made = constrain({ calls: 'required', severalCalls: true }, other, undefined)
    expect(ruleOf(made?.grammar, 'root')).toBe('calls')
  })
})
