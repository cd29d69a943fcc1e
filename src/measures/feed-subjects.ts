/** What the change feed has to be told of measures and sources, from the catalogue. */
import type { Diff as FeedDiff } from '../changes/core/event.ts'
import type { FeedSubjects } from '../changes/list.ts'
import type { FollowedCatalogue } from './catalogue/follow.ts'
import { type Diff, maskDiff } from './core/diff.ts'
import { type LicenceModes, textFields } from './core/licence.ts'

/** How long a page of the feed waits for the catalogue to know its events. */
const catchUpMs = 1_000

/** Of a measure that the catalogue does not know (yet) nothing is shown that a licence could withhold. */
const unknownModes: LicenceModes = {
  default: 'link_only',
  fields: Object.fromEntries([...textFields, 'rules'].map((field) => [field, 'link_only'])),
}

export function feedSubjects(catalogue: FollowedCatalogue): FeedSubjects {
  return {
    reach: (publication) => catalogue.reach(publication, catchUpMs),
    isSource: (id) => catalogue.current.sources.some(({ source }) => source.definition.id === id),
    idsOfSubsidy(idOrSlug) {
      const id = catalogue.current.resolveId(idOrSlug)
      return id === null ? null : [id, ...(catalogue.current.held(id)?.mergedFrom ?? [])]
    },
    // The diffs of measure events are written by `writeTransitions` alone.
    shownDiff: (id, diff) => maskDiff(diff as Diff, catalogue.current.modesOf(id) ?? unknownModes) as FeedDiff,
  }
}
