/**
 * Prepared statements, also through a pooler that gives another of the server's connections for each of them (`pooled-query.ts`). Through
 * such a pooler a name is this process's own: what one process prepared on a connection of the server, no other asks for or prepares again. One
 * that was prepared before its tables changed is prepared anew under its next name, and all others stay as they are. An admission that is
 * not prepared costs four times as much.
 */
import { hash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Parameter } from '../database.ts'
import { type Held, plain, query, type Way } from './connection.ts'
import { preparationFault } from './faults.ts'
import type { PreparedOn } from './pooled-query.ts'

/** Of a prepared statement's name; the server takes up to 63. */
const nameLetters = 32
/** Ways in which one statement is tried before it goes unprepared. */
const triesMax = 3
/** From so many misses on it is looked whether preparing pays: not where one statement in `worthIt` misses. */
const missesMin = 200
const worthIt = 10
/** Names that a statement is given by one process; after that it goes unprepared, and it alone. */
const namesMax = 100

/**
 * `outdated`: of statements, by their text, how many of their names fit no more. `preparedOn`: through a pooler, on which of the server's
 * connections this process has prepared what; `own`: makes its names its own.
 */
export type Preparing = {
  isOn: boolean
  asked: number
  missed: number
  outdated: Map<string, number>
  preparedOn: PreparedOn
  own: string
}
type Moment = number

export const newPreparing = (): Preparing => ({
  isOn: true,
  asked: 0,
  missed: 0,
  outdated: new Map(),
  preparedOn: new Map(),
  own: randomBytes(8).toString('hex'),
})

/** Asks one statement, prepared where that goes well; nothing is done twice. */
export async function preparedQuery(
  way: Way & { preparing: Preparing },
  held: Held,
  text: string,
  parameters: readonly Parameter[],
  until: Moment,
  signal: AbortSignal | null,
): Promise<pg.QueryResult> {
  const { preparing } = way
  preparing.asked += 1
  for (let tried = 1; preparing.isOn && tried <= triesMax; tried += 1) {
    const outdated = preparing.outdated.get(text) ?? 0
    if (outdated >= namesMax) break
    const name = nameOf(way.keepsNames ? text : `${preparing.own} ${text}`, outdated)
    const preparedOn = way.keepsNames ? null : preparing.preparedOn
    try {
      return await query(way, held, { text, parameters, name, preparedOn }, until, signal)
    } catch (error) {
      const fault = preparationFault(error)
      if (fault === null) throw error
      if (fault === 'outdated') {
        // Asked beside others of its kind, which may have found the same.
        preparing.outdated.set(text, Math.max(preparing.outdated.get(text) ?? 0, outdated + 1))
        continue
      }
      preparing.missed += 1
      const { asked, missed } = preparing
      // Where nobody stands in between it cannot happen: somebody does now.
      if (!way.isPooled || (missed >= missesMin && missed * worthIt > asked)) preparing.isOn = false
    }
  }
  return query(way, held, plain(text, parameters), until, signal)
}

/**
 * The name follows from the text (through a pooler, with what makes it this process's own), and from how often its tables have changed
 * under it, which every process comes upon by itself.
 */
function nameOf(text: string, outdated: number): string {
  return hash('sha256', outdated === 0 ? text : `${outdated} ${text}`, 'hex').slice(0, nameLetters)
}
