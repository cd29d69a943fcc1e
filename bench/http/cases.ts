/** What is asked for: single records, and filtered lists of 50 rows, short and full. */
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

export function casesFor(count: number): Case[] {
  const step = Math.max(1, Math.floor(count / singles))
  const list = (view: string): string[] => filters.map((filter) => `/v1/subsidies?${filter}&limit=50&view=${view}`)
  return [
    {
      name: 'one record',
      paths: Array.from({ length: singles }, (_, place) => `/v1/subsidies/${measureIdOf(place * step)}`),
    },
    { name: '50 short rows', paths: list('compact') },
    { name: '50 full rows', paths: list('full') },
  ]
}
