/**
 * The evaluator of a process, kept at its catalogue's state. It takes in what the catalogue's change log names before a
 * company is judged, so an answer never knows less than a list would show at the same moment.
 */
import type { Catalogue } from '../measures/catalogue/catalogue.ts'
import { instantTexts } from '../measures/core/render.ts'
import { servedDeadline, statusAt } from '../measures/core/status.ts'
import type { Instant } from '../values/brussels.ts'
import { Evaluator } from './core/evaluator/evaluator.ts'
import { type MatchableMeasure, prepare } from './core/prepared-measure.ts'
import { Sheets } from './core/sheets.ts'

export type Judging = { evaluator: Evaluator; sheets: Sheets }

type Followed = Judging & { catalogue: Catalogue; mark: number }

export class Matcher {
  #followed: Followed | null = null

  /** Evaluator and sheets for that catalogue as it is at `now`. */
  at(catalogue: Catalogue, now: Instant): Judging {
    catalogue.advance(now)
    const followed = this.#followed
    const changed = followed?.catalogue === catalogue ? catalogue.changes.since(followed.mark) : null
    if (followed === null || changed === null) {
      this.#followed = everything(catalogue)
      return this.#followed
    }
    if (changed.size > 0) takeIn(followed, changed)
    followed.mark = catalogue.changes.mark
    return followed
  }
}

function everything(catalogue: Catalogue): Followed {
  const evaluator = new Evaluator()
  const sheets = new Sheets({ measureOf: (id) => matchable(catalogue, id), textOf: instantTexts() })
  const followed = { catalogue, evaluator, sheets, mark: catalogue.changes.mark }
  takeIn(
    followed,
    [...catalogue.all()].map(({ id }) => id),
  )
  return followed
}

function takeIn({ catalogue, evaluator, sheets }: Followed, ids: Iterable<string>): void {
  for (const id of ids) {
    sheets.forget(id)
    const held = catalogue.held(id)
    if (held === null || held.withdrawnAt !== null) evaluator.remove(id)
    else evaluator.put(prepare(matchable(catalogue, id)))
  }
}

/** A measure of the catalogue as the matcher takes it, at the catalogue's instant. */
export function matchable(catalogue: Catalogue, id: string): MatchableMeasure {
  const { measure, context } = catalogue.rendering(id)
  const { record } = measure
  const excludes = [...record.related.excludes, ...measure.excluded_by].map(
    (other) => catalogue.resolveId(other) ?? other,
  )
  return {
    id,
    record,
    source: context.source,
    lastCheckedAt: measure.last_checked_at,
    status: statusAt(record.status, record.application_window, context.at),
    closesAt: servedDeadline(record.application_window, context.at),
    excludes: [...new Set(excludes)],
    licence: measure.licence,
  }
}
