/** How a value's place in a body stands in messages and `details`. */
import { visible } from '../../values/meant/hints.ts'

const keyShownMax = 100

/** For example `companies[3].company.employees`; `body` for the whole. Keys that are very long are shown in part. */
export function jsonPath(steps: readonly (string | number)[]): string {
  let path = ''
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`
    else path += path === '' ? shownKey(step) : `.${shownKey(step)}`
  }
  return path === '' ? 'body' : path
}

function shownKey(key: string): string {
  return visible(key.length > keyShownMax ? `${key.slice(0, keyShownMax)}...` : key)
}
