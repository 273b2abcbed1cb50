import { Type } from 'typebox'

export const acceptedModelId = 'a model id of 1 to 128 letters, digits and . _ : / -'

const pattern = '^[A-Za-z0-9._:/-]{1,128}$'

export const ModelId = Type.String({ pattern, accepts: acceptedModelId })

export function isModelId(text: string): boolean {
  return new RegExp(pattern).test(text)
}
