/** What was read of a file or of a list of numbers: shown before anything is written, and taken when the person says so. */
import type { Caller, Counted } from '../../contract/call.ts'
import { Refusal } from '../../contract/refusals.ts'
import { inTurns } from '../../platform/in-turns.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Language } from '../../values/vocabularies.ts'
import { previewCompanyFile, takeCompanyFile } from '../../watchlists/file/company-file.ts'
import type { CompanyFile } from '../../watchlists/file/company-rows.ts'
import { faultsFile } from '../../watchlists/file/told/faults-file.ts'
import type { Screen } from '../frame/frame.ts'
import { type FileOrigin, filePreviewView, fileTakenView } from './file-view.ts'
import type { ListNeeds } from './screens.ts'
import { listWords } from './words.ts'

export type Taking = {
  caller: Caller
  counted: Counted
  language: Language
  watchlistId: string
  now: Instant
  signal: AbortSignal
  /** Of the list. */
  name: string
  title: string
  file: CompanyFile
  origin: FileOrigin
  /** The form once more, with what is wrong. */
  formWith(fault: string): Promise<Screen>
}

/** What taking it would come to. Writes nothing. */
export async function previewScreen({ database }: ListNeeds, taking: Taking): Promise<Screen> {
  const { caller, language, watchlistId, signal, name, title, file, origin } = taking
  const faults = await inTurns(faultsFile(file, language), signal)
  const preview = await previewCompanyFile(database, file, { caller, watchlistId })
  const body = filePreviewView({ language, listId: watchlistId, file, faults, preview, origin })
  return { title, about: name, place: 'watchlists', body }
}

/** Takes what can be taken; what the plan or the month refuses is said in the form. */
export async function takeScreen(needs: ListNeeds, taking: Taking): Promise<Screen> {
  const { caller, counted, language, watchlistId, now, signal, name, title, file } = taking
  const words = listWords[language]
  const faults = await inTurns(faultsFile(file, language), signal)
  try {
    const call = { caller, counted, watchlistId, now, idempotency: null }
    const { added, replaced } = await takeCompanyFile(needs, file, call)
    const body = fileTakenView({ language, listId: watchlistId, file, faults, added, replaced })
    return { title, about: name, place: 'watchlists', body }
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    if (refusal.code === 'match_quota_exceeded') return taking.formWith(words.quota)
    if (refusal.code !== 'plan_required') throw refusal
    const over = Number(refusal.details.requested) - Number(refusal.details.allowed)
    return taking.formWith(words.noRoom(String(over)))
  }
}
