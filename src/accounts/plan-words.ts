/** What plans hold, in words for the contract: read from the table of plans, so that they cannot differ. */
import { planIds } from '../values/vocabularies.ts'
import { type PlanFigures, plans } from './plans.ts'

/** A figure of every plan, e.g. `100 on developer, 200 on pro and business, 500 on enterprise`. */
export function byPlan(figure: keyof PlanFigures): string {
  const held = Map.groupBy(planIds, (id) => plans[id][figure])
  const said = [...held].map(([value, ids]) => `${saidFigure(value)} on ${ids.join(' and ')}`)
  return said.join(', ')
}

function saidFigure(value: number | null): string {
  if (value === null) return 'unlimited'
  return value === 0 ? 'none' : value.toLocaleString('en')
}

/** Of rows, events or whatever a page is of. */
export function pageLimitWords(what: string): string {
  return `${what} a page; at most what the plan holds (\`max_page_size\`): ${byPlan('maxPageSize')}.`
}
