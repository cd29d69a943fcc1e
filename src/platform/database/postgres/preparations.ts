/**
 * Prepared statements, also through a pooler that gives another of the server's connections for each of them. A statement's
 * name follows from its text, so that whoever finds one of that name has the same statement, whichever process prepared it:
 * a connection of the server keeps what was once prepared on it, and soon all of them have it. What is not there yet, or is
 * there already, is an error by which nothing was done, and the statement is asked again in the other way. An admission
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

export type Preparing = { isOn: boolean; asked: number; missed: number }
type Moment = number

export const newPreparing = (): Preparing => ({ isOn: true, asked: 0, missed: 0 })

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
  // The name follows from the text, so that whoever finds it prepared finds the same statement.
  const name = hash('sha256', text, 'hex').slice(0, nameLetters)
  preparing.asked += 1
  for (let tried = 1; preparing.isOn && tried <= triesMax; tried += 1) {
    try {
      return await query(way, held, { text, parameters, name }, until, signal)
    } catch (error) {
      const fault = preparationFault(error)
      if (fault === null) throw error
      preparing.missed += 1
      const { asked, missed } = preparing
      // Where nobody stands in between it cannot happen: somebody does now. A statement that no longer fits stays so.
      if (!way.isPooled || fault === 'outdated' || (missed >= missesMin && missed * worthIt > asked))
        preparing.isOn = false
      else remember(held.client, name, fault === 'there' ? text : null)
    }
  }
  return query(way, held, plain(text, parameters), until, signal)
}

/** Has the driver take a statement for prepared on a connection, or (null) not; it keeps that without declaring it. */
function remember(client: pg.PoolClient, name: string, text: string | null): void {
  const { connection } = Object.fromEntries(Object.entries(client))
  const known: unknown = connection?.parsedStatements
  if (typeof known !== 'object' || known === null) return
  if (text === null) Reflect.deleteProperty(known, name)
  else Reflect.set(known, name, text)
}
