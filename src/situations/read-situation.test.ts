import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KnownNames, type Part, readSituation } from './read-situation.ts'

const names: KnownNames = {
  idsNamed: (words) => (words.join(' ') === 'blue river fund' ? ['be:blue-river'] : []),
  hasWord: (word) => word === 'vader',
}

function idOf(part: Part): string {
  if (part.kind === 'amount' || part.kind === 'people') return String(part.value)
  if (part.kind === 'measure') return part.ids.join(',')
  if (part.kind !== 'sense') return ''
  const [sense] = part.senses
  if (sense === undefined) return ''
  if (sense.kind === 'place') return sense.place.id
  if (sense.kind === 'applicant')
    return part.senses.flatMap((one) => (one.kind === 'applicant' ? one.type : [])).join(',')
  if (sense.kind === 'activity') return sense.trade.codes[0] ?? ''
  if (sense.kind === 'purpose') return sense.purpose.id
  if (sense.kind === 'topic') return sense.topic
  return sense.kind === 'instrument' ? sense.instrument : sense.programme.code
}

/** Each part as `kind text id`. */
function read(q: string): string[] {
  return readSituation(q, names).parts.map((part) => {
    const kind = part.kind === 'sense' ? (part.senses[0]?.kind ?? '') : part.kind
    return `${kind} ${part.text} ${idOf(part)}`.trim()
  })
}

const cases: [guarantee: string, q: string, expected: string[]][] = [
  [
    'what, who and where are told apart',
    'zonnepanelen bakkerij gent',
    ['purpose zonnepanelen solar_panels', 'activity bakkerij 10712', 'place gent 44021'],
  ],
  ['words without content are no part', 'steun voor een warmtepomp', ['ignored steun', 'purpose warmtepomp heat_pump']],
  [
    'a part of a municipality is in it',
    'roof insulation Berchem',
    ['purpose roof insulation roof_insulation', 'place Berchem 11002'],
  ],
  ['a postcode is a place', 'laadpaal 9000', ['purpose laadpaal charging_station', 'place 9000 44021']],
  ['a year is none', 'laadpaal 2027', ['purpose laadpaal charging_station', 'ignored 2027']],
  [
    'a place that is a word is meant where nothing else is',
    'warmtepomp mol',
    ['purpose warmtepomp heat_pump', 'place mol 13025'],
  ],
  ['and behind a preposition', 'warmtepomp in boom', ['purpose warmtepomp heat_pump', 'place boom 11005']],
  ['a unit of age is no place', 'warmtepomp 35 ans', ['purpose warmtepomp heat_pump', 'ignored 35', 'ignored ans']],
  ['a misspelt word is no place', 'warmtepomp gelihen', ['purpose warmtepomp heat_pump', 'word gelihen']],
  [
    'amounts and people are numbers',
    '8 werknemers warmtepomp 40.000 euro',
    ['people 8 werknemers 8', 'purpose warmtepomp heat_pump', 'amount 40.000 euro 40000'],
  ],
  [
    'thousands and millions are read',
    'heat pump €1,5 miljoen',
    ['purpose heat pump heat_pump', 'amount €1,5 miljoen 1500000'],
  ],
  [
    'English thousands are read',
    'heat pump 10,000 euros',
    ['purpose heat pump heat_pump', 'amount 10,000 euros 10000'],
  ],
  ['metres are no millions', 'heg 100 m', ['word heg', 'ignored 100', 'word m']],
  ['a power is no place', 'boiler 3000 watt', ['purpose boiler hot_water', 'ignored 3000', 'word watt']],
  ['a year of building is no place', 'warmtepomp 1950', ['purpose warmtepomp heat_pump', 'ignored 1950']],
  ['an article is no number of people', 'un travailleur', ['topic travailleur hiring_employment']],
  ['one letter wrong is put right', 'warmtepop', ['purpose warmtepop heat_pump']],
  ['two letters of a long word are put right', 'denkmahlschuts', ['purpose denkmahlschuts heritage_building']],
  ['two words that are one are one', 'warmte pomp', ['purpose warmte pomp heat_pump']],
  ['what denies a word stays with it', 'sans emploi', ['purpose sans emploi job_loss']],
  ['a measure is known by its name', 'the Blue River Fund', ['measure Blue River Fund be:blue-river']],
  ['an acronym is one word', 'R&D', ['purpose R&D rd_project']],
  ['a small thing is the thing', 'warmtepompje', ['purpose warmtepompje heat_pump']],
  [
    'who names his trade means another word otherwise',
    'chocolatier salon',
    ['activity chocolatier 10820', 'purpose salon trade_fair'],
  ],
]
for (const [guarantee, q, expected] of cases) {
  test(`a situation is read: ${guarantee} (${q})`, () => assert.deepEqual(read(q), expected))
}

test('the language of what was typed is the one that most of it is in', () => {
  const languageOf = (q: string) => readSituation(q, names).language
  assert.equal(languageOf('dak isoleren voor een huurwoning'), 'nl')
  assert.equal(languageOf('isoler le toit de ma maison'), 'fr')
  assert.equal(languageOf('Dach dämmen für mein Haus'), 'de')
  assert.equal(languageOf('insulate the roof of my house'), 'en')
  assert.equal(languageOf('9000'), null)
})

const hostile = [
  '',
  ' ',
  '\u0000\u0001\u202e',
  '<script>alert(1)</script>',
  '1 2 3 4 5 6 7 8 9 10',
  Array.from({ length: 100 }, (_, at) => String.fromCharCode(97 + (at % 26))).join(' '),
  'x'.repeat(200),
  '漢字 теплонасос مضخة',
  '𐐨'.repeat(200),
  '& + & + &',
  '99999999999999999999 euro',
  "l'l'l'l'l'l'",
]
test('nothing that somebody types makes the reader fail, and every part of it stands in what was typed', () => {
  for (const q of hostile)
    for (const { text } of readSituation(q, names).parts) assert.ok(q.includes(text) && text !== '', JSON.stringify(q))
})
