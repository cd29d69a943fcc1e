/** One measure for its page: what REST serves of it, in which language its texts are there, what it is related to, its last changes. */
import type { Catalogue } from '../../measures/catalogue/catalogue.ts'
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import type { CatalogueState } from '../../measures/catalogue/state.ts'
import type { ReadingDoubt } from '../../measures/record/checked.ts'
import type { ResolvedRecord } from '../../measures/record/record.ts'
import type { Subsidy } from '../../measures/record/record-schema.ts'
import { lastChanges, subsidyNotFound } from '../../measures/versions/history.ts'
import type { Database } from '../../platform/database/database.ts'
import { settlesWithin } from '../../platform/settles-within.ts'
import { queryWordsOf } from '../../search/words/joined/query-words.ts'
import { type Day, dayOf } from '../../values/brussels.ts'
import { type LocalizedText, servedLanguage, textIn, toldIn } from '../../values/localized-text.ts'
import { type EventType, type Language, liveStatuses, type TextLanguage } from '../../values/vocabularies.ts'

/** Of its history the date and type of that many changes (contract 10). */
const changesShown = 5
/** How long a page waits for them; without them it says so. */
const changesWaitMs = 1_000
/** Measures whose last changes are kept, each of one version. */
const keptMost = 2_000

/** The language of the page, and that in which the measure's own texts are told where they are there. */
type Told = { language: Language; texts: TextLanguage }

/** Another measure, as far as it is known here. */
export type Related = { id: string; slug: string | null; title: string; language: TextLanguage | null }

/** What a version touched, and on which day: nothing of what it said. */
export type ChangeShown = { version: number; day: Day; categories: readonly EventType[] }

export type MeasureShown = {
  measure: Subsidy
  /** The title in the language of the place, where it is another one than the title served. */
  otherTitle: { text: string; language: TextLanguage } | null
  served: {
    title: TextLanguage | null
    summary: TextLanguage | null
    description: TextLanguage | null
    amountNote: TextLanguage | null
    windowNote: TextLanguage | null
    application: {
      steps: readonly (TextLanguage | null)[]
      documents: readonly (TextLanguage | null)[]
      contact: TextLanguage | null
      note: TextLanguage | null
    }
    /** In their order. */
    legalBasis: readonly (TextLanguage | null)[]
    /** By the id of the condition. */
    conditions: ReadonlyMap<string, TextLanguage | null>
  }
  sourceName: string
  related: {
    excludes: readonly Related[]
    requires: readonly Related[]
    variantOf: Related | null
    replacedBy: readonly Related[]
    replaces: readonly Related[]
    alike: readonly Related[]
  }
  /** See `CatalogueState.readingDoubt`. */
  doubt: ReadingDoubt | null
  /** Newest first; null: the store did not tell in time. */
  changes: readonly ChangeShown[] | null
}

type ServedApplication = NonNullable<Subsidy['application']>

/** Measures that one can apply for, for the same applicants and places, on the same subjects. */
const alikeMost = 4

/**
 * Of those the ones whose titles and texts have most of the words of the title come first, and then those that changed last.
 * Alternatives and what is excluded or required is named elsewhere, and left out.
 */
function alikeTo(current: Catalogue, measure: Subsidy, language: Language): Related[] {
  const { regions, topics, applicant_types, related } = measure
  if (topics.length === 0) return []
  const filters = {
    topic: topics,
    region: regions.length === 0 ? null : regions,
    applicant_type: applicant_types.length === 0 ? null : applicant_types,
    status: liveStatuses,
  } as const
  const found = (words: readonly string[]) =>
    current.index.search({
      words,
      most: words.length > 0,
      filters,
      sort: 'relevance',
      after: null,
      limit: 3 * alikeMost,
    }).ids
  const known = new Set([measure.id, ...Object.values(related).flat()])
  const others = (ids: readonly string[]) => ids.filter((id) => !known.has(id)).slice(0, alikeMost)
  const worded = others(found(queryWordsOf(measure.title)))
  // The second search is for those whose title few others speak of.
  const ids = worded.length === alikeMost ? worded : others([...new Set([...worded, ...found([])])])
  return ids.map((id) => relatedOf(current.state, id, language))
}

/**
 * The measure of a slug; of an id, and of what was merged into another, the slug under which it has its page. Refuses
 * `subsidy_not_found`.
 */
export async function showMeasurePage(
  needs: { catalogue: FollowedCatalogue; database: Database },
  asked: string,
  told: Told,
): Promise<MeasureShown | { movedTo: string }> {
  const { language } = told
  const shown = await needs.catalogue.read((current) => {
    // The page of what is not found offers a search; a name that may be meant would stand nowhere on it.
    const id = current.state.resolveId(asked)
    if (id === null) throw subsidyNotFound(asked, [])
    const measure: Subsidy = JSON.parse(current.row('full', id, language).toString('utf8'))
    return measure.slug === asked ? shownOf(current, id, measure, told) : { movedTo: measure.slug }
  })
  if ('movedTo' in shown) return shown
  const { id, version } = shown.measure
  return { ...shown, changes: await changesOf(needs.database, id, version) }
}

