import { invalid } from '../../core/errors.ts'

/** The model that is told in words how to speak: by an instruction, and by what stands in parentheses in the text. */
export const directedModel = 'svcaudio-2.5-tts'

export function takesDirections(model: string): boolean {
  return model === directedModel
}

export function assertAccepted(isAccepted: boolean, param: string, message: string): void {
  if (!isAccepted) throw invalid(param, message)
}
