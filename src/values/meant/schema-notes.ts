/** What a schema says to those who got something wrong, and to nobody else: no document shows it. */

const words = Symbol('what is said where a value cannot be right')
const untaken = Symbol('why an object does not take a property that others of its kind take')
const texts = Symbol('the texts that a number may stand for')

/** A text of a form that no pattern explains. `said` goes on behind the name of its place; `shown` is the text, quoted. */
export function refusedAs<Schema extends object>(
  said: (text: string, shown: string) => string,
  schema: Schema,
): Schema {
  return { ...schema, [words]: said }
}

export function refusalWordsOf(schema: object): ((text: string, shown: string) => string) | null {
  const said: unknown = Reflect.get(schema, words)
  return typeof said === 'function' ? (text, shown) => String(said(text, shown)) : null
}

/** An object that does not take those properties, each with why: said where somebody gives one, which is unknown there. */
export function withoutProperties<Schema extends object>(
  reasons: Readonly<Record<string, string>>,
  schema: Schema,
): Schema {
  return { ...schema, [untaken]: reasons }
}

export function reasonsOf(schema: object): Readonly<Record<string, string>> {
  return (Reflect.get(schema, untaken) ?? {}) as Readonly<Record<string, string>>
}

/**
 * A text of digits that programs keep as a number, which has lost its zeros. `meant`: the texts that a number may stand for, as
 * they would be taken; empty where there is none.
 */
export function numberMeans<Schema extends object>(meant: (number: string) => string[], schema: Schema): Schema {
  return { ...schema, [texts]: meant }
}

export function textsOfNumber(schema: object, number: string): string[] {
  const meant: unknown = Reflect.get(schema, texts)
  return typeof meant === 'function' ? meant(number) : [number]
}
