/** What tells a restore what it may not take back: the store that is replaced, and ledgers. And until when that is all of it. */
import type { Reads, Sql } from '../../platform/database/database.ts'
import { type Lasting, type LastingRow, lastingPerPage } from '../../platform/database/lasting.ts'
import type { Instant } from '../../values/brussels.ts'
import { livesAfter, noteLives } from './lives-store.ts'

/** A life of a store, and until when it is told what of it must be known. */
export type Life = { generation: string; until: Instant }

export type Teller = {
  /** Of which life it is; null: it does not tell all that must be known of one. */
  life: Life | null
  /** Pages of rows; those of a ledger are read anew each time. */
  rowsOf(part: Lasting): AsyncIterable<readonly LastingRow[]>
}

/** The lives before the one that tells: what it knows of them it was told when they ended. */
export const formerLives: Lasting = {
  word: 'life',
  mustBeKnown: true,
  toldDays: Number.POSITIVE_INFINITY,
  tables: ['former_life'],
  form: ['text', 'integer'],
  tell: livesAfter,
  honour: noteLives,
}

/** What a store tells of a part, in pages; of what happened before `since` some may be missing. */
export async function* toldOf(reads: Reads, part: Lasting, since: Instant): AsyncGenerator<readonly LastingRow[]> {
  for (let after: LastingRow | null = null, isLast = false; !isLast; ) {
    const rows: LastingRow[] = await part.tell(reads, after, since)
    if (rows.length > 0) yield rows
    after = rows.at(-1) ?? null
    isLast = rows.length < lastingPerPage
  }
}

/** Until when it is known what happened in a life that must be known; null: of no part of it. */
export async function knownUntil(tellers: readonly Teller[], generation: string): Promise<Instant | null> {
  const moments: Instant[] = []
  for (const { life, rowsOf } of tellers) {
    // What it does not tell of itself it does not tell of those before it either.
    if (life === null) continue
    if (life.generation === generation) moments.push(life.until)
    for await (const rows of rowsOf(formerLives))
      moments.push(...rows.filter(([of]) => of === generation).map(([, until]) => Number(until)))
  }
  return moments.length === 0 ? null : Math.max(...moments)
}

/**
 * Has a restored store keep to what is told, part by part, so that who is erased is so before all else, whichever says it. Answers in how
 * many rows of each the backup said otherwise.
 */
export async function honour(
  sql: Sql,
  parts: readonly Lasting[],
  tellers: readonly Teller[],
): Promise<Record<string, number>> {
  const honoured: Record<string, number> = {}
  for (const part of parts) {
    let changed = 0
    for (const { rowsOf } of tellers) for await (const rows of rowsOf(part)) changed += await part.honour(sql, rows)
    // Which lives there were is for further restores alone.
    if (part !== formerLives) honoured[part.word] = changed
  }
  return honoured
}

/** Notes for the lives after this one what is known of those before it. `backup`: the life that the backup is of, until it was taken. */
export async function noteFormerLives(sql: Sql, tellers: readonly Teller[], backup: Life): Promise<void> {
  const lives = [backup, ...tellers.map(({ life }) => life)].filter((life) => life !== null)
  await noteLives(
    sql,
    lives.map(({ generation, until }) => [generation, until]),
  )
}
