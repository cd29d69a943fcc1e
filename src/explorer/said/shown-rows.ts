/** Rows of measures as the explorer lists them: what REST serves, and in which language each text is there. */
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import type { KnownMeasure } from '../../measures/catalogue/known-measure.ts'
import type { CatalogueState } from '../../measures/catalogue/state.ts'
import type { ReadingDoubt } from '../../measures/record/checked.ts'
import type { MeasureRecord } from '../../measures/record/record.ts'
import type { CompactSubsidy } from '../../measures/record/record-schema.ts'
import { inTurns } from '../../platform/in-turns.ts'
import { servedLanguage, toldIn } from '../../values/localized-text.ts'
import type { Language, TextLanguage } from '../../values/vocabularies.ts'
import type { ServedLanguages } from './measure-row.ts'

/** `doubt`: of its reading, see `CatalogueState.readingDoubt`. */
export type ShownRow = { row: CompactSubsidy; served: ServedLanguages; doubt: ReadingDoubt | null }

/**
 * What a page shows of a list: its rows, of one state with whatever `find` has found out. `texts`: in which language titles and
 * summaries are shown where they are there and served; in all else, as in `language`.
 */
export async function shownRows<Found extends { ids: readonly string[] }>(
  catalogue: FollowedCatalogue,
  { language, texts }: { language: Language; texts: TextLanguage },
  find: (now: Parameters<Parameters<FollowedCatalogue['read']>[0]>[0]) => Found,
): Promise<Found & { rows: ShownRow[] }> {
  const { found, pin } = await catalogue.read((now) => ({ found: find(now), pin: now.pin() }))
  using held = pin
  const served = await inTurns(held.rows('compact', found.ids, language))
  const rows = served.map(({ json }) => shown(held.state, JSON.parse(json.toString('utf8')), language, texts))
  return { ...found, rows }
}

function shown(state: CatalogueState, row: CompactSubsidy, language: Language, texts: TextLanguage): ShownRow {
  const known = state.known(row.id)
  if (known === null) return { row, served: { title: null, summary: null }, doubt: null }
  const { title, summary } = textsOf(state, known)
  return {
    row: { ...row, title: toldIn(texts, title, row.title), summary: toldIn(texts, summary, row.summary) },
    served: { title: servedLanguage(title, language, texts), summary: servedLanguage(summary, language, texts) },
    doubt: state.readingDoubt(row.id, state.instant),
  }
}

type Texts = Pick<MeasureRecord, 'title' | 'summary'>

/** By what is known of a measure, which is made anew when the measure changes: reading its record takes longer than its row. */
const keptTexts = new WeakMap<KnownMeasure, Texts>()

function textsOf(state: CatalogueState, known: KnownMeasure): Texts {
  const kept = keptTexts.get(known)
  if (kept !== undefined) return kept
  const { title, summary } = state.recordOf(known)
  const texts = { title, summary }
  keptTexts.set(known, texts)
  return texts
}
