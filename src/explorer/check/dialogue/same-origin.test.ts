import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFromElsewhere } from './same-origin.ts'

const own = 'https://subsidies.example'
const rows: [site: string | undefined, origin: string | undefined, elsewhere: boolean, why: string][] = [
  ['same-origin', own, false, 'a form of ours'],
  ['none', undefined, false, 'what the visitor asks again himself'],
  ['cross-site', 'https://elsewhere.example', true, 'a page of another site'],
  ['same-site', 'https://other.subsidies.example', true, 'a neighbour'],
  ['cross-site', own, true, 'what the browser says goes first'],
  ['', own, true, 'what says nothing that browsers say'],
  [undefined, own, false, 'an older browser'],
  [undefined, 'https://elsewhere.example', true, 'an older browser, sent by another site'],
  [undefined, 'null', true, 'a page that hides where it is from'],
  [undefined, undefined, false, 'a browser of texts'],
]
for (const [site, origin, elsewhere, why] of rows) {
  test(`Sec-Fetch-Site ${site}, Origin ${origin}: ${elsewhere ? 'refused' : 'answered'}; ${why}`, () => {
    assert.equal(isFromElsewhere({ site, origin }, `${own}/`), elsewhere)
  })
}
