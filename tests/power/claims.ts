/** What a service has said is so, and must still be so after the power was cut: told as marks in the log of its writes. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '../../src/platform/database/database.ts'
import type { Recorded } from './write-log.ts'

/** A store that was opened after a cut, and its folder. */
export type Found = { database: Database; folder: string }
/** Throws where it is not so. */
export type Check = (found: Found) => Promise<void> | void

/** `from`, `until`: marks of the log; what ends a claim is marked before it is asked for. */
export type Claim = { what: string; from: string; until: string | null; check: Check }

/** `fewest` and `most`: what a count may be at that moment. */
export type Count = { fewest: number; most: number }

export type Claims = {
  /** From now on this is so. */
  hold(what: string, check: Check): Claim
  /** It may no longer be so: the opposite is about to be asked for. */
  end(claim: Claim): void
  /** A request that counts is about to be sent; `answered` is called when its answer is here. */
  asks(): { answered(): void }
  /** A count was shown: it is never less again. */
  shows(what: string, value: number, read: (found: Found) => Promise<number>): void
  /** Those that hold at a moment of the log, and what was counted until then. */
  at(index: number): { claims: Claim[]; requests: Count }
  /** To be called when the log is complete. */
  place(log: readonly Recorded[]): void
}

/** What a request counts may be forgotten for so long, and a little for the machine that is busy with other tests. */
const countsLostMs = 1_500

export function makeClaims(mark: (name: string) => void): Claims {
  const held: Claim[] = []
  const places = new Map<string, { index: number; atMs: number }>()
  const requests: { asked: string; answered: string }[] = []
  let marks = 0
  let cutAtMs: (index: number) => number = () => 0
  const next = (name: string): string => {
    marks += 1
    mark(`${name} ${marks}`)
    return `${name} ${marks}`
  }
  const isBefore = (name: string | null, index: number): boolean =>
    name !== null && (places.get(name)?.index ?? Number.POSITIVE_INFINITY) < index
  const hold = (what: string, check: Check): Claim => {
    const claim: Claim = { what, from: next('holds'), until: null, check }
    held.push(claim)
    return claim
  }
  return {
    hold,
    end: (claim) => {
      claim.until = next('ends')
    },
    asks() {
      const request = { asked: next('asked'), answered: '' }
      requests.push(request)
      return {
        answered: () => {
          request.answered = next('answered')
        },
      }
    },
    shows: (what, value, read) =>
      void hold(`${what} is not less than ${value}, which was shown`, async (found) => {
        const is = await read(found)
        assert.ok(is >= value, `it is ${is}`)
      }),
    at(index) {
      const cutMs = cutAtMs(index)
      const isOld = ({ answered }: { answered: string }): boolean =>
        isBefore(answered, index) && (places.get(answered)?.atMs ?? cutMs) < cutMs - countsLostMs
      return {
        claims: held.filter(({ from, until }) => isBefore(from, index) && !isBefore(until, index)),
        requests: {
          fewest: requests.filter(isOld).length,
          most: requests.filter(({ asked }) => isBefore(asked, index)).length,
        },
      }
    },
    place(log) {
      for (const [index, { kind, first, atMs }] of log.entries())
        if (kind === 'mark') places.set(first, { index, atMs })
      cutAtMs = (index) => log[index]?.atMs ?? log.at(-1)?.atMs ?? 0
    },
  }
}

/** That a statement finds exactly one row, with these values in it. */
export function rowIs(text: string, parameters: readonly string[], expected: Record<string, unknown>): Check {
  return async ({ database }) => {
    const row = await database.one(text, parameters)
    assert.ok(row !== null, 'it is not there')
    const found = Object.fromEntries(Object.keys(expected).map((name) => [name, row[name]]))
    assert.deepEqual(found, expected)
  }
}

/** That a statement finds nothing. */
export function isGone(text: string, parameters: readonly string[]): Check {
  return async ({ database }) => assert.equal(await database.one(text, parameters), null)
}

export const secretFile = (folder: string): Buffer => readFileSync(path.join(folder, 'secret.key'))
