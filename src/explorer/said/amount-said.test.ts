import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstrumentType, Language } from '../../values/vocabularies.ts'
import { type AmountGiven, amountSaid } from './amount-said.ts'

const none: AmountGiven = { min: null, max: null, rate_max: null }
const rows: [
  said: string,
  amount: Partial<AmountGiven>,
  language: Language,
  figure: string | null,
  note: string | null,
  instrument?: InstrumentType,
][] = [
  ['a greatest sum', { max: 7500 }, 'en', 'up to € 7 500', null],
  ['a sum that is fixed', { min: 500, max: 500 }, 'nl', '€ 500', null],
  ['a range, with one sign', { min: 500, max: 750 }, 'nl', '€ 500 – 750', null],
  ['a range in French', { min: 1500, max: 7500 }, 'fr', '1 500 – 7 500 €', null],
  ['a least of 0 says nothing', { min: 0, max: 750 }, 'en', 'up to € 750', null],
  ['a least sum alone', { min: 500 }, 'fr', 'à partir de 500 €', null],
  [
    'a sum with its rate',
    { max: 7500, rate_max: 0.45, rate_min: 0.2, basis: 'eligible_costs', per: 'year' },
    'en',
    'up to € 7 500',
    'per year, 20 – 45 % of: eligible costs',
  ],
  ['a rate alone', { rate_max: 0.4, basis: 'investment' }, 'en', 'up to 40 %', 'of: investment'],
  ['one rate', { rate_max: 0.4, rate_min: 0.4 }, 'nl', '40 %', null],
  ['a loan is repaid', { max: 50000 }, 'nl', 'tot € 50 000', 'lening, terug te betalen', 'loan'],
  [
    'a deduction is no money',
    { rate_max: 0.4, basis: 'investment' },
    'fr',
    'jusqu’à 40 %',
    'de : investissement, à déduire du bénéfice',
    'tax_deduction',
  ],
  ['nothing known', {}, 'en', null, null],
]

for (const [said, amount, language, figure, note, instrument = 'grant'] of rows) {
  test(`${said}: ${figure ?? 'nothing is said'}`, () => {
    const plain = (text: string | null | undefined): string | null => text?.replaceAll(/[\u202f\u00a0]/g, ' ') ?? null
    const answer = amountSaid({ ...none, ...amount }, instrument, language)
    assert.equal(plain(answer?.figure), figure)
    assert.equal(plain(answer?.note), note)
  })
}
