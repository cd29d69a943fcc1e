import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckedLink } from '../measures/links/link-check.ts'
import { checkOutcome } from './check-command.ts'
import { plainScreen, shownOn } from './terminal/screen.ts'

const looked = (outcome: 'seen' | 'gone' | 'moved', name: string): CheckedLink => {
  const url = `https://city.example/${name}`
  const check = { url, outcome, httpStatus: outcome === 'gone' ? 404 : 200, finalUrl: url, checkedAt: 0 }
  return { url, measureIds: [`city:${name}`], check, fault: null }
}
const unreached: CheckedLink = {
  url: 'https://town.example/c',
  measureIds: ['city:c'],
  check: null,
  fault: 'the host name was not found',
}

const shown = (links: CheckedLink[]): string => shownOn(plainScreen, checkOutcome('city', links).text)

test('a check of pages ends with its summary, below the pages that need a look', () => {
  const lines = shown([looked('seen', 'a'), looked('gone', 'b'), unreached]).split('\n')
  assert.match(lines[0] ?? '', /^outcome +status +page +measures, or what was in the way$/)
  assert.match(lines[1] ?? '', /^gone +404 +https:\/\/city\.example\/b +city:b$/)
  assert.match(lines[2] ?? '', /^unreachable +https:\/\/town\.example\/c +the host name was not found$/)
  assert.deepEqual(lines.slice(3), ['', '1 of 3 pages seen; 0 moved, 1 gone, 0 refused, 1 not reached.'])
})

test('where every page was seen, or none could be reached, the summary stands alone', () => {
  assert.equal(shown([looked('seen', 'a')]), '1 of 1 pages seen; 0 moved, 0 gone, 0 refused, 0 not reached.')
  assert.match(shown([unreached]), /^No page could be reached: nothing was recorded\. [^\n]*$/)
})
