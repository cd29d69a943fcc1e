/**
 * Searches read by their meaning (`words=meant`): how many of those in `tests/catalogue/situations/` put what is right first,
 * beside the textbook ranking that search must not fall below, where that is there; and what one costs the thread at 10,000
 * measures, asked again, and first after the index has changed. The measures are copies of the curated ones.
 *
 *   node bench/search/meant.ts [measures]    # 10000
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { curatedEntriesAt, findMeant, indexOf } from '../../tests/harness/curated-index.ts'
import { tellFigure } from '../figures.ts'

const root = path.join(import.meta.dirname, '..', '..')
const files = ['first-searches.tsv', 'second-searches.tsv', 'third-searches.tsv']
const textbook = path.join(root, '..', 'shared', 'tools', 'textbook-ranking.mjs')
const [countText = '10000'] = process.argv.slice(2)
const at = Date.parse('2026-11-27T12:00:00Z')
const warmUps = 4
const rounds = 5
const usPerMs = 1_000

type Search = { language: string; q: string; right: string[]; good: string[] }
type Rank = (q: string, language: string) => readonly string[]

function searchesOf(file: string): Search[] {
  const lines = readFileSync(path.join(root, 'tests', 'catalogue', 'situations', file), 'utf8')
    .trim()
    .split('\n')
  const ids = (text: string): string[] => text.split(' ').filter((id) => id !== '')
  return lines.slice(1).map((line) => {
    const [language = '', , q = '', right = '', good = ''] = line.split('\t')
    return { language, q, right: ids(right), good: ids(good) }
  })
}

/** What is right counts 7, what is good 1, each the less the further behind it stands. */
function gainOf(ids: readonly string[], { right, good }: Search): number {
  const worth = (id: string): number => (right.includes(id) ? 7 : good.includes(id) ? 1 : 0)
  return ids.slice(0, 10).reduce((sum, id, place) => sum + worth(id) / Math.log2(place + 2), 0)
}

function judge(rank: Rank, searches: readonly Search[]): Record<string, string> {
  const asked = searches.filter(({ right }) => right.length > 0)
  let [atOne, inThree, ndcg, nothing] = [0, 0, 0, 0]
  for (const search of searches) if (rank(search.q, search.language).length === 0) nothing += 1
  for (const search of asked) {
    const ids = rank(search.q, search.language)
    const place = ids.findIndex((id) => search.right.includes(id))
    atOne += place === 0 ? 1 : 0
    inThree += place >= 0 && place < 3 ? 1 : 0
    ndcg += gainOf(ids, search) / gainOf([...search.right, ...search.good], search)
  }
  const share = (figure: number): string => `${((100 * figure) / asked.length).toFixed(0)} %`
  return {
    searches: String(asked.length),
    'at 1': share(atOne),
    'in 3': share(inThree),
    'nDCG 10': (ndcg / asked.length).toFixed(3),
    nothing: String(nothing),
  }
}

const small = indexOf(await curatedEntriesAt(at))
const product: Rank = (q) => findMeant(small, q).ids
const peer: Rank | null = existsSync(textbook)
  ? ((await import(pathToFileURL(textbook).href)) as { textbookRanking(): Rank }).textbookRanking()
  : null
for (const file of files) {
  const all = searchesOf(file)
  const table: Record<string, Record<string, string>> = {}
  for (const language of ['all', 'nl', 'fr', 'de', 'en']) {
    const some = all.filter((search) => language === 'all' || search.language === language)
    table[`product, ${language}`] = judge(product, some)
    if (peer !== null) table[`textbook, ${language}`] = judge((q, one) => peer(q, one), some)
  }
  process.stdout.write(`${file}\n`)
  console.table(table)
}

const copies = Math.ceil(Number(countText) / small.size.total)
const entries = await curatedEntriesAt(at, copies)
const queries = files.flatMap(searchesOf).map(({ q }) => q)
const index = indexOf(entries)
for (let round = 0; round < warmUps; round += 1) for (const q of queries) findMeant(index, q)
const again = Array.from({ length: rounds }, () => queries.map((q) => elapsedMs(() => findMeant(index, q))))
const best = queries.map((_, place) => Math.min(...again.map((times) => times[place] ?? 0)))
const fresh = indexOf(entries)
const first = queries.map((q) => elapsedMs(() => findMeant(fresh, q)))
const measures = entries.length
tell(`words=meant at ${measures} measures, mean`, mean(best), 2)
tell(`words=meant at ${measures} measures, p99`, quantile(best, 0.99), 8)
tell(`words=meant at ${measures} measures, the dearest first after a change`, Math.max(...first), 25)

function tell(promise: string, value: number, atMost: number): void {
  tellFigure({
    promise,
    engine: null,
    value: value * usPerMs,
    unit: 'us',
    goal: { of: 'value', atMost: atMost * usPerMs },
  })
  process.stdout.write(`${promise}: ${value.toFixed(2)} ms (at most ${atMost})\n`)
}

function elapsedMs(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
