/** The types of the Python client: those of the document, strict, closed where something is sent, open where it is answered. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { mypyCommand, mypyMissing, pyrightFile, pyrightMissing, sourcesFolder } from '../../harness/python.ts'

const typedFolder = path.join(import.meta.dirname, 'typed')
const wrongFile = path.join(typedFolder, 'wrong.py')

/** Numbers of the lines that are said to be wrong. */
const wrongLines = (await readFile(wrongFile, 'utf8'))
  .split('\n')
  .flatMap((line, index) => (line.endsWith('# wrong') ? [index + 1] : []))

function run(command: string, words: readonly string[], environment: Record<string, string> = {}) {
  return spawnSync(command, words, { encoding: 'utf8', env: { ...process.env, ...environment } })
}

test('pyright, strict: nothing is wrong in the client and with who uses it rightly, and whatever is used wrongly is', {
  skip: pyrightMissing,
}, () => {
  const done = run(process.execPath, [pyrightFile, '-p', import.meta.dirname, '--outputjson'])
  const { generalDiagnostics, summary } = JSON.parse(done.stdout) as {
    generalDiagnostics: { file: string; severity: string; message: string; range: { start: { line: number } } }[]
    summary: { filesAnalyzed: number }
  }
  assert.ok(summary.filesAnalyzed > 20)
  assert.deepEqual(
    generalDiagnostics.filter(({ file }) => file !== wrongFile),
    [],
  )
  const found = new Set(generalDiagnostics.map(({ range }) => range.start.line + 1))
  assert.deepEqual(
    [...found].toSorted((a, b) => a - b),
    wrongLines,
  )
})

test('mypy, strict: the same', { skip: mypyMissing }, async () => {
  const cache = await mkdtemp(path.join(tmpdir(), 'mypy-'))
  // Older versions know named parameters from a typed dictionary by this switch only.
  const words = ['--strict', '--enable-incomplete-feature=Unpack', '--no-error-summary', '--cache-dir', cache]
  try {
    const environment = { MYPYPATH: sourcesFolder }
    const right = run(mypyCommand, [...words, sourcesFolder, path.join(typedFolder, 'right.py')], environment)
    assert.equal(right.status, 0, right.stdout)
    const wrong = run(mypyCommand, [...words, wrongFile], environment)
    const found = new Set([...wrong.stdout.matchAll(/wrong\.py:(\d+): error/g)].map(([, line]) => Number(line)))
    assert.deepEqual(
      [...found].toSorted((a, b) => a - b),
      wrongLines,
      wrong.stdout,
    )
  } finally {
    await rm(cache, { recursive: true, force: true })
  }
})
