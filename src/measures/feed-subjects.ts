/** What the change feed has to be told of measures and sources, from the catalogue. */
import type { Diff as FeedDiff } from '../changes/event/event.ts'
import type { FeedSubjects } from '../changes/list.ts'
import type { FollowedCatalogue } from './catalogue/follow.ts'
import { type Diff, maskDiff } from './diff/diff.ts'
import { type LicenceModes, textFields } from './record/licence.ts'

/** How long a page of the feed waits for the catalogue to know its events. */
const catchUpMs = 1_000

/** Of a measure that the catalogue does not know (yet) nothing is shown that a licence could withhold. */
const unknownModes: LicenceModes = {
  default: 'link_only',
  fields: Object.fromEntries([...textFields, 'rules'].map((field) => [field, 'link_only'])),
}

export function feedSubjects(catalogue: FollowedCatalogue): FeedSubjects {
  return {
    ready: () => catalogue.whenRead(),
    reach: (publication) => catalogue.reach(publication, catchUpMs),
    isSource: (id) => catalogue.readNow(({ state }) => state.hasSource(id)),
    namesOfSources: () => catalogue.readNow(({ state }) => state.namesOfSources()),
    meantSubsidies: (idOrSlug) => catalogue.readNow(({ state }) => state.meantNames(idOrSlug)),
    idsOfSubsidy: (idOrSlug) =>
      catalogue.readNow(({ state }) => {
        const id = state.resolveId(idOrSlug)
        return id === null ? null : [id, ...(state.known(id)?.mergedFrom ?? [])]
      }),
    // The diffs of measure events are written by `writeTransitions` alone.
    shownDiff: (id, diff) =>
      maskDiff(diff as Diff, catalogue.readNow(({ state }) => state.modesOf(id)) ?? unknownModes) as FeedDiff,
  }
}
