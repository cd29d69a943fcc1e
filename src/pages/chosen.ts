/** One value of a vocabulary, or all of them: what a form sends of a choice that was left open is an empty value. */

import type { QueryParameter } from '../contract/call.ts'
import { oneOf } from '../contract/parameters.ts'

/** Null where the value is empty. */
export function chosen<const Id extends string>(
  vocabulary: readonly Id[],
  description: string,
): QueryParameter<Id | null> {
  const parameter = oneOf(vocabulary, { description })
  return {
    ...parameter,
    emptyAllowed: true,
    read: (name, given, givenIn) => (given === '' ? null : parameter.read(name, given, givenIn)),
  }
}
