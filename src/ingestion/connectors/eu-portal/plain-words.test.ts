import assert from 'node:assert/strict'
import { test } from 'node:test'
import { euTypeOfAction, euTypesOfAction } from '../../../reference/eu-types-of-action.ts'
import { applicationOf, type EuCallFacts, summaryInPlainWords } from './plain-words.ts'
import { instrumentOf } from './record.ts'

const call = (label: string | null, more: Partial<EuCallFacts> = {}): EuCallFacts => ({
  ...{ kind: 'topic', programme: 'Horizon Europe', amount: null, grants: null, country: null },
  type: label === null ? null : euTypeOfAction(label),
  instrument: instrumentOf(label === null ? [] : [label]).type,
  ...more,
})
/** With plain spaces. */
const plain = (text: string | undefined): string => (text ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')
const figures = (min: number | null, max: number | null): EuCallFacts['amount'] => ({
  ...{ currency: 'EUR', min, max, budget_total: null, note: null },
})

test('a call says in plain words what it is, with whom, what is paid and how often', () => {
  const summary = summaryInPlainWords(
    call('HORIZON Innovation Actions', { amount: figures(7_000_000, 10_000_000), grants: 3 }),
  )
  assert.equal(
    plain(summary?.en),
    'European call (Horizon Europe): innovation action, with at least 3 partners from 3 countries. Support: 70 %, 100 % without profit, € 7 000 000 to € 10 000 000 a project, 3 expected.',
  )
  assert.match(plain(summary?.nl), /minstens 3 partners uit 3 landen\. Steun: 70 %, 100 % zonder winstoogmerk/)
  assert.match(
    plain(summary?.fr),
    /au moins 3 partenaires de 3 pays\. Soutien : 70 %, 100 % sans but lucratif, de 7 000 000 €/,
  )
})

const words: [what: string, call: EuCallFacts, said: RegExp][] = [
  [
    'one that may be answered alone',
    call('LIFE Climate Action - Standard Action Projects (SAP)'),
    /without partners too\. Support: 60 %\.$/,
  ],
  ['a range of rates', call('LIFE Project Grants'), /Support: 60 % to 95 %\.$/],
  ['more for SMEs', call('DIGITAL SME Support Actions'), /Support: 50 %, 75 % for SMEs/],
  ['a greatest amount alone', call('CEF Project Grants', { amount: figures(null, 5_000) }), /up to € 5 000 a project/],
  ['a least amount alone', call('CEF Project Grants', { amount: figures(5_000, null) }), /from € 5 000 a project/],
  ['no rate', call('HORIZON JU Innovation Actions', { amount: figures(5, 5) }), /countries\. € 5 a project\.$/],
  ['public buyers', call('HORIZON Pre-commercial Procurement'), /for public buyers \(enterprises tender/],
  ['a cascade call', call(null, { kind: 'cascade' }), /Call of a European project, /],
  ['an external call', call(null, { kind: 'prospect' }), /external action\.$/],
  ['an external call of one country', call(null, { kind: 'prospect', country: 'EG' }), /external action \(Egypt\)\.$/],
  ['a code that is no country', call(null, { kind: 'prospect', country: 'QQ' }), /external action\.$/],
  [
    'a prize, which is paid for no project',
    call('HORIZON Recognition Prize', { amount: figures(15_000, 15_000), grants: 1 }),
    /prize\. € 15 000, 1 expected\.$/,
  ],
  [
    'a health project',
    call('EU4H Project Grants', { programme: 'EU4Health Programme' }),
    /\(EU4Health Programme\): project grant\.$/,
  ],
  ['no programme', call('HORIZON Recognition Prize', { programme: null }), /^European call: prize\./],
]
for (const [what, facts, said] of words)
  test(`plain words for ${what}`, () => assert.match(plain(summaryInPlainWords(facts)?.en), said))

test('a topic of an unknown type of action has no summary of ours', () => {
  assert.equal(summaryInPlainWords(call(null)), null)
})

test('every type of action is said in three languages, in whole sentences', () => {
  for (const type of euTypesOfAction()) {
    const summary = summaryInPlainWords({ ...call(null), type })
    for (const text of Object.values(summary ?? {})) assert.match(text, /^\p{Lu}[^.]*.*\.$/u)
    assert.equal(new Set(Object.values(summary ?? {})).size, 3)
  }
})

test('one applies in the portal, for partners looks first, and is paid in instalments where costs are paid', () => {
  const shared = applicationOf(call('HORIZON Innovation Actions'))
  assert.deepEqual([shared.steps.length, shared.documents.length, shared.payment], [3, 1, 'instalments'])
  assert.match(shared.steps[0]?.en ?? '', /partners/)
  const alone = applicationOf(call('HORIZON EIC Equity Only'))
  assert.deepEqual([alone.steps.length, alone.payment], [2, null])
})

test('whoever applies in the portal hears the hour at which calls end, in three languages', () => {
  for (const label of ['HORIZON Innovation Actions', 'HORIZON Recognition Prize'])
    for (const text of Object.values(applicationOf(call(label)).steps.at(-1) ?? {})) assert.match(text, /17/)
})

const elsewhere: [what: string, call: EuCallFacts, step: RegExp][] = [
  ['a contest in the portal', call('HORIZON Recognition Prize'), /rules of the contest/],
  ['a cascade call at its project', call(null, { kind: 'cascade' }), /at the project itself, not in the portal/],
  ['a call of the external action in PROSPECT', call(null, { kind: 'prospect' }), /PADOR.*PROSPECT/],
]
for (const [what, facts, step] of elsewhere)
  test(`one applies to ${what}`, () => {
    const { steps, payment } = applicationOf(facts)
    assert.equal(steps.length, 1)
    assert.match(steps[0]?.en ?? '', step)
    assert.equal(payment, null)
  })
