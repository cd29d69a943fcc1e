/** Companies that are checked by their numbers: each shows one thing, and none exists. */
import { type CompanyGiven, type FileGiven, numberOf, rowsOf } from './register-files.ts'

/** Ten digits each. `unknown`: in no register. */
export const numbers = {
  bakery: numberOf(4_030_192),
  oven: numberOf(20_000_031),
  chain: numberOf(4_200_002),
  shops: [numberOf(30_000_000), numberOf(30_000_001), numberOf(30_000_002)],
  large: numberOf(4_500_005),
  person: numberOf(5_012_345),
  stall: numberOf(21_000_059),
  /** A person with two establishments. */
  manyStalls: numberOf(5_023_456),
  /** Its postcode lies in several municipalities, and its municipality is not known. */
  between: numberOf(4_600_006),
  ceased: numberOf(4_300_003),
  unknown: numberOf(9_876_543),
} as const

/** What nobody may be shown of the person. */
export const personName = 'Zefanja Voorbeeldsma'

const towns: [postcode: string, municipality: string][] = [
  ['9000', 'Gent'],
  ['4000', 'Liège'],
  ['9000', 'Gent'],
]
const doorsOfLarge = 25

const companies: CompanyGiven[] = [
  {
    number: numbers.bakery,
    names: [['2', '001', 'Bakkerij Voorbeeld']],
    office: ['1000', 'Brussel'],
    establishments: [{ number: numbers.oven, postcode: '9000', municipality: 'Gent' }],
    activities: [['006', '2025', '10711', 'MAIN']],
  },
  {
    number: numbers.chain,
    names: [['2', '001', 'Meer Deuren']],
    office: ['2000', 'Antwerpen'],
    establishments: numbers.shops.map((number, place) => {
      const [postcode, municipality] = towns[place] ?? ['9000', 'Gent']
      return { number, postcode, municipality }
    }),
  },
  {
    number: numbers.large,
    names: [['2', '001', 'Vele Deuren']],
    establishments: Array.from({ length: doorsOfLarge }, (_, place) => ({
      number: numberOf(40_000_000 + place),
      postcode: '3000',
      municipality: 'Leuven',
    })),
  },
  {
    number: numbers.person,
    kind: 'natural',
    started: '05-03-1999',
    names: [['2', '001', personName]],
    office: ['8000', 'Brugge'],
    establishments: [{ number: numbers.stall, postcode: '8310', municipality: 'Assebroek' }],
    activities: [['001', '2025', '96210', 'MAIN', numbers.stall]],
  },
  {
    number: numbers.manyStalls,
    kind: 'natural',
    establishments: [
      { number: numberOf(21_000_071), postcode: '8310', municipality: 'Assebroek' },
      { number: numberOf(21_000_072), postcode: '9000', municipality: 'Gent' },
    ],
  },
  {
    number: numbers.between,
    names: [['1', '001', 'Entre Deux']],
    establishments: [{ number: numberOf(20_000_099), postcode: '4000', municipality: 'Nulle Part' }],
  },
  { number: numbers.ceased, status: 'ST', names: [['2', '001', 'Gestopt']], office: ['9000', 'Gent'] },
]

export const checkedRegister: FileGiven = { extract: 141, day: '01-11-2026', rows: rowsOf(companies) }
