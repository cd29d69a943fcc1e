/**
 * Searches of people who have not seen the catalogue, asked of the whole service exactly as they were typed, and then of the
 * first call that the answer suggests, where it found nothing: how many find something, and how many what is right.
 *
 * The figures may not fall below what was reached: none is empty when a suggestion was followed. What the others must be: 75 %
 * right at 1, 92 % in the first 3.
 */
import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, test } from 'node:test'
import Type from 'typebox'
import { languages } from '../../src/values/vocabularies.ts'
import { curatedMeasures } from '../harness/curated-catalogue.ts'
import { startCuratedService } from '../harness/curated-service.ts'
import type { TestService } from '../harness/service.ts'
import { readYaml } from '../harness/yaml-files.ts'

/** Searches at least, and of them whole phrases. */
const searchesMin = 80
const rowsAsked = 10
const rowsFirst = 3

type Counts = Record<
  | 'emptyAsTyped'
  | 'emptyAfterSuggestion'
  | 'rightAtOne'
  | 'rightInFirst'
  | 'mostEmpty'
  | 'mostRightAtOne'
  | 'mostRightInFirst',
  number
>

/** What was reached, of the searches of each file whose measure the catalogue has. */
const reachedBy: Record<string, Counts> = {
  'blind-searches.yaml': {
    ...{ emptyAsTyped: 34, emptyAfterSuggestion: 0, rightAtOne: 75, rightInFirst: 84 },
    ...{ mostEmpty: 0, mostRightAtOne: 74, mostRightInFirst: 84 },
  },
  'control-searches.yaml': {
    ...{ emptyAsTyped: 97, emptyAfterSuggestion: 0, rightAtOne: 95, rightInFirst: 113 },
    ...{ mostEmpty: 3, mostRightAtOne: 90, mostRightInFirst: 113 },
  },
}

const searchesSchema = Type.Array(
  Type.Object(
    {
      q: Type.String({ minLength: 1, maxLength: 200 }),
      lang: Type.Enum(['nl', 'fr', 'de', 'en']),
      kind: Type.Enum(['phrase', 'keywords', 'name', 'typo']),
      right: Type.Array(Type.String()),
      also: Type.Array(Type.String()),
    },
    { additionalProperties: false },
  ),
)
type Search = Type.Static<typeof searchesSchema>[number]

function searchesOf(file: string): Search[] {
  return readYaml(path.join(import.meta.dirname, file), searchesSchema)
}

let service: TestService
before(async () => {
  service = await startCuratedService()
})
after(() => service.stop())

type List = { data: { id: string }[]; meta: { suggestions?: { q: string; words: string }[] } }

async function ask(
  { lang }: Search,
  q: string,
  words: string,
): Promise<{ ids: string[]; suggested: List['meta']['suggestions'] }> {
  const known = languages.find((language) => language === lang)
  const asked = new URLSearchParams({
    q,
    words,
    limit: String(rowsAsked),
    ...(known === undefined ? {} : { lang: known }),
  })
  const answer = await service.get(`/v1/subsidies?${asked}`)
  assert.equal(answer.status, 200, answer.body.toString())
  const { data, meta } = answer.json() as unknown as List
  return { ids: data.map(({ id }) => id), suggested: meta.suggestions }
}

for (const [file, reached] of Object.entries(reachedBy)) {
  const searches = searchesOf(file)
  const answerable = searches.filter(({ right }) => right.length > 0)

  test(`${file}: many searches, half of them phrases, in four languages, that name measures that there are`, async () => {
    assert.ok(searches.length >= searchesMin)
    assert.ok(searches.filter(({ kind }) => kind === 'phrase').length >= searches.length / 2)
    assert.deepEqual([...new Set(searches.map(({ lang }) => lang))].sort(), ['de', 'en', 'fr', 'nl'])
    const ids = new Set((await curatedMeasures()).map(({ id }) => id))
    assert.deepEqual(
      searches.flatMap(({ right, also }) => [...right, ...also]).filter((id) => !ids.has(id)),
      [],
    )
  })

  test(`${file}: searches of people who have not seen the catalogue find no less than they did`, async (context) => {
    const { count, notFirst } = await counted(answerable)
    const shown = (part: number): string => `${part} (${((100 * part) / answerable.length).toFixed(1)} %)`
    context.diagnostic(`${searches.length} searches, ${answerable.length} of them for measures that there are`)
    context.diagnostic(
      `empty as typed ${shown(count.emptyAsTyped)}, after a suggestion ${shown(count.emptyAfterSuggestion)}`,
    )
    context.diagnostic(
      `with at most one further call: right at 1 ${shown(count.rightAtOne)}, in 3 ${shown(count.rightInFirst)}`,
    )
    context.diagnostic(
      `words=most at once: empty ${shown(count.mostEmpty)}, right at 1 ${shown(count.mostRightAtOne)}, in 3 ${shown(count.mostRightInFirst)}`,
    )
    context.diagnostic(`not in the first 3: ${notFirst.join(' | ')}`)
    for (const name of ['emptyAsTyped', 'emptyAfterSuggestion', 'mostEmpty'] as const) {
      assert.ok(count[name] <= reached[name], `${name} rose to ${count[name]}`)
    }
    for (const name of ['rightAtOne', 'rightInFirst', 'mostRightAtOne', 'mostRightInFirst'] as const) {
      assert.ok(count[name] >= reached[name], `${name} fell to ${count[name]}`)
    }
  })
}

/** Asks each as it was typed, then what the answer suggests first, and for most of its words. */
async function counted(answerable: readonly Search[]): Promise<{ count: Counts; notFirst: string[] }> {
  const count: Counts = {
    ...{ emptyAsTyped: 0, emptyAfterSuggestion: 0, rightAtOne: 0, rightInFirst: 0 },
    ...{ mostEmpty: 0, mostRightAtOne: 0, mostRightInFirst: 0 },
  }
  const notFirst: string[] = []
  for (const search of answerable) {
    const isRight = (id: string | undefined): boolean => id !== undefined && search.right.includes(id)
    const typed = await ask(search, search.q, 'all')
    const [suggestion] = typed.suggested ?? []
    const found = suggestion === undefined ? typed : await ask(search, suggestion.q, suggestion.words)
    const most = await ask(search, search.q, 'most')
    if (typed.ids.length === 0) count.emptyAsTyped += 1
    if (found.ids.length === 0) count.emptyAfterSuggestion += 1
    if (isRight(found.ids[0])) count.rightAtOne += 1
    if (found.ids.slice(0, rowsFirst).some(isRight)) count.rightInFirst += 1
    else notFirst.push(search.q)
    if (most.ids.length === 0) count.mostEmpty += 1
    if (isRight(most.ids[0])) count.mostRightAtOne += 1
    if (most.ids.slice(0, rowsFirst).some(isRight)) count.mostRightInFirst += 1
  }
  return { count, notFirst }
}
