/** What `words=meant` finds and in which order (contract 11), over small catalogues that are told of nothing but what matters. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainEntry } from '../../../tests/harness/plain-entry.ts'
import { finished } from '../../search/sets/slices.ts'
import { meantSearch } from './meant-search.ts'
import { type HeldMeaning, MeasureIndex } from './measure-index.ts'
import type { Entry, Filters, Position } from './query.ts'

/** Codes cover what begins with them. */
const covers = (listed: readonly string[], asked: string) =>
  listed.some((code) => asked.startsWith(code)) ? ('covered' as const) : ('outside' as const)

function measure(id: string, words: Partial<Entry['words']>, more: Partial<Entry> = {}): Entry {
  return plainEntry(`m:${id}`, words, { titles: { nl: id, fr: id, en: id }, ...more })
}

/** Measures about other things, so that a word is rare. */
const others = Array.from({ length: 30 }, (_, number) =>
  measure(`other-${number}`, { title: ['Scheme for something else'] }),
)

function found(entries: readonly Entry[], q: string, filters: Filters = {}): string[] {
  const index = MeasureIndex.build([...others, ...entries], covers)
  const { query } = meantSearch(index, q, filters)
  return index.searchMeant(query, { filters, sort: 'relevance', after: null, limit: 20 }).ids.map((id) => id.slice(2))
}

const solar = (id: string, more: Partial<Entry> = {}): Entry =>
  measure(id, { title: ['Premie voor zonnepanelen'] }, more)

test('a purpose is found under any of its names, in whatever language', () => {
  const entries = [
    measure('fr', { title: ['Prime panneaux solaires'] }),
    measure('de', { title: ['Solaranlage'] }),
    solar('nl'),
  ]
  for (const q of ['zonnepanelen', 'solar panels', 'panneaux photovoltaïques', 'Photovoltaikanlage'])
    assert.deepEqual(found(entries, q).sort(), ['de', 'fr', 'nl'], q)
})

test('a place narrows, and matches nothing by its letters', () => {
  const facade = measure('facade', { title: ['Gent: gevelsubsidie'] }, { places: ['44021'] })
  const entries = [
    facade,
    solar('flanders', { regions: ['flanders'], places: ['flanders'] }),
    solar('wallonia', { regions: ['wallonia'], places: ['wallonia'] }),
  ]
  assert.deepEqual(found(entries, 'zonnepanelen gent'), ['flanders'])
})

test('a place that would leave nothing does not narrow', () => {
  const only = solar('wallonia', { regions: ['wallonia'], places: ['wallonia'] })
  assert.deepEqual(found([only], 'zonnepanelen gent'), ['wallonia'])
})

test('a trade leaves out what excludes it and puts first what is meant for it', () => {
  const excluding = { include: [], exclude: ['10', '47'], version: null, rules: [] }
  const bakeries = measure('bakeries', { title: ['Premie voor zonnepanelen'], conditions: ['Voor een bakkerij.'] })
  assert.deepEqual(found([solar('any'), bakeries, solar('out', { nace: excluding })], 'zonnepanelen bakkerij'), [
    'bakeries',
    'any',
  ])
})

test('what can be applied for goes before what nobody knows, and that before what is over', () => {
  const entries = [solar('closed', { status: 'closed' }), solar('unknown', { status: 'unknown' }), solar('open')]
  assert.deepEqual(found(entries, 'zonnepanelen'), ['open', 'unknown', 'closed'])
})

test('what is for the place goes before what is for its region, and that before what is for everybody', () => {
  const entries = [
    solar('everybody', { places: ['everywhere'] }),
    solar('region', { regions: ['flanders'], places: ['flanders'] }),
    solar('town', { regions: ['flanders'], places: ['44021'] }),
    solar('other-town', { regions: ['flanders'], places: ['11002'] }),
  ]
  assert.deepEqual(found(entries, 'zonnepanelen gent'), ['town', 'region', 'everybody', 'other-town'])
})

