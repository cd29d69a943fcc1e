/** The curated records that come with the service: each can be read, says what it must, and says it once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResolvedRecord } from '../../src/measures/record/record.ts'
import { statusAt } from '../../src/measures/record/status.ts'
import { isEvaluated, ruleIdsOf } from '../../src/measures/rules/generated-rules.ts'
import { authorities } from '../../src/reference/authorities.ts'
import { parseInstant } from '../../src/values/brussels.ts'
import { textsOf } from '../../src/values/localized-text.ts'
import { instrumentTypes, regions, topics } from '../../src/values/vocabularies.ts'
import { type CuratedMeasure, curatedEntries, measuresIn, rejectionOf } from '../harness/curated-catalogue.ts'
import { noneOf } from '../harness/curated-findings.ts'
import { textsIn } from '../harness/curated-texts.ts'
import { savedTexts, withoutSaved } from '../harness/saved-data.ts'

/** What the service ships at least, and with how much of it per region. */
const measuresMin = 150
const ownPerRegionMin = 30
/** The day on which the statuses are looked at. */
const looked = parseInstant('2026-11-20T09:00:00Z') ?? 0
/** A sentence as long as this is somebody's wording, not a turn of phrase. */
const sentenceMin = 40

const entries = await curatedEntries()
// What is rejected is told by the first test; the others look at all that was read.
const measures = measuresIn(entries)

const none = (findings: (measure: CuratedMeasure) => readonly string[]): void => noneOf(measures, findings)

