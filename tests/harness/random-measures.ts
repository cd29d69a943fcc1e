/** Input records by chance, the same ones every time: for tests of what holds of every record. */
import {
  applicantTypes,
  companySizes,
  costTypes,
  instrumentTypes,
  payments,
  provinces,
  regions,
  statuses,
  topics,
} from '../../src/values/vocabularies.ts'
import type { InputRecord } from './sample-measures.ts'
import { fullInput, smallInput } from './sample-measures.ts'

/** A sequence of numbers from 0 up to 1, decided by its seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** `count` valid input records: every property there or not, by chance. */
export function randomInputs(count: number, seed = 1): InputRecord[] {
  const next = chance(seed)
  return Array.from({ length: count }, (_, index) => randomInput(next, index))
}

function randomInput(next: () => number, index: number): InputRecord {
  const sometimes = <Value>(value: Value): Value | null => (next() < 0.5 ? value : null)
  const oneOf = <Value>(values: readonly Value[]): Value | null => values[Math.floor(next() * values.length)] ?? null
  const someOf = <Value>(values: readonly Value[]): Value[] => values.filter(() => next() < 0.3)
  const cents = () => Math.floor(next() * 1_000_000) / 100
  const day = () => new Date(Date.UTC(2025, 0, 1) + Math.floor(next() * 900) * 86_400_000).toISOString().slice(0, 10)
  const deadlines = someOf([0, 1, 2, 3]).map(day)
  const given = fullInput()
  const kept = Object.fromEntries(Object.entries(given).filter(() => next() < 0.4))
  return smallInput({
    ...kept,
    local_id: `r${index}`,
    title: sometimes({ nl: `Titel ${index}`, fr: sometimes(`Titre “${index}”`), de: sometimes('Förderung €') }) ?? 'T',
    status: sometimes(oneOf(statuses)),
    instrument_type: sometimes(oneOf(instrumentTypes)),
    regions: sometimes(someOf(regions)),
    provinces: someOf(provinces).slice(0, 2),
    topics: someOf(topics),
    applicant_types: someOf(applicantTypes),
    company_sizes: someOf(companySizes),
    cost_types: someOf(costTypes),
    application_window: sometimes({ closes_at: sometimes(day()), cut_offs: deadlines, note: sometimes('Nota.') }),
    amount: sometimes({ min: 0, max: cents(), rate_max: sometimes(Math.round(next() * 100) / 100), tiers: [] }),
    rules: someOf([1, 2, 3]).map((number) => ({
      id: `rule-${number}`,
      field: 'company.employees',
      operator: 'at_least',
      value: Math.floor(next() * 100),
    })),
    application: sometimes({
      steps: someOf([1, 2, 3]).map((number) => ({ nl: `Stap ${number}.`, fr: sometimes(`Étape ${number}.`) })),
      contact: sometimes({ name: 'Loket', url: sometimes('https://example.be/loket'), phone: sometimes('1700') }),
      decision_days: sometimes(Math.floor(next() * 100)),
      payment: sometimes(oneOf(payments)),
    }),
    conditions: someOf([1, 2, 3]).map((number) => ({ id: `c-${number}`, text: `Voorwaarde ${number}.` })),
    licence: Object.fromEntries(someOf(['summary', 'amount', 'rules']).map((field) => [field, 'facts_only'])),
  })
}