test('a measure that is called by its name stands first, although it is closed', () => {
  const named = measure('named', { title: ['Zonneplan'], keywords: ['Zonneplan Plus'] }, { status: 'closed' })
  const near = measure('near', { title: ['Zonneplan voor scholen plus advies'], summary: ['Zonneplan plus'] })
  assert.equal(found([near, named], 'zonneplan plus')[0], 'named')
})

test('one measure that has all words by accident does not silence the others', () => {
  const accident = measure('accident', {
    conditions: ['Wie een zaak overneemt en zonnepanelen heeft, een oven of een dak.'],
  })
  const ids = found([accident, solar('about')], 'oven zonnepanelen dak')
  assert.ok(ids.includes('about') && ids.includes('accident'))
})

test('where no purpose is understood, what can be applied for and is for the place still goes first', () => {
  const entries = [
    measure('antwerp', { title: ['Steun Antwerpen'] }, { regions: ['flanders'], places: ['11002'], status: 'closed' }),
    measure('flanders', { title: ['Steun Vlaanderen'] }, { regions: ['flanders'], places: ['flanders'] }),
    measure('ghent', { title: ['Steun'] }, { regions: ['flanders'], places: ['44021'] }),
  ]
  const ids = found(entries, 'Gent')
  assert.deepEqual(ids.slice(0, 2), ['ghent', 'flanders'])
  assert.ok(!ids.includes('antwerp'))
})

test('what is withdrawn makes nothing else rare enough to be left out', () => {
  const gone = measure('gone', { title: ['Fietsenstalling'] }, { withdrawn: true })
  assert.deepEqual(found([gone, solar('one'), solar('two')], 'fietsenstalling zonnepanelen').sort(), ['one', 'two'])
})

test('a measure that is asked for by its name is found wherever else somebody is', () => {
  const named = measure(
    'named',
    { title: ['Zonneplan Plus'] },
    { regions: ['flanders'], places: ['flanders'], status: 'closed' },
  )
  const near = measure(
    'near',
    { title: ['Zonneplan plus voor scholen'] },
    { regions: ['wallonia'], places: ['wallonia'] },
  )
  assert.equal(found([near, named], 'zonneplan plus namur')[0], 'named')
})

test('an instrument that a filter names says nothing more', () => {
  const loan = solar('loan', { instrument_type: 'loan' })
  const { query } = meantSearch(MeasureIndex.build([loan], covers), 'lening zonnepanelen', {
    instrument_type: ['grant'],
  })
  assert.deepEqual(query.overruled, [0])
  assert.equal(query.concepts.length, 1)
})

test('a filter that is given wins over what is understood of its kind', () => {
  const entries = [solar('flanders', { regions: ['flanders'] }), solar('wallonia', { regions: ['wallonia'] })]
  assert.deepEqual(found(entries, 'zonnepanelen gent', { region: ['wallonia'] }), ['wallonia'])
})

test('pages of what is meant neither lose nor repeat a measure, and an index that grew answers as one that was built', () => {
  const many = Array.from({ length: 60 }, (_, number) =>
    solar(`s${String(number).padStart(2, '0')}`, { status: number % 3 === 0 ? 'closed' : 'open' }),
  )
  const built = MeasureIndex.build([...others, ...many], covers)
  const grown = MeasureIndex.build(others, covers)
  finished(grown.makeRoom(many.length))
  for (const entry of many) grown.show(grown.stage(entry))
  const pagesOf = (index: MeasureIndex): string[] => {
    const ids: string[] = []
    let after: Position | null = null
    let held: HeldMeaning | null = null
    do {
      const { query } = meantSearch(index, 'zonnepanelen in Gent', {})
      const page = index.searchMeant(query, { filters: {}, sort: 'relevance', after, limit: 7 }, held)
      assert.equal(page.total, many.length)
      ids.push(...page.ids)
      after = page.next
      held = page
    } while (after !== null)
    return ids
  }
  const ids = pagesOf(built)
  assert.equal(new Set(ids).size, many.length)
  assert.equal(ids.length, many.length)
  assert.deepEqual(pagesOf(grown), ids)
})