/** Sentences and other parts of a text between two marks that end one, as they are compared. */
function sentencesOf(text: string): string[] {
  return text
    .split(/[.!?;:\n\r"<>|]+/)
    .map((part) =>
      part
        .toLowerCase()
        .replaceAll(/[\s’']+/g, ' ')
        .trim(),
    )
    .filter((part) => part.length >= sentenceMin)
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

test('every curated record is read without a fault', () => {
  assert.deepEqual(
    entries.map(rejectionOf).filter((why) => why !== null),
    [],
  )
  assert.ok(entries.length >= measuresMin, `${entries.length} records`)
})

test('a local id names one record over all files', () => {
  const seen = new Map<string, string>()
  none(({ id, file }) => {
    const before = seen.get(id)
    seen.set(id, file)
    return before === undefined ? [] : [`stands in ${before} too`]
  })
})

test('no two measures have one title in any language, and within an issuer no two have the same words in it', () => {
  const byTitle = new Map<string, string>()
  const byWords = new Map<string, string>()
  none(({ id, record }) => {
    const found: string[] = []
    for (const language of ['nl', 'fr', 'en', 'de'] as const) {
      const title = record.title[language]
      if (title === null) continue
      const words = [...new Set(wordsOf(title))].sort().join(' ')
      const keys = [
        [byTitle, `${language} ${title.toLowerCase()}`],
        [byWords, `${record.issuer.id} ${language} ${words}`],
      ] as const
      for (const [seen, key] of keys) {
        const other = seen.get(key)
        if (other !== undefined && other !== id) found.push(`${key} is ${other} too`)
        seen.set(key, id)
      }
    }
    return found
  })
})

test('title and summary stand in Dutch, French and English, and are three texts', () => {
  none(({ record }) => {
    const found: string[] = []
    for (const [name, text] of [
      ['title', record.title],
      ['summary', record.summary],
    ] as const) {
      const given = [text?.nl, text?.fr, text?.en]
      if (given.some((one) => one === null || one === undefined)) found.push(`${name} is missing in a language`)
      // A proper name may be a title in every language; a sentence never is.
      else if (name === 'summary' && new Set(given).size < 3) found.push(`${name} is one text in two languages`)
    }
    return found
  })
})

test('a text that stands in one of Dutch, French and English stands in all three', () => {
  none(({ record }) =>
    textsIn(record)
      // A desk has its own name, which need not stand in every language.
      .filter(({ at }) => at !== 'application.contact.name')
      .filter(({ text }) => text.nl === null || text.fr === null || text.en === null)
      .map(({ at }) => at),
  )
})

test('every link is https and without a name, a password or white space', () => {
  none(({ record }) => {
    const links = [
      ...[record.url, record.application_url, record.issuer.url, record.administrator?.url ?? null],
      record.application?.contact?.url ?? null,
    ].flatMap((link) => textsOf(link))
    for (const basis of record.legal_basis) if (basis.url !== null) links.push(basis.url)
    if (record.record_url !== null) links.push(record.record_url)
    return links.filter((link) => {
      if (!URL.canParse(link) || /\s/.test(link)) return true
      const { protocol, username, password, hostname } = new URL(link)
      return (
        protocol !== 'https:' || username !== '' || password !== '' || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname)
      )
    })
  })
})

test('windows and statuses fit each other', () => {
  none(({ record }) => {
    const found: string[] = []
    const { opens_at: opens, deadlines, recurrence } = record.application_window
    const [first, last] = [parseInstant('2000-01-01T00:00:00Z') ?? 0, parseInstant('2036-01-01T00:00:00Z') ?? 0]
    for (const date of [...deadlines, ...(opens === null ? [] : [opens])]) {
      if (date < first || date > last) found.push('a date lies far from now')
    }
    const ahead = deadlines.some((deadline) => deadline > looked)
    if (record.status === 'closed' && (ahead || (opens !== null && opens > looked)))
      found.push('closed, and yet to come')
    if (record.status === 'continuous' && deadlines.length > 0) found.push('continuous, with a deadline')
    if (record.status === 'continuous' && recurrence === 'one_off') found.push('continuous, and one-off')
    if (record.status === 'forthcoming' && opens === null && deadlines.length > 0 && !ahead)
      found.push('forthcoming, past')
    if (record.status === 'open' && deadlines.length > 0 && !ahead) found.push('open, past')
    return found
  })
})

test('a tax or contribution measure that has not ended has no round', () => {
  const fiscal: readonly string[] = ['tax_deduction', 'tax_exemption', 'social_security_reduction']
  none(({ record }) => {
    if (!fiscal.includes(record.instrument_type)) return []
    const status = statusAt(record, null, looked)
    // Unknown: an announced reform may have ended it.
    return ['continuous', 'closed', 'unknown'].includes(status) ? [] : [status]
  })
})

test('every rule that is given speaks for a condition, and every condition names rules that are there', () => {
  none(({ record }) => {
    const known = ruleIdsOf(record)
    const named = new Set(record.conditions.flatMap(({ rule_ids }) => rule_ids))
    return [
      ...record.rules.filter(({ id }) => !named.has(id)).map(({ id }) => `rule ${id} speaks for no condition`),
      ...[...named].filter((id) => !known.has(id)).map((id) => `there is no rule ${id}`),
    ]
  })
})

test('no two conditions of a measure have one id', () => {
  none(({ record }) => {
    const ids = record.conditions.map(({ id }) => id)
    return ids.filter((id, index) => ids.indexOf(id) !== index)
  })
})

test('measures that a measure excludes, requires or varies are in the catalogue, and are not itself', () => {
  const ids = new Set(measures.map(({ id }) => id))
  none(({ id, record }) => {
    const { excludes, requires, variant_of } = record.related
    const named = [...excludes, ...requires, ...(variant_of === null ? [] : [variant_of])]
    return named.filter((other) => other === id || !ids.has(other)).map((other) => `${other} does not resolve`)
  })
})

test('every issuer and administrator is one of the authorities that the service knows', () => {
  const known = new Set(authorities().map(({ id }) => id))
  none(({ record }) =>
    [record.issuer, record.administrator]
      .filter((authority) => authority !== null)
      .filter(({ id }) => !known.has(id))
      .map(({ id }) => id),
  )
})

/** What would tell a reader that the support is theirs: that is for the authority to say. */
const promises = [
  /\b(hebt|heeft|hebben|heb) (u |je |automatisch |steeds )*recht op\b/i,
  /\b(u|je) (krijgt|ontvangt)\b/i,
  /\b(komt|komen|kom) (u |je )?(automatisch |steeds )?in aanmerking\b/i,
  /\bgegarandeerd toegekend\b/i,
  /\bvous (avez droit|recevez|obtenez|bénéficiez|recevrez|obtiendrez)\b/i,
  /\b(a|ont) (automatiquement )?droit (à|au|aux)\b/i,
  /\b(êtes|est|sont) éligibles?\b/i,
  /\bentitled to\b/i,
  /\b(is|are) (automatically )?(eligible|entitled)\b/i,
  /\byou (will )?(get|receive|obtain)\b/i,
  /\bhaben? Anspruch auf\b/i,
  /\b(ist|sind) (förder|anspruchs|zuschuss)berechtigt\b/i,
  /\b(Sie|du) (erhalten|bekommen|erhältst|bekommst)\b/,
]

test('no text promises support', () => {
  none(({ record }) =>
    textsIn(record).flatMap(({ at, text }) =>
      textsOf(text)
        .filter((words) => promises.some((promise) => promise.test(words)))
        .map((words) => `${at}: ${words}`),
    ),
  )
  for (const words of ['U hebt recht op een premie.', 'Vous avez droit à une prime.', 'You are entitled to it.']) {
    assert.ok(
      promises.some((promise) => promise.test(words)),
      words,
    )
  }
})

/** Facts that hold for several measures alike, and are told alike: how these begin in English, Dutch and French. */
const sharedFacts = [
  // One budget paid for all Brussels export grants.
  /^(since 26 august 2024 no new applications|sinds 26 augustus 2024 kunnen geen|depuis le 26 août 2024, aucune nouvelle)/,
  // One ordinance replaced the Brussels grants.
  /^(replaced on 26 march 2024 by|vervangen op 26 maart 2024 door|remplacé le 26 mars 2024 par)/,
  // One decision ended both RENOLUTION premiums.
  /^(the premiums were suspended from august|de premies waren van augustus tot|les primes ont été suspendues d août)/,
  /^(a new scheme is for the government|een nieuw stelsel is een beslissing|un nouveau régime relève d une décision)/,
]

test('two measures share no sentence of their titles, summaries and descriptions but the named facts', () => {
  const seen = new Map<string, string>()
  none(({ id, record }) => {
    const own = [record.title, record.summary, record.description]
      .flatMap((text) => textsOf(text))
      .flatMap(sentencesOf)
      .filter((sentence) => !sharedFacts.some((fact) => fact.test(sentence)))
    const found = [...new Set(own)].filter((sentence) => (seen.get(sentence) ?? id) !== id)
    const report = found.map((sentence) => `${sentence} (${seen.get(sentence)})`)
    for (const sentence of own) seen.set(sentence, id)
    return report
  })
})

test('no sentence is that of an authority', { skip: withoutSaved('') }, () => {
  const theirs = new Set<string>()
  for (const text of savedTexts()) {
    for (const sentence of sentencesOf(text)) theirs.add(sentence)
  }
  assert.ok(theirs.size > 1_000)
  none(({ record }) =>
    textsIn(record).flatMap(({ at, text }) =>
      textsOf(text)
        .flatMap(sentencesOf)
        .filter((sentence) => theirs.has(sentence))
        .map((sentence) => `${at}: ${sentence}`),
    ),
  )
})

test('every region, every kind of support and every topic has records in catalogue/curated', (context) => {
  const count = (holds: (record: ResolvedRecord) => boolean): number =>
    measures.filter(({ record }) => holds(record)).length
  const unrestricted = count((record) => record.regions.length === 0)
  const byRegion = regions.map((region) => ({ region, own: count((record) => record.regions.includes(region)) }))
  const byInstrument = instrumentTypes.map((name) => ({ name, measures: count((r) => r.instrument_type === name) }))
  const byTopic = topics.map((name) => ({ name, measures: count((record) => record.topics.includes(name)) }))
  const conditions = measures.flatMap(({ record }) => {
    const ruleIds = ruleIdsOf(record)
    return record.conditions.map((condition) => isEvaluated(condition, ruleIds))
  })
  const evaluated = conditions.filter((is) => is).length
  context.diagnostic(`${measures.length} measures, ${unrestricted} of them without a region`)
  for (const { region, own } of byRegion) context.diagnostic(`${region}: ${own} own, ${own + unrestricted} with those`)
  context.diagnostic(byInstrument.map(({ name, measures: held }) => `${name} ${held}`).join(', '))
  context.diagnostic(byTopic.map(({ name, measures: held }) => `${name} ${held}`).join(', '))
  context.diagnostic(`${conditions.length} conditions, ${evaluated} evaluated by rules`)
  assert.deepEqual(
    byRegion.filter(({ own }) => own < ownPerRegionMin),
    [],
  )
  assert.deepEqual(
    [...byInstrument, ...byTopic]
      .filter(({ measures: held }) => held === 0)
      .map(({ name }) => `give a record of catalogue/curated ${name}: none has it`),
    [],
  )
})
