/** Naming measures that are born. */
import type { Sql } from '../../platform/database/database.ts'
import type { KeptRecord } from '../record/kept-record.ts'
import { nextSlug, slugOf } from '../record/slug.ts'
import { givenSlugs } from '../versions/store.ts'

/** Slugs for measures that are born: such as no measure was ever given, nor another of these. */
export class NewNames {
  readonly #sql: Sql
  readonly #own: Set<string>
  #given: Set<string> | null = null

  constructor(sql: Sql, own: readonly string[] = []) {
    this.#sql = sql
    this.#own = new Set(own)
  }

  async slugFor({ record }: KeptRecord): Promise<string> {
    this.#given ??= await givenSlugs(this.#sql)
    const given = this.#given
    const slug = nextSlug(slugOf(record.title), (candidate) => given.has(candidate) || this.#own.has(candidate))
    this.#own.add(slug)
    return slug
  }
}
