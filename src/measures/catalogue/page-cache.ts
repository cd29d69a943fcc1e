/**
 * Pages of lists as they were answered, each under all that was asked: an integrator who polls asks the same few lists
 * again and again, and of each only the request's id is another. What is kept is of one state of the catalogue, and
 * forgotten whole when the next is shown.
 *
 * A page is kept when it is asked for a second time. Somebody who reads the catalogue from end to end asks for each page
 * once, and would put everybody else's out.
 */
import { JsonBytes, type JsonText } from '../../contract/call.ts'
import type { Warning } from '../../contract/warnings.ts'

/** A page of measures as it is answered. */
export type MeasurePage = {
  /** The rows as one JSON list. */
  rows: JsonBytes
  /** Rows that were asked for, which is at least as many as there are. */
  limit: number
  pagination: JsonText
  /** `attribution`, `disclaimer`, `total`. */
  meta: JsonText
  warnings: readonly Warning[]
}

/** Pages kept, and as many questions remembered of which nothing is kept yet. */
const pagesMax = 1_000
/** Bytes of all pages kept: of full records some 250 pages of fifty. */
const bytesMax = 64 * 1024 * 1024
/** Rows of so many bytes together are kept as one piece; longer ones, full records, lie where their rows do. */
const pieceBytesMax = 64 * 1024

export type PageBounds = { pagesMax: number; bytesMax: number }

export class PageCache {
  readonly #bounds: PageBounds
  /** In the order in which they came to be kept. */
  readonly #pages = new Map<string, { page: MeasurePage; bytes: number }>()
  #askedOnce = new Set<string>()
  #bytes = 0

  /** `bounds`: only tests name others. */
  constructor(bounds: PageBounds = { pagesMax, bytesMax }) {
    this.#bounds = bounds
  }

  /** What is kept of the question; null where nothing is. */
  kept(asked: string): MeasurePage | null {
    return this.#pages.get(asked)?.page ?? null
  }

  /** Takes note of a page that was made, of the state of now: keeps it, or remembers that it was asked for. */
  note(asked: string, page: MeasurePage): void {
    if (!this.#askedOnce.delete(asked)) {
      this.#askedOnce.add(asked)
      const [oldest] = this.#askedOnce
      if (this.#askedOnce.size > this.#bounds.pagesMax && oldest !== undefined) this.#askedOnce.delete(oldest)
      return
    }
    this.#forget(asked)
    const bytes = page.rows.parts.reduce((sum, part) => sum + part.length, 0)
    const isShort = bytes <= pieceBytesMax
    const rows = isShort ? new JsonBytes([Buffer.concat(page.rows.parts, bytes)]) : page.rows
    this.#pages.set(asked, { page: { ...page, rows }, bytes })
    this.#bytes += bytes
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= this.#bounds.pagesMax && this.#bytes <= this.#bounds.bytesMax) return
      this.#forget(oldest)
    }
  }

  /** Another state is shown. Whoever polls asks again what he asked before: it is kept as soon as it is made anew. */
  clear(): void {
    this.#askedOnce = new Set(this.#pages.keys())
    this.#pages.clear()
    this.#bytes = 0
  }

  #forget(asked: string): void {
    this.#bytes -= this.#pages.get(asked)?.bytes ?? 0
    this.#pages.delete(asked)
  }
}
