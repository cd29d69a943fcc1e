/** What is to be known about measures that are shown, in the languages of answers. */
import type { Warning } from '../contract/warnings.ts'
import type { Instant } from '../values/brussels.ts'
import { byCodePoint } from '../values/ids.ts'
import type { CatalogueState } from './catalogue/state.ts'
import type { ReadingDoubt } from './record/checked.ts'

/** Curated records state public knowledge; whether the authority's page still says so, nobody has looked yet. */
export const notChecked: Warning = {
  code: 'not_checked',
  message: {
    nl: 'Door ons verwoord uit wat algemeen bekend is, en nog niet nagegaan op de pagina van de overheid zelf (`source.last_checked_at` is null): volg de link voor u erop voortgaat.',
    fr: "Rédigé par nous d'après ce qui est connu de tous, et pas encore vérifié sur la page de l'autorité elle-même (`source.last_checked_at` est null) : suivez le lien avant de vous y fier.",
    en: "Worded by us from public knowledge and not yet checked against the authority's own page (`source.last_checked_at` is null): follow the link before relying on it.",
  },
}

export const pastDeadlinesFirst: Warning = {
  code: 'past_deadlines_first',
  message: {
    nl: 'Gerangschikt op uiterste datum, zonder filter op status of datum: maatregelen waarvan de datum voorbij is, komen eerst.',
    fr: 'Trié par date limite, sans filtre sur le statut ou la date : les mesures dont la date est passée viennent en premier.',
    en: 'Sorted by deadline without a status or deadline filter: measures whose deadline has passed come first.',
  },
}

/** The page goes on from a cursor of other filters. `names`: which, as parameters. */
export const filtersChanged = (names: readonly string[]): Warning => ({
  code: 'filters_changed',
  message: {
    nl: `De cursor is van een pagina met andere filters (${names.join(', ')}): wat voor die plaats zou staan, ontbreekt. Vraag zonder cursor om vooraan te beginnen.`,
    fr: `Le curseur est d'une page avec d'autres filtres (${names.join(', ')}) : ce qui se trouverait avant cette place manque. Demandez sans curseur pour commencer au début.`,
    en: `The cursor is of a page with other filters (${names.join(', ')}): what would stand before that place is missing. Ask without a cursor to begin at the start.`,
  },
})

/** Rows shown whose reading is in doubt: how many, and of the one that was read longest ago when and which. */
type LongAgo = { rows: number; on: string; id: string }

const checkedLongAgo = ({ rows, on, id }: LongAgo): Warning => ({
  code: 'checked_long_ago',
  message: {
    nl: `Gelezen meer dan 12 maanden geleden, of op een pagina waarvan niet geweten is dat ze van de overheid zelf is: ${rows} van de getoonde maatregelen; de oudste lezing is van ${on} (${id}). Volg de link voor u erop voortgaat.`,
    fr: `Lues il y a plus de 12 mois, ou sur une page dont on ne sait pas si elle est celle de l'autorité elle-même : ${rows} des mesures affichées ; la lecture la plus ancienne est de ${on} (${id}). Suivez le lien avant de vous y fier.`,
    en: `Read more than 12 months ago, or on a page that is not known to be the authority's own: ${rows} of the measures shown; the oldest reading is of ${on} (${id}). Follow the link before relying on it.`,
  },
})

/** The warnings of the readings in doubt among the rows of an answer; a measure of several rows counts once. */
export function doubtWarnings(doubts: Iterable<readonly [id: string, doubt: ReadingDoubt | null]>): Warning[] {
  const warnings: Warning[] = []
  const readOn: { id: string; on: string }[] = []
  let isUnread = false
  for (const [id, doubt] of doubts) {
    if (doubt === 'unread') isUnread = true
    else if (doubt !== null) readOn.push({ id, on: doubt.on })
  }
  if (isUnread) warnings.push(notChecked)
  // A month is older than its days as texts too; of equals the first id.
  const [oldest] = readOn.toSorted((left, right) => byCodePoint(left.on, right.on) || byCodePoint(left.id, right.id))
  if (oldest !== undefined) warnings.push(checkedLongAgo({ rows: readOn.length, ...oldest }))
  return warnings
}

/** What an answer given at `at` that shows these measures warns of. */
export function readingWarnings(state: CatalogueState, ids: Iterable<string>, at: Instant): Warning[] {
  return doubtWarnings([...new Set(ids)].map((id) => [id, state.readingDoubt(id, at)]))
}
