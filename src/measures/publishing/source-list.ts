/**
 * The list of sources of a process: the one that the store holds, or another that is taken over now. What leaves the list
 * is switched off and its measures withdrawn, so who may take one over is decided in one place (`chooseList`), and
 * decided again with the store's word on it locked.
 */
import type { Sql } from '../../platform/database/database.ts'
import { WrongSetting } from '../../platform/settings.ts'
import { lockStoredList, noteSourcesFrom, storedList } from '../../sources/last-start.ts'
import { bundledList, chooseList, type ListChoice, type ListPlace, type ListUser } from '../../sources/list-choice.ts'
import type { SourcesFile } from '../../sources/read-sources-file.ts'
import { isRegistered, listSources } from '../../sources/registry.ts'
import type { OperatorMeans } from '../withdraw.ts'
import { replaceSources, saysTheSame } from './switch-source.ts'

export type ListRequest = {
  user: ListUser
  /** What `SOURCES_FILE` says; null where it is not set. */
  asked: ListPlace | null
  /** Reads the list of a place; throws `WrongSetting`. */
  read(place: ListPlace): Promise<SourcesFile>
}

/** The list that now holds. */
export type SettledList = {
  /** Null: there is none, or an earlier release did not note it. */
  from: ListPlace | null
  sources: number
  /** Whether it is the store's own, and not read from its place now. */
  isKept: boolean
}

/** Between looking at the store and holding it another process may take a list over; then it is looked at again. */
const triesMax = 5

/** Throws `WrongSetting` when the process was given another list than the store's and may not take it over. */
export async function settleSources(means: OperatorMeans, request: ListRequest): Promise<SettledList> {
  const { user, asked, read } = request
  for (let tries = 1; ; tries += 1) {
    const stored = await storedList(means.database, await listSources(means.database))
    const choice = chooseList(user, asked, stored)
    const from = stored?.from ?? null
    if (choice.verdict === 'keep') return { from, sources: await countListed(means.database), isKept: true }
    const file = await read(choice.place)
    if (choice.verdict === 'compare') {
      if (!isRegistered(await listSources(means.database), file.definitions, file.folder))
        throw isAnother(choice.place, from)
      return { from, sources: file.definitions.length, isKept: true }
    }
    const isHeld = from === choice.place && (await saysTheSame(means.database, file))
    if (isHeld || (await takeOver(means, request, choice, file)))
      return { from: choice.place, sources: file.definitions.length, isKept: false }
    if (tries === triesMax) throw new Error('The list of sources keeps being changed by another process.')
  }
}

/** In one transaction; false when the store has got another list meanwhile, on which the choice would be another. */
async function takeOver(
  means: OperatorMeans,
  { user, asked }: ListRequest,
  choice: ListChoice & { verdict: 'take' },
  file: SourcesFile,
): Promise<boolean> {
  const { database } = means
  return replaceSources(means, file, {
    isWanted: async (transaction) => {
      const now = chooseList(user, asked, await lockStoredList(transaction, database, () => listSources(transaction)))
      return now.verdict === 'take' && now.place === choice.place
    },
    alsoWrite: (transaction) => noteSourcesFrom(transaction, choice.place),
  })
}

async function countListed(sql: Sql): Promise<number> {
  return (await listSources(sql)).filter((source) => source.listed).length
}

function isAnother(asked: ListPlace, stored: ListPlace | null): WrongSetting {
  const own =
    stored === bundledList ? 'the bundled one' : stored === null ? 'one of another place' : `that of ${stored}`
  return new WrongSetting(
    `SOURCES_FILE must be left out here, or name the list of sources that the store has, ${own}. It names another, ${asked}, ` +
      'which only a service that is started with it ("serve") takes over. Nothing was changed.',
  )
}