function shownOf(
  current: Catalogue,
  id: string,
  served: Subsidy,
  { language, texts }: Told,
): Omit<MeasureShown, 'changes'> {
  const { state } = current
  const { record } = state.rendering(id).measure
  const measure = textsIn(texts, record, served)
  const languageOf = (text: LocalizedText | null): TextLanguage | null => servedLanguage(text, language, texts)
  const localLanguage = localLanguageOf(measure)
  const local = localLanguage === null ? null : (record.title[localLanguage] ?? null)
  const related = (other: string): Related => relatedOf(state, other, language)
  // Others that were merged are one, and one that was merged into this measure is no other.
  const others = (ids: readonly string[]): Related[] =>
    [...new Map(ids.map(related).map((one) => [one.id, one])).values()].filter((one) => one.id !== id)
  const { excludes, requires, variant_of: variantOf, replaced_by: replacedBy, replaces } = measure.related
  return {
    measure,
    otherTitle:
      localLanguage === null || local === null || isIn(local, measure.title)
        ? null
        : { text: local, language: localLanguage },
    served: {
      title: languageOf(record.title),
      summary: languageOf(record.summary),
      description: languageOf(record.description),
      amountNote: languageOf(record.amount?.note ?? null),
      windowNote: languageOf(record.application_window.note),
      application: {
        steps: record.application?.steps.map(languageOf) ?? [],
        documents: record.application?.documents.map(languageOf) ?? [],
        contact: languageOf(record.application?.contact?.name ?? null),
        note: languageOf(record.application?.note ?? null),
      },
      legalBasis: record.legal_basis.map(({ title }) => languageOf(title)),
      conditions: new Map(record.conditions.map((condition) => [condition.id, languageOf(condition.text)])),
    },
    sourceName:
      state.sources.find(({ source }) => source.definition.id === measure.source_id)?.source.definition.name ??
      measure.source_id,
    related: {
      excludes: others(excludes),
      requires: others(requires),
      variantOf: variantOf === null ? null : related(variantOf),
      replacedBy: others(replacedBy),
      replaces: others(replaces),
      alike: alikeTo(current, served, language),
    },
    doubt: state.readingDoubt(id, state.instant),
  }
}

/** The measure as it is served, with its own texts in that language where they are there. */
function textsIn(texts: TextLanguage, record: ResolvedRecord, served: Subsidy): Subsidy {
  const told = <Text extends string | null>(text: LocalizedText | null, one: Text) => toldIn(texts, text, one)
  const conditions = new Map(record.conditions.map(({ id, text }) => [id, text]))
  const { amount, application_window: window, application } = served
  return {
    ...served,
    title: told(record.title, served.title),
    summary: told(record.summary, served.summary),
    description: told(record.description, served.description),
    amount: amount === null ? null : { ...amount, note: told(record.amount?.note ?? null, amount.note) },
    application_window: { ...window, note: told(record.application_window.note, window.note) },
    application: application === null ? null : applicationIn(texts, record.application, application),
    conditions: served.conditions.map((one) => ({ ...one, text: told(conditions.get(one.id) ?? null, one.text) })),
    legal_basis: served.legal_basis.map((one, place) => ({
      ...one,
      title: told(record.legal_basis[place]?.title ?? null, one.title),
    })),
  }
}

function applicationIn(
  texts: TextLanguage,
  record: ResolvedRecord['application'],
  served: ServedApplication,
): ServedApplication {
  const told = <Text extends string | null>(text: LocalizedText | null | undefined, one: Text) =>
    toldIn(texts, text ?? null, one)
  const { contact } = served
  return {
    ...served,
    steps: served.steps.map((one, place) => told(record?.steps[place], one)),
    documents: served.documents.map((one, place) => told(record?.documents[place], one)),
    contact: contact === null ? null : { ...contact, name: told(record?.contact?.name, contact.name) },
    note: told(record?.note, served.note),
  }
}

/** Whether a name stands in the other already, whatever its case. */
function isIn(name: string, other: string): boolean {
  return other.toLowerCase().includes(name.toLowerCase())
}

/** In which language the authority itself calls a measure of one region alone. */
function localLanguageOf({ regions }: Subsidy): TextLanguage | null {
  const [only] = regions
  if (regions.length !== 1) return null
  return only === 'flanders' ? 'nl' : only === 'wallonia' ? 'fr' : null
}

function relatedOf(state: CatalogueState, id: string, language: Language): Related {
  const resolved = state.resolveId(id)
  const known = resolved === null ? null : state.known(resolved)
  if (known === null) return { id, slug: null, title: id, language: null }
  const { title } = state.recordOf(known)
  return {
    id: known.id,
    slug: known.slug,
    title: textIn(title, language) ?? id,
    language: servedLanguage(title, language),
  }
}

const kept = new Map<string, readonly ChangeShown[]>()

/** A version is what it is: what was read of one is never asked for again. */
async function changesOf(database: Database, id: string, version: number): Promise<readonly ChangeShown[] | null> {
  const key = `${id} ${version}`
  const known = kept.get(key)
  if (known !== undefined) return known
  let read: readonly ChangeShown[] | null = null
  const reading = lastChanges(database, id, changesShown).then((changes) => {
    read = changes.map(({ version, validFrom, categories }) => ({ version, day: dayOf(validFrom), categories }))
  })
  await settlesWithin(reading, changesWaitMs)
  if (read === null) return null
  const [oldest] = kept.keys()
  if (kept.size >= keptMost && oldest !== undefined) kept.delete(oldest)
  kept.set(key, read)
  return read
}
