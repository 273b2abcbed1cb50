export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const held of Object.values(value)) deepFreeze(held)
  return Object.freeze(value)
}
