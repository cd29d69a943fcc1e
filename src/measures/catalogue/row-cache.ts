/**
 * Served rows as bytes: rendered when first asked for, kept until something they show changes. Compact rows are small and
 * all kept; full records are kept up to a bound of bytes, the oldest going first.
 */
import { type Language, languages, type View } from '../../values/vocabularies.ts'

/** Bytes of full records kept at most: some 60,000 records in one language. */
const fullBytesMax = 256 * 1024 * 1024

/** Rows of one language by the ids of their measures, in the order in which they came. */
type Rows = { compact: Map<string, Buffer>; full: Map<string, Buffer>; fullBytes: number }

const noRows = (): Rows => ({ compact: new Map(), full: new Map(), fullBytes: 0 })

export class RowCache {
  readonly #rows: Record<Language, Rows> = { nl: noRows(), fr: noRows(), en: noRows() }

  kept(view: View, id: string, language: Language): Buffer | null {
    return this.#rows[language][view].get(id) ?? null
  }

  keep(view: View, id: string, language: Language, row: Buffer): void {
    const rows = this.#rows[language]
    if (view === 'compact') {
      rows.compact.set(id, row)
      return
    }
    forgetFull(rows, id)
    rows.full.set(id, row)
    rows.fullBytes += row.length
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

  /** Forgets the full records of everybody for whom `concerns` holds. */
  forgetFullOf(concerns: (id: string) => boolean): void {
    for (const language of languages) {
      const rows = this.#rows[language]
      for (const id of [...rows.full.keys()]) if (concerns(id)) forgetFull(rows, id)
    }
  }

  // The language that holds most gives up its oldest: one that is rarely asked for keeps its few.
  #makeRoom(): void {
    for (;;) {
      const { nl, fr, en } = this.#rows
      if (nl.fullBytes + fr.fullBytes + en.fullBytes <= fullBytesMax) return
      const fullest = [fr, en].reduce((most, rows) => (rows.fullBytes > most.fullBytes ? rows : most), nl)
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
  rows.fullBytes -= row.length
}
