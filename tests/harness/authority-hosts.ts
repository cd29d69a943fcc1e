/** Whose page an address is: sites of authorities, and desks of governments that speak for all of them (`reference/authority-hosts.tsv`). */
import { authorities } from '../../src/reference/authorities.ts'
import { listIn, readTable } from '../../src/reference/table.ts'

/** In place of ids: the desk tells of the measures of every authority. */
const everyAuthority = '*'

const rows = readTable('authority-hosts.tsv', ['host', 'authorities']).map((cell) => ({
  host: cell('host'),
  authorities: listIn(cell('authorities')),
}))
const siteOf = new Map(authorities().flatMap(({ id, url }) => (url === null ? [] : [[id, hostOf(url)] as const])))

/** Hosts of the table, and the authorities that each names. */
export function authorityHosts(): readonly { host: string; authorities: readonly string[] }[] {
  return rows
}

/** Whether the page is one of an authority of these ids, or of a desk that speaks for them. */
export function isPageOf(url: string, ids: readonly string[]): boolean {
  const host = hostOf(url)
  const isOn = (site: string): boolean => host === site || host.endsWith(`.${site}`)
  if (ids.some((id) => isOn(siteOf.get(id) ?? '.'))) return true
  return rows.some(
    ({ host: listed, authorities }) =>
      isOn(listed) && (authorities.includes(everyAuthority) || authorities.some((id) => ids.includes(id))),
  )
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}