test('a measure that is asked for by its name without its years, or in another number, stands first whatever its status', () => {
  const named = measure(
    'named',
    { title: ['Primes Habitation 2025-2026 : travaux'] },
    { status: 'closed', titles: { nl: 'Primes', fr: 'Primes', en: 'Primes' } },
  )
  const open = measure('open', { title: ['Habitation durable'], summary: ['Une habitation, une prime.'] })
  for (const q of ['prime habitation', 'Primes Habitation', 'primes habitation 2025-2026', 'les primes habitations'])
    assert.equal(found([open, named], q)[0], 'named', q)
  // One word of a name is no name: what is open goes before what is over.
  assert.equal(found([open, named], 'habitation')[0], 'open')
})

test('what is done once more finds what is about doing it, where no measure has the word itself', () => {
  const once = measure('once', { title: ['Aankleding van pleinen'] })
  assert.deepEqual(found([once], 'heraankleding'), ['once'])
  const again = measure('again', { title: ['Heraankleding'] })
  assert.equal(found([once, again], 'heraankleding')[0], 'again')
})

test('every form of a word finds what is written in any of them, and no form is taken for a misspelling', () => {
  const sale = measure('sale', { title: ['Steun bij de verkoop van hoeveproducten'] })
  for (const q of ['verkoop hoeveproducten', 'hoeveproducten verkocht']) assert.deepEqual(found([sale], q), ['sale'], q)
  // A letter lies between them, and the one is a word that people write.
  const near = measure('near', { title: ['Kalweren'] })
  assert.deepEqual(found([near], 'kalveren'), [])
})

test('a name that is typed as a measure has it names no other that differs by an ending', () => {
  const exact = measure('exact', { title: ['Primes énergie'] }, { regions: ['wallonia'], places: ['wallonia'] })
  const alike = measure('alike', { title: ['Prime énergie'] }, { regions: ['brussels'], places: ['brussels'] })
  assert.equal(found([exact, alike], 'primes énergie')[0], 'exact')
  assert.ok(!found([exact, alike], 'primes énergie Namur').includes('alike'))
})

test('a Dutch name of a Walloon town that is a Flemish province names the province', () => {
  const entries = [
    solar('flanders', { regions: ['flanders'], places: ['flanders'] }),
    solar('wallonia', { regions: ['wallonia'], places: ['wallonia'] }),
  ]
  assert.deepEqual(found(entries, 'zonnepanelen limburg'), ['flanders'])
})

test('whoever names a town whose province is called alike finds what is for other towns of it last', () => {
  const entries = [
    measure(
      'eupen',
      { title: ['Prime panneaux solaires pour toits'], keywords: ['panneaux solaires'] },
      { places: ['63023'] },
    ),
    measure(
      'region',
      { summary: ['Un prêt pour des panneaux solaires.'] },
      { regions: ['wallonia'], places: ['wallonia'] },
    ),
  ]
  assert.deepEqual(found(entries, 'panneaux solaires liège'), ['region', 'eupen'])
})

test('words of a name that stand in different fields are less than the name', () => {
  const entries = [
    measure('scattered', { title: ['Feasibility study'], keywords: ['grant'] }),
    measure('named', { summary: ['A study grant for students.'] }),
  ]
  assert.deepEqual(found(entries, 'studiebeurs'), ['named', 'scattered'])
})

test('what names other applicants alone than those of the purpose goes behind', () => {
  const entries = [
    measure('company', { title: ['Studiebeurs'] }, { applicant_types: ['company'] }),
    measure('household', { summary: ['Een studiebeurs.'] }, { applicant_types: ['household'] }),
  ]
  assert.deepEqual(found(entries, 'studiebeurs'), ['household', 'company'])
})
