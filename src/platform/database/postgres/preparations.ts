/**
 * Prepared statements, also through a pooler that gives another of the server's connections for each of them. A statement's
 * name follows from its text, so that whoever finds one of that name has the same statement, whichever process prepared it:
 * a connection of the server keeps what was once prepared on it, and soon all of them have it. What is not there yet, or is
 * there already, is an error by which nothing was done, and the statement is asked again in the other way. One that was
 * prepared before its tables changed is prepared anew under its next name, and all others stay as they are. An admission
 * that is not prepared costs four times as much.
 */
import { hash } from 'node:crypto'
import type pg from 'pg'
import type { Parameter } from '../database.ts'
import { type Held, plain, query, type Way } from './connection.ts'
import { preparationFault } from './faults.ts'

/** Of a prepared statement's name; the server takes up to 63. */
const nameLetters = 32
/** Ways in which one statement is tried before it goes unprepared. */
const triesMax = 3
/** From so many misses on it is looked whether preparing pays: not where one statement in `worthIt` misses. */
const missesMin = 200
const worthIt = 10
/** Names that a statement is given by one process; after that it goes unprepared, and it alone. */
const namesMax = 100

/** `outdated`: of statements, by their text, how many of their names fit no more. */
export type Preparing = { isOn: boolean; asked: number; missed: number; outdated: Map<string, number> }
type Moment = number

export const newPreparing = (): Preparing => ({ isOn: true, asked: 0, missed: 0, outdated: new Map() })

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
    const name = nameOf(text, outdated)
    try {
      return await query(way, held, { text, parameters, name }, until, signal)
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
      else remember(held.client, name, fault === 'there' ? text : null)
    }
  }
  return query(way, held, plain(text, parameters), until, signal)
}

/**
 * The name follows from the text, so that whoever finds it prepared finds the same statement; and from how often its tables
 * have changed under it, which every process comes upon by itself.
 */
function nameOf(text: string, outdated: number): string {
  return hash('sha256', outdated === 0 ? text : `${outdated} ${text}`, 'hex').slice(0, nameLetters)
}

/** Has the driver take a statement for prepared on a connection, or (null) not; it keeps that without declaring it. */
function remember(client: pg.PoolClient, name: string, text: string | null): void {
  const { connection } = Object.fromEntries(Object.entries(client))
  const known: unknown = connection?.parsedStatements
  if (typeof known !== 'object' || known === null) return
  if (text === null) Reflect.deleteProperty(known, name)
  else Reflect.set(known, name, text)
}
