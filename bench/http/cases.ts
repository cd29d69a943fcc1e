/**
 * What is asked for: single records, and filtered lists of 50 rows, short and full. The service keeps pages that are asked
 * for again, so lists are asked in three ways: a few that come back all the time, as of those who poll; several hundred,
 * which all fit what is kept; and so many that no page is there any more when it is asked for again.
 */
import { measureIdOf } from '../start/store.ts'

export type Case = { name: string; paths: string[] }

const filters = [
  'region=flanders&status=open',
  'region=wallonia&company_size=small&status=open,continuous',
  'instrument_type=grant&status=open',
  'government_level=region&topic=energy_efficiency,investment',
  'status=open,forthcoming&company_size=micro&sort=updated',
  'nace=62.01&status=open&sort=title',
]
const singles = 48
const listsOfMany = 500
const listsBeyondKeeping = 1_200

export function casesFor(count: number): Case[] {
  const step = Math.max(1, Math.floor(count / singles))
  const list = (view: string): string[] => filters.map((filter) => `/v1/subsidies?${filter}&limit=50&view=${view}`)
  // Another instant makes another question; every measure of the bench changed after all of them.
  const lists = (view: string, count: number): string[] =>
    Array.from({ length: count }, (_, number) => {
      const since = new Date(Date.UTC(2001, 0, 1) + number * 1_000).toISOString()
      return `${list(view)[number % filters.length]}&updated_since=${since}`
    })
  return [
    {
      name: 'one record',
      paths: Array.from({ length: singles }, (_, place) => `/v1/subsidies/${measureIdOf(place * step)}`),
    },
    { name: '50 short rows', paths: list('compact') },
    { name: '50 full rows', paths: list('full') },
    { name: '50 short rows of 500 lists', paths: lists('compact', listsOfMany) },
    { name: '50 short rows, never kept', paths: lists('compact', listsBeyondKeeping) },
  ]
}
