/**
 * The public addresses of an EU call. They are built from the call's own ids; of the addresses that a row carries only
 * those of a form that is known to lead to the call are used, because old rows point at data files that are gone.
 */
import { type EuKind, type EuReference, type EuRow, firstOf, jsonOf, objectsIn, valuesOf } from './row.ts'

const portal = 'https://ec.europa.eu/info/funding-tenders/opportunities/portal/screen/opportunities'
const prospect = 'https://webgate.ec.europa.eu/prospect/external/publishedcalls.htm'
const cascadeForm =
  /^https:\/\/ec\.europa\.eu\/info\/funding-tenders\/opportunities\/portal\/screen\/opportunities\/competitive-calls-cs\/\d{1,12}$/
const callNumber = /^\d{1,12}/

/** The page on which the call can be read; null when the row holds no id to build it from. */
export function pageOf(row: EuRow, kind: EuKind, reference: EuReference, identifier: string): string | null {
  if (kind === 'topic') return `${portal}/topic-details/${encodeURIComponent(identifier)}`
  const number = callNumber.exec(reference.localId)?.[0] ?? null
  if (kind === 'prospect') return number === null ? null : `${prospect}?callId=${number}`
  const given = [
    ...valuesOf(row, 'callccm2Id').map((id) => `${portal}/competitive-calls-cs/${id}`),
    ...addressesOf(row),
  ]
  return (
    given.find((address) => cascadeForm.test(address)) ??
    (number === null ? null : `${portal}/competitive-calls-cs/${number}`)
  )
}

/** Where a proposal for the topic is begun; null unless the row names exactly one place of the Commission. */
export function applicationPageOf(row: EuRow): string | null {
  const addresses = new Set(
    objectsIn(jsonOf(row, 'links'))
      .map((link) => link.url)
      .filter((address) => typeof address === 'string' && isOfTheUnion(address)),
  )
  const [only] = addresses
  return addresses.size === 1 && typeof only === 'string' ? only : null
}

function addressesOf(row: EuRow): string[] {
  return [row.url, firstOf(row, 'url'), firstOf(row, 'esST_URL')].filter((address) => typeof address === 'string')
}

function isOfTheUnion(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.protocol === 'https:' && /(^|\.)europa\.eu$/.test(url.hostname)
}
