/** Making, showing, changing and deleting an account's saved searches. One of another account is met like one that never was. */
import { noteAudit } from '../accounts/audit/audit.ts'
import type { Actor } from '../accounts/audit/audit-entry.ts'
import { holdAccount } from '../accounts/operations.ts'
import { invalidBody, Refusal } from '../contract/refusals.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import { newId } from '../platform/new-id.ts'
import { formatInstant, type Instant } from '../values/brussels.ts'
import type { Language } from '../values/vocabularies.ts'
import { type KnownSources, readKeptSearch, readNewSearch, type SearchFault } from './asked-search.ts'
import { deleteDigest, everyOf } from './digest-store.ts'
import { setDigest } from './digests.ts'
import type { DigestChoice } from './every.ts'
import { faultOfName, type SavedSearch, searchBounds } from './saved-search.ts'
import { countSearches, deleteSearchRow, insertSearch, lockSearch, searchesOf, updateSearch } from './search-store.ts'

/** A search as it is answered; `fault`: why it cannot be read any more, null where it is. */
export type ShownSearch = ReturnType<typeof shownSearch>

/** What is undefined stays as it is, or is the default (`language`: en, `digest`: none). */
export type GivenSearch = {
  name?: string | undefined
  parameters?: Readonly<Record<string, string>> | undefined
  language?: Language | undefined
  digest?: DigestChoice | undefined
}

/** Whose search it is, who does it, and when. */
export type SearchCall = { accountId: string; actor: Actor; now: Instant }

function shownSearch(search: SavedSearch, digest: DigestChoice) {
  const { id, name, parameters, language, createdAt, updatedAt } = search
  const read = readKeptSearch(parameters)
  const fault: SearchFault | null = 'fault' in read ? read.fault : null
  return {
    ...{ id, name, parameters, fault, language, digest },
    created_at: formatInstant(createdAt),
    updated_at: formatInstant(updatedAt),
  }
}

/** An account's searches, oldest first. */
export async function listSearches(sql: Sql, accountId: string): Promise<ShownSearch[]> {
  const every = await everyOf(sql, accountId)
  return (await searchesOf(sql, accountId)).map((search) => shownSearch(search, every.get(search.id) ?? 'none'))
}

/** Refuses `invalid_parameter` (parameters), `invalid_body` (name), `conflict` (the account has as many as it may). */
export async function createSearch(
  database: Database,
  sources: KnownSources,
  { accountId, actor, now }: SearchCall,
  given: GivenSearch & { name: string; parameters: Readonly<Record<string, string>> },
): Promise<ShownSearch> {
  refuseFaults(given, sources)
  const { name, parameters, language = 'en', digest = 'none' } = given
  return database.transaction(async (transaction) => {
    await holdAccount(transaction, database.dialect, accountId)
    if ((await countSearches(transaction, accountId)) >= searchBounds.searchesMax)
      throw new Refusal(
        'conflict',
        `An account keeps at most ${searchBounds.searchesMax} searches, and this one does. Delete one first.`,
      )
    const id = newId('srch', now)
    const search: SavedSearch = { id, accountId, name, parameters, language, createdAt: now, updatedAt: now }
    await insertSearch(transaction, search)
    await noteAudit(transaction, now, { accountId, actor, action: 'search_created', subject: id, about: { name } })
    await setDigest(transaction, database.dialect, { accountId, actor, now, kind: 'search', subject: id }, digest)
    return shownSearch(search, digest)
  })
}

/** Sets what is given of a search; the rest stays. Refuses as `createSearch`, and `not_found`. */
export async function changeSearch(
  database: Database,
  sources: KnownSources,
  { accountId, actor, now }: SearchCall,
  id: string,
  given: GivenSearch,
): Promise<ShownSearch> {
  refuseFaults(given, sources)
  return database.transaction(async (transaction) => {
    const search = found(await lockSearch(transaction, database.dialect, accountId, id))
    const { name = search.name, parameters = search.parameters, language = search.language } = given
    const isChanged = given.name !== undefined || given.parameters !== undefined || given.language !== undefined
    const updatedAt = isChanged ? Math.max(search.updatedAt, now) : search.updatedAt
    const changed: SavedSearch = { ...search, name, parameters, language, updatedAt }
    if (isChanged) {
      await updateSearch(transaction, changed)
      await noteAudit(transaction, now, { accountId, actor, action: 'search_changed', subject: id, about: { name } })
    }
    const asked = { accountId, actor, now, kind: 'search', subject: id } as const
    if (given.digest !== undefined) await setDigest(transaction, database.dialect, asked, given.digest)
    return shownSearch(changed, (await everyOf(transaction, accountId)).get(id) ?? 'none')
  })
}

/** Deletes a search, and with it its digest. Refuses `not_found`. */
export async function deleteSearch(
  database: Database,
  { accountId, actor, now }: SearchCall,
  id: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const { name } = found(await lockSearch(transaction, database.dialect, accountId, id))
    await deleteDigest(transaction, accountId, id)
    await deleteSearchRow(transaction, id)
    await noteAudit(transaction, now, { accountId, actor, action: 'search_deleted', subject: id, about: { name } })
  })
}

function found(search: SavedSearch | null): SavedSearch {
  if (search === null) throw new Refusal('not_found', 'There is no such search.')
  return search
}

function refuseFaults({ name, parameters }: GivenSearch, sources: KnownSources): void {
  if (parameters !== undefined) readNewSearch(parameters, sources)
  const fault = name === undefined ? null : faultOfName(name)
  if (fault !== null) throw invalidBody('name', fault)
}
