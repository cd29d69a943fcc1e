/** What is told of text that is no JSON: what should stand at the place where it stops being JSON. */

/** What `JsonText.peek` answers where there is nothing more: the code of no character. */
export const textEnd = -1

/** What may come next. */
export type Next = 'value' | 'value or end' | 'key' | 'key or end' | 'comma or end' | 'nothing'

const singleQuote = 0x27
const closers = new Map([
  [0x5d, ']'],
  [0x7d, '}'],
])

/** `character`: what stands there instead. `isList`: whether it stands in a list, not in an object. */
export function insteadWords(next: Next, character: number, isList: boolean): string {
  if (character === textEnd) return 'it ends before it is complete'
  if (next === 'nothing') return 'nothing may follow its end'
  if (next === 'comma or end') return `a comma or ${isList ? ']' : '}'} should stand here`
  const closer = closers.get(character)
  if (closer !== undefined && (next === 'key' || next === 'value')) return `a comma stands before the ${closer}`
  return character === singleQuote ? 'names and texts take double quotes' : wantedWords(next)
}

function wantedWords(next: Next): string {
  return next === 'key' || next === 'key or end'
    ? 'a name in double quotes should stand here'
    : 'a value should stand here: a text in double quotes, a number, true, false, null, an object or a list'
}
