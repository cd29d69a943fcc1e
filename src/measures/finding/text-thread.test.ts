/** Texts of measures read on a thread of its own: the same index, and an end to the wait when the thread goes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { covers, entriesOf } from '../../../bench/search/catalogue.ts'
import { put } from '../../../tests/harness/changed-index.ts'
import { entryWords } from '../../../tests/harness/entry-words.ts'
import { inTurns } from '../../platform/in-turns.ts'
import { wordsOf } from '../../search/words/words.ts'
import { type IndexBuilder, MeasureIndex } from './measure-index.ts'
import type { Entry, Query } from './query.ts'
import { TextThread } from './text-thread.ts'

const all: Query = { words: [], filters: {}, sort: 'relevance', after: null, limit: 500 }

function* build(builder: IndexBuilder, entries: Iterable<Entry>): Generator<number, MeasureIndex> {
  for (const entry of entries) {
    builder.add(entry)
    yield* builder.catchUp()
  }
  builder.end()
  return yield* builder.finish()
}

async function indexBeside(entries: readonly Entry[]): Promise<MeasureIndex> {
  const texts = new TextThread()
  try {
    return await inTurns(build(MeasureIndex.builder(covers, entries.length, texts), entries))
  } finally {
    await texts.stop()
  }
}

test('an index of which a thread read the texts answers as one that was made here, and takes changes as that does', async () => {
  // More than a batch, the last not full; two entries of one id; texts of letters beyond Latin, and none at all.
  const entries = [...entriesOf(300)].toReversed()
  const [first, second, third] = entries
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are entries')
  const odd = {
    ...{ ...second, titles: { nl: 'Œuvre', fr: '', en: 'Київ' } },
    words: entryWords({ title: ['Œuvre Київ 𝐁𝐨𝐥𝐝'] }),
  }
  const wordless = { ...third, titles: { nl: '', fr: '', en: '' }, words: entryWords({}) }
  const given = [...entries, odd, wordless]
  const [here, beside] = [MeasureIndex.build(given, covers), await indexBeside(given)]
  const compare = (): void => {
    for (const text of ['', 'sub', 'e', 'de', 'oeuvre', 'київ', 'bold', 'bench', 'con in']) {
      for (const sort of ['relevance', 'title:nl', 'title:fr', 'title:en', 'deadline', 'updated'] as const) {
        const query = { ...all, words: wordsOf(text), sort }
        assert.deepEqual(beside.search(query).ids, here.search(query).ids, `${text} by ${sort}`)
      }
    }
  }
  assert.deepEqual(beside.size, here.size)
  compare()
  for (const index of [here, beside]) {
    put(index, { ...first, words: entryWords({ title: ['Zonnepanelen op daken'], names: ['subsidie'] }) })
    index.hide(second.id)
  }
  compare()
})

test('titles that come in the order of their ids are sorted while they come, alike ones by id', async () => {
  const titles = ['Zon', 'zon', 'Aide', 'àide', '', 'Innovatie']
  const entries = [...entriesOf(2_600)].map((entry, number) => {
    const title = titles[number % titles.length] ?? ''
    return { ...entry, titles: { ...entry.titles, fr: title } }
  })
  const [here, beside] = [MeasureIndex.build(entries.toReversed(), covers), await indexBeside(entries)]
  for (const sort of ['title:nl', 'title:fr'] as const) {
    const query = { ...all, sort, limit: entries.length }
    assert.deepEqual(beside.search(query).ids, here.search(query).ids, sort)
  }
})

test('an index of nothing can be read beside, too', async () => {
  assert.equal((await indexBeside([])).search(all).total, 0)
})

test('whoever waits for a thread that has ended is told so at once, while texts come and when they have come', async () => {
  for (const entries of [0, 20_000]) {
    const texts = new TextThread()
    await texts.stop()
    await nextTurn()
    const builder = MeasureIndex.builder(covers, entries, texts)
    const [entry] = entriesOf(1)
    if (entry === undefined) throw new Error('there is an entry')
    const some = Array.from({ length: entries }, () => entry)
    await assert.rejects(inTurns(build(builder, some)), /has ended/)
  }
})
