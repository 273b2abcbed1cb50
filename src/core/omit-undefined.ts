type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The object without its undefined members, so that what is absent stays absent. */
export function omitUndefined<T extends object>(object: T): Defined<T> {
  const defined: Record<string, unknown> = {}
  for (const name in object) if (object[name] !== undefined) defined[name] = object[name]
  return defined as Defined<T>
}
