/** House rules that are plain to see in the text of the files. Ratchets: what is good cannot get worse. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { test } from 'node:test'

const root = path.join(import.meta.dirname, '..', '..')
const linesMax = 400
const medianLinesMax = 150
const functionLinesMax = 120

const roomFilesMax = 25
/** Tables: nothing but data, or written by a program, so their length says nothing. */
const isData = (file: string): boolean => /^src\/values\/labels\.ts$|^clients\/typescript\/src\/generated\//.test(file)

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)))
const sources = files.filter((file) => /\.(ts|mjs)$/.test(file))
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

test('no file is longer than 400 lines, and half of those of src/ have fewer than 150', () => {
  const lengths = sources
    .filter((file) => !isData(file) && !file.endsWith('.test.ts'))
    .map((file) => ({ file, lines: textOf(file).split('\n').length - 1 }))
  assert.deepEqual(
    lengths.filter(({ lines }) => lines > linesMax),
    [],
  )
  const inSource = lengths.filter(({ file }) => file.startsWith('src/')).toSorted((a, b) => a.lines - b.lines)
  const median = inSource[Math.floor(inSource.length / 2)]
  assert.ok(median !== undefined && median.lines < medianLinesMax, `the median is ${median?.lines} lines`)
})

/** Where statements are made of lists: the one place for it, and what is of a table's columns. */
const listMakers = [
  'src/platform/database/lists.ts',
  'src/platform/database/statements.ts',
  'src/platform/database/own-rows.ts',
  'src/platform/database/postgres/in-use.ts',
  'src/companies/register/register-file-store.ts',
]

test('lists of values get into a statement by lists.ts alone, which bounds how many texts a statement has', () => {
  const numbered = /\(_, \w+\) =>\s*`[^`\n]*\$\$\{/
  const makers = sources.filter(
    (file) => file.startsWith('src/') && !file.endsWith('.test.ts') && numbered.test(textOf(file)),
  )
  assert.deepEqual(makers.toSorted(), listMakers.toSorted())
})

test('every program is one that the runtime can read, also those that no test starts', () => {
  const unreadable = sources.filter((file) => {
    if (!file.endsWith('.ts')) return false
    try {
      stripTypeScriptTypes(textOf(file))
      return false
    } catch {
      return true
    }
  })
  assert.deepEqual(unreadable, [])
})

test('a room of src/ has at most 25 files beside its tests; none is named for being pure', () => {
  const rooms = Map.groupBy(
    sources.filter((file) => file.startsWith('src/') && !file.endsWith('.test.ts')),
    (file) => path.posix.dirname(file),
  )
  const crowded = [...rooms].filter(([, inRoom]) => inRoom.length > roomFilesMax).map(([room]) => room)
  assert.deepEqual(crowded, [])
  assert.deepEqual(
    [...rooms.keys()].filter((room) => room.split('/').includes('core')),
    [],
  )
})

test('no marker of unfinished work, no skipped and no exclusive test is left', () => {
  const marker = new RegExp(['TO' + 'DO', 'FIX' + 'ME', '\\/\\/ X{3}', 'not implem' + 'ented'].join('|'))
  // What cannot run in every clone is skipped with a reason, as an option of the test.
  const leftOut = /\b(?:test|it|describe|suite|t|context)\.(?:skip|only|todo)\(|\b(?:skip|todo|only): true\b/
  const isTest = (file: string): boolean => file.endsWith('.test.ts') || file.startsWith('tests/')
  assert.deepEqual(
    sources.filter((file) => marker.test(textOf(file)) || (isTest(file) && leftOut.test(textOf(file)))),
    [],
  )
})

test('no barrel, no drawer', () => {
  const drawer = /(^|\/)(index|utils?|helpers?|common|types|misc)(\.ts|\/)/
  assert.deepEqual(
    sources.filter((file) => drawer.test(file)),
    [],
  )
})

test('no check is silenced (the linter refuses every `any` itself)', () => {
  const silenced = /@ts-(ignore|expect-error|nocheck)|biome-ignore/
  assert.deepEqual(
    sources.filter((file) => file !== 'tests/house/tidy.test.ts' && silenced.test(textOf(file))),
    [],
  )
})

test('no function is longer than 120 lines', () => {
  const long: string[] = []
  for (const file of sources.filter((candidate) => !candidate.endsWith('.test.ts'))) {
    let start = 0
    textOf(file)
      .split('\n')
      .forEach((line, index) => {
        if (/^(export )?(async )?function\b/.test(line)) start = index + 1
        if (line === '}' && start > 0) {
          if (index + 1 - start > functionLinesMax) long.push(`${file}:${start}`)
          start = 0
        }
      })
  }
  assert.deepEqual(long, [])
})

test('every file under test stands beside its test or in tests/, and no test file is numbered', () => {
  assert.deepEqual(
    sources.filter((file) => /\d+\.test\.ts$/.test(file)),
    [],
  )
})
