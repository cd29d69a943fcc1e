/** Words that an entry of the index is found by, for tests that name some fields only. */
import type { Entry } from '../../src/measures/finding/query.ts'

const none: Entry['words'] = {
  ...{ title: [], keywords: [], local_id: [], names: [] },
  ...{ summary: [], called: [], description: [], conditions: [] },
}

export function entryWords(given: Partial<Entry['words']>): Entry['words'] {
  return { ...none, ...given }
}
