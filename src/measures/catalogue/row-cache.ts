/**
 * Served rows as bytes: rendered when first asked for, kept until something they show changes. Compact rows are small and
 * all kept; full records are kept up to a bound of bytes, the oldest going first.
 */
import { type Language, languages, type View } from '../../values/vocabularies.ts'

/** Bytes of full records kept at most: some 60,000 records in one language. */
const fullBytesMax = 256 * 1024 * 1024

/** A row, and what an answer that shows it says beside. */
export type ServedRow = {
  json: Buffer
  /** The line that its source requires; null where it requires none. */
  attribution: string | null
}

/** Rows of one language by the ids of their measures, in the order in which they came. */
type Rows = { compact: Map<string, ServedRow>; full: Map<string, ServedRow>; fullBytes: number }

const noRows = (): Rows => ({ compact: new Map(), full: new Map(), fullBytes: 0 })

export class RowCache {
  readonly #rows: Record<Language, Rows> = { nl: noRows(), fr: noRows(), en: noRows() }

  kept(view: View, id: string, language: Language): ServedRow | null {
    return this.#rows[language][view].get(id) ?? null
  }

  keep(view: View, id: string, language: Language, row: ServedRow): void {
    const rows = this.#rows[language]
    if (view === 'compact') {
      rows.compact.set(id, row)
      return
    }
    forgetFull(rows, id)
    rows.full.set(id, row)
    rows.fullBytes += row.json.length
    this.#makeRoom()
  }

  /** Forgets what was rendered of a measure. */
  forget(id: string): void {
    for (const language of languages) {
      const rows = this.#rows[language]
      rows.compact.delete(id)
      forgetFull(rows, id)
    }
  }

  /** Forgets the full records of everybody for whom `concerns` holds, and the compact rows too where `compactToo` says so. */
  forgetOf(concerns: (id: string) => boolean, compactToo: boolean): void {
    for (const language of languages) {
      const rows = this.#rows[language]
      for (const id of [...rows.full.keys()]) if (concerns(id)) forgetFull(rows, id)
      if (compactToo) for (const id of [...rows.compact.keys()]) if (concerns(id)) rows.compact.delete(id)
    }
  }

  // The language that holds most gives up its oldest: one that is rarely asked for keeps its few.
  #makeRoom(): void {
    for (;;) {
      const all = Object.values(this.#rows)
      if (all.reduce((sum, { fullBytes }) => sum + fullBytes, 0) <= fullBytesMax) return
      const fullest = all.reduce((most, rows) => (rows.fullBytes > most.fullBytes ? rows : most))
      const [oldest] = fullest.full.keys()
      if (oldest === undefined) return
      forgetFull(fullest, oldest)
    }
  }
}

function forgetFull(rows: Rows, id: string): void {
  const row = rows.full.get(id)
  if (row === undefined) return
  rows.full.delete(id)
  rows.fullBytes -= row.json.length
}
