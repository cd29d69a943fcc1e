import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { type IpdcJson, version } from '../../../../tests/harness/ipdc-products.ts'
import { StreamJournal, type StreamMark } from './journal.ts'
import { type IpdcVersion, readStreamPage } from './versions.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'journal-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const fileOf = (): string => path.join(folder, 'deep', 'stream.ndjson')

const mark = (page: string): StreamMark => ({ page, firstId: null, etag: '"e"', lastModified: null, ahead: [] })

const versionsOf = (members: IpdcJson[]): IpdcVersion[] =>
  readStreamPage({ view: {}, member: members }, { keepsWording: true })?.versions ?? []

async function withJournal<T>(work: (journal: StreamJournal) => Promise<T>, stream = 'stream'): Promise<T> {
  const journal = await StreamJournal.open(fileOf(), stream)
  try {
    return await work(journal)
  } finally {
    await journal.close()
  }
}

async function namesIn(journal: StreamJournal): Promise<(string | undefined)[]> {
  const names: (string | undefined)[] = []
  for await (const reading of journal.products()) {
    names.push(reading.kind === 'product' ? reading.product.name.nl : reading.reason)
  }
  return names
}

test('what one run read, the next one has: the newest versions, what is listed, and the last page', async () => {
  await withJournal(async (journal) => {
    assert.equal(journal.mark, null)
    await journal.turnPage(
      versionsOf([version(1, 1), version(2, 2), version(1, 3, { naam: { nl: 'Nieuw\u2028één' } })]),
      mark('0'),
    )
    await journal.turnPage(versionsOf([version(2, 4, { gearchiveerd: true }), version(3, 5)]), mark('1'))
  })
  await withJournal(async (journal) => {
    assert.deepEqual(journal.mark, mark('1'))
    assert.deepEqual(await namesIn(journal), ['Nieuw\u2028één', 'Verzonnen subsidie 3'])
    assert.equal(journal.listed, 2)
  })
})

test('an older version that comes later changes nothing', async () => {
  await withJournal(async (journal) => {
    await journal.turnPage(versionsOf([version(1, 5)]), mark('0'))
    await journal.turnPage(versionsOf([version(1, 1, { gearchiveerd: true })]), mark('1'))
  })
  assert.deepEqual(await withJournal(namesIn), ['Verzonnen subsidie 1'])
})

const torn = [
  '{"version":{"localId":"x',
  `${JSON.stringify({ version: versionsOf([version(9, 9)])[0] })}\n`,
  `${JSON.stringify({ version: versionsOf([version(9, 9)])[0] })}\n{"mark":`,
  'nonsense\n{"mark":{"page":"9"}}\n',
]
for (const [index, rest] of torn.entries()) {
  test(`a page that was not finished when the process died is cut off (${index + 1})`, async () => {
    await withJournal((journal) => journal.turnPage(versionsOf([version(1, 1)]), mark('0')))
    const before = await readFile(fileOf(), 'utf8')
    await appendFile(fileOf(), rest)
    assert.deepEqual(await withJournal(namesIn), ['Verzonnen subsidie 1'])
    assert.equal(await readFile(fileOf(), 'utf8'), before)
  })
}

test('the journal of another stream is begun anew', async () => {
  await withJournal((journal) => journal.turnPage(versionsOf([version(1, 1)]), mark('0')))
  assert.deepEqual(await withJournal(async (journal) => [journal.mark, await namesIn(journal)], 'other'), [null, []])
})

/** Writes so many versions of one product that opening the journal writes it anew. */
async function outgrow(): Promise<void> {
  const long = 'Zeer lange tekst. '.repeat(20_000)
  await withJournal(async (journal) => {
    await journal.turnPage(versionsOf([version(2, 1)]), mark('0'))
    for (let minute = 2; minute < 55; minute += 1) {
      await journal.turnPage(versionsOf([version(1, minute, { beschrijving: { nl: long } })]), mark(String(minute)))
    }
  })
}

test('a journal that is cleared right after it was written anew holds what comes then, and nothing else', async () => {
  await outgrow()
  await withJournal(async (journal) => {
    await journal.clear()
    await journal.turnPage(versionsOf([version(4, 60)]), mark('60'))
    assert.deepEqual(await namesIn(journal), ['Verzonnen subsidie 4'])
  })
  assert.ok(!(await readFile(fileOf(), 'utf8')).includes('\0'))
  assert.deepEqual(await withJournal(async (journal) => [journal.mark, await namesIn(journal)]), [
    mark('60'),
    ['Verzonnen subsidie 4'],
  ])
})

test('a journal of which most is out of date is written anew, and says the same', async () => {
  await outgrow()
  const grown = (await stat(fileOf())).size
  await withJournal(async (journal) => {
    assert.deepEqual(journal.mark, mark('54'))
    await journal.turnPage(versionsOf([version(3, 55)]), mark('55'))
    assert.deepEqual(await namesIn(journal), ['Verzonnen subsidie 2', 'Verzonnen subsidie 1', 'Verzonnen subsidie 3'])
  })
  assert.ok((await stat(fileOf())).size < grown / 10)
  assert.deepEqual(await withJournal(async (journal) => [journal.mark, (await namesIn(journal)).length]), [
    mark('55'),
    3,
  ])
})
