/** What a curated record says of when it was read, on whose page, and of what nobody knows: no more than is known. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResolvedRecord } from '../../src/measures/record/record.ts'
import { authorities } from '../../src/reference/authorities.ts'
import { textsOf } from '../../src/values/localized-text.ts'
import { authorityHosts, isPageOf } from '../harness/authority-hosts.ts'
import { type CuratedMeasure, curatedMeasures } from '../harness/curated-catalogue.ts'
import { noneOf } from '../harness/curated-findings.ts'
import { textsIn } from '../harness/curated-texts.ts'

const measures = await curatedMeasures()
const none = (findings: (measure: CuratedMeasure) => readonly string[]): void => noneOf(measures, findings)

const months = [
  ...['januari', 'februari', 'maart', 'april', 'mei', 'juni', 'juli'],
  ...['augustus', 'september', 'oktober', 'november', 'december'],
]

/** The newest day that the Dutch titles of the acts name, as `2024-05-12`; null where none does. */
function newestAct({ legal_basis: basis }: ResolvedRecord): string | null {
  const days = basis.flatMap(({ title }) =>
    [...(title?.nl ?? '').matchAll(/\b(\d{1,2}) ([a-z]+) ((?:19|20)\d{2})\b/g)].flatMap(
      ([, day = '', month = '', year]) => {
        const number = months.indexOf(month) + 1
        return number === 0 ? [] : [`${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`]
      },
    ),
  )
  return days.sort().at(-1) ?? null
}

test('an open record has a deadline, or its window says why it has none', () => {
  none(({ record: { status, application_window: window } }) =>
    status === 'open' && window.deadlines.length === 0 && window.note === null ? ['no deadline, no reason'] : [],
  )
})

test('a record was read after the newest act that it cites', () => {
  none(({ record }) => {
    const act = newestAct(record)
    const on = record.checked?.on ?? null
    return act !== null && on !== null && act.slice(0, on.length) > on ? [`read ${on}, cites an act of ${act}`] : []
  })
})

test('figures of a year were not read before that year', () => {
  none(({ record }) => {
    const year = record.checked?.on.slice(0, 4) ?? null
    const notes = textsOf(record.amount?.note ?? null).join(' ')
    const years = [...notes.matchAll(/\b(?:figures|cijfers|chiffres) (?:of|van|de) (20\d{2})/gi)].map(
      ([, of = '']) => of,
    )
    return year === null ? [] : years.filter((of) => of > year).map((of) => `read ${year}, figures of ${of}`)
  })
})

/** Ids of who decides and who pays out. */
function authoritiesOf({ issuer, administrator }: ResolvedRecord): string[] {
  return [issuer.id, administrator?.id ?? null].filter((id) => id !== null)
}

test('what stands as the record’s page is one of its authority, or of a desk that speaks for it', () => {
  none(({ record }) => {
    const { record_url: page } = record
    return page === null || isPageOf(page, authoritiesOf(record)) ? [] : [page]
  })
})

test('a reading whose page is not the authority’s says so', () => {
  none(({ record }) => {
    const { checked } = record
    const ids = authoritiesOf(record)
    if (checked === null || checked.by !== 'authority' || checked.url === null) return []
    return isPageOf(checked.url, ids) ? [] : [`${checked.url} is not of ${ids.join(' or ')}`]
  })
})

test('every authority that the table of hosts names is one that the service knows', () => {
  const ids = new Set(authorities().map(({ id }) => id))
  for (const { host, authorities: named } of authorityHosts())
    for (const id of named) assert.ok(id === '*' || ids.has(id), `${host} ${id}`)
})

test('an unknown status says of when what is known is', () => {
  none(({ record: { status, application_window: window } }) => {
    if (status !== 'unknown') return []
    return /\b20\d{2}\b/.test(window.note?.en ?? '') ? [] : [`${window.note?.en}`]
  })
})

/** What curators tell one another, and nobody who applies can use. */
const curatorsTalk =
  /\b(?:(?:was|were) not read|not read|not checked|ask first|another (?:text|source) says|to be checked|niet gelezen|niet nagekeken|non lue?s?|pas été lue?s?|nicht gelesen)\b/i
/** It says of an applicant that who may apply may apply. */
const emptyWords = /of a kind that the measure (?:admits|accepts)|que la mesure admet|soort die de maatregel/i

test('nothing that an applicant reads is about our reading, and no condition says nothing', () => {
  none(({ record }) =>
    textsIn(record)
      .flatMap(({ text }) => textsOf(text))
      .filter((text) => curatorsTalk.test(text) || emptyWords.test(text)),
  )
})
