/** What has changed for the companies of a list lately: its match events, newest first. */
import { eventsById } from '../../changes/feed.ts'
import { toldLately } from '../../changes/newest/newest.ts'
import type { Database } from '../../platform/database/database.ts'
import { formatInstant, type Instant } from '../../values/brussels.ts'
import { type LocalizedText, servedLanguage, textIn } from '../../values/localized-text.ts'
import type { Language, TextLanguage } from '../../values/vocabularies.ts'

export const latelyDays = 30
const shownMax = 20
/** Places of the feed that are looked at. */
const placesMax = 20_000
const dayMs = 86_400_000

const matchTypes = ['match.created', 'match.removed', 'match.status_changed'] as const

export type LatelyEvent = {
  at: string
  event: (typeof matchTypes)[number]
  reference: string
  title: { text: string; language: TextLanguage }
  /** Id of the measure, by which its page is found too. */
  slug: string
}

export async function listLately(
  database: Database,
  {
    accountId,
    watchlistId,
    now,
    language,
  }: { accountId: string; watchlistId: string; now: Instant; language: Language },
): Promise<LatelyEvent[]> {
  const ids: string[] = []
  const since = now - latelyDays * dayMs
  for await (const told of toldLately(database, accountId, { since, placesMax })) {
    const ours = told.filter(({ subject, subjectId }) => subject === 'match' && subjectId.startsWith(`${watchlistId}:`))
    ids.push(...ours.slice(0, shownMax - ids.length).map(({ id }) => id))
    if (ids.length === shownMax) break
  }
  const events = await eventsById(database, ids)
  return ids.flatMap((id) => {
    const stored = events.get(id)
    const event = matchTypes.find((type) => type === stored?.event)
    if (stored === undefined || event === undefined) return []
    const { company_reference: reference, subsidy_id: subsidyId, title: texts } = stored.summary
    const title = (texts ?? null) as LocalizedText | null
    const text = textIn(title, language) ?? String(subsidyId)
    const served = { text, language: servedLanguage(title, language) ?? language }
    return [
      {
        at: formatInstant(stored.createdAt),
        event,
        reference: String(reference),
        title: served,
        slug: String(subsidyId),
      },
    ]
  })
}
