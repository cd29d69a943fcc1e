/** The derivation that the house rules on imports stand on, on small trees: a rule that finds nothing must be able to. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circles, importFault, impurities, placesOf, pureSuites, sharingSuites } from './source-tree.ts'

const pureText = "import { hash } from 'node:crypto'\nexport const digest = (text: string) => hash('sha256', text)\n"

const single: [what: string, file: string, text: string, reason: string | null][] = [
  ['a file that only computes', 'src/measures/a.ts', pureText, null],
  ['a name in a comment alone', 'src/measures/a.ts', '// as Date.now() tells\nexport const a = 1\n', null],
  [
    'an I/O module of node',
    'src/measures/a.ts',
    "import { readFile } from 'node:fs/promises'\n",
    'imports node:fs/promises',
  ],
  ['a type of one', 'src/measures/a.ts', "import type { Socket } from 'node:net'\n", 'imports node:net'],
  ['a package that nobody looked at', 'src/measures/a.ts', "import pg from 'pg'\n", 'imports pg'],
  ['an import for its effect', 'src/measures/a.ts', "import 'node:http'\n", 'imports node:http'],
  ['an import when it is needed', 'src/measures/a.ts', "const { x } = await import('node:net')\n", 'imports node:net'],
  ['what is passed on', 'src/measures/a.ts', "export { get } from 'node:http'\n", 'imports node:http'],
  [
    'random bytes of a module that also hashes',
    'src/measures/a.ts',
    "import { hash, randomBytes } from 'node:crypto'\n",
    'takes randomBytes of node:crypto',
  ],
  [
    'all of a module of which only some is pure',
    'src/measures/a.ts',
    "import * as crypto from 'node:crypto'\n",
    'takes * of node:crypto',
  ],
  ['the clock', 'src/measures/a.ts', 'export const now = () => Date.now()\n', 'names Date.now'],
  ['the day it is', 'src/measures/a.ts', 'export const now = () => new Date()\n', 'names new Date()'],
  ['a wait', 'src/measures/a.ts', 'setTimeout(() => {}, 1)\n', 'names setTimeout'],
  ['chance', 'src/measures/a.ts', 'export const draw = () => Math.random()\n', 'names Math.random'],
  ['the environment', 'src/measures/a.ts', 'export const home = process.env.HOME\n', 'names process.'],
  [
    'the platform',
    'src/measures/a.ts',
    "import type { Log } from '../platform/log.ts'\n",
    'imports src/platform/log.ts',
  ],
  [
    'a file of the platform that only computes',
    'src/webhooks/a.ts',
    "import { isPublicAddress } from '../platform/egress/addresses.ts'\n",
    null,
  ],
  ['a store by its name, in any room', 'src/measures/versions/record-store.ts', 'export const a = 1\n', 'is a store'],
  ['a job', 'src/measures/versions/clock.job.ts', 'export const a = 1\n', 'is an edge'],
]
for (const [what, file, text, reason] of single) {
  test(`${what}: ${reason === null ? 'pure' : `not pure, ${reason}`}`, () =>
    assert.equal(impurities(new Map([[file, text]])).get(file) ?? null, reason))
}

test('a file is as pure as what it imports through others, in circles too, and facts read at load are pure', () => {
  const impure = impurities(
    new Map([
      ['src/measures/top.ts', "import { a } from './middle.ts'\nimport { b } from './clean.ts'\n"],
      ['src/measures/middle.ts', "import { c } from './deep/low.ts'\nimport { d } from './top.ts'\n"],
      ['src/measures/deep/low.ts', "import { connect } from 'node:net'\n"],
      ['src/measures/clean.ts', "import { e } from './circle.ts'\nimport { f } from '../reference/facts.ts'\n"],
      ['src/measures/circle.ts', "import { b } from './clean.ts'\n"],
      ['src/reference/facts.ts', "import { readFileSync } from 'node:fs'\n"],
    ]),
  )
  assert.deepEqual(Object.fromEntries(impure), {
    'src/measures/deep/low.ts': 'imports node:net',
    'src/reference/facts.ts': 'imports node:fs',
    'src/measures/middle.ts': 'imports src/measures/deep/low.ts, which imports node:net',
    'src/measures/top.ts':
      'imports src/measures/middle.ts, which imports src/measures/deep/low.ts, which imports node:net',
  })
})

test('circles of imports are found, also those of types alone; files that only meet in a third are in none', () => {
  const found = circles(
    new Map([
      ['src/measures/top.ts', "import { a } from './left.ts'\nimport { b } from './right.ts'\n"],
      ['src/measures/left.ts', "import { type C, d } from './shared.ts'\n"],
      ['src/measures/right.ts', "import type { C } from './shared.ts'\nimport { e } from './deep/one.ts'\n"],
      ['src/measures/shared.ts', "import type { F } from '../values/two.ts'\n"],
      ['src/measures/deep/one.ts', "import type { G } from './three.ts'\n"],
      ['src/measures/deep/three.ts', "export type H = import('./four.ts').H\n"],
      ['src/measures/deep/four.ts', "import { type I, j } from './one.ts'\n"],
      ['src/values/two.ts', "import { k } from './four.ts'\n"],
      ['src/values/four.ts', "import { type F } from './two.ts'\n"],
    ]),
  )
  assert.deepEqual(found.toSorted(), [
    ['src/measures/deep/four.ts', 'src/measures/deep/one.ts', 'src/measures/deep/three.ts'],
    ['src/values/four.ts', 'src/values/two.ts'],
  ])
})

const tree = new Map([
  ['src/app.ts', ''],
  ['src/values/ids.ts', ''],
  ['src/platform/log.ts', ''],
  ['src/platform/database/database.ts', ''],
  ['src/contract/route.ts', ''],
  ['src/sources/source.ts', ''],
  ['src/sources/store.ts', ''],
  ['src/sources/registry.ts', "import { a } from './store.ts'\n"],
  ['src/sources/routes.ts', ''],
  ['src/measures/rules/rule.ts', ''],
  ['src/measures/rules/rule-store.ts', ''],
  ['src/measures/list.ts', "import { a } from './rules/rule-store.ts'\n"],
  ['src/measures/routes.ts', ''],
  ['src/measures/versions/version-routes.ts', ''],
  ['src/matching/match.ts', ''],
  ['src/measures/rules/rule.test.ts', ''],
])
const placeOf = placesOf(tree)

const imports: [from: string, to: string, fault: string | null][] = [
  ['src/measures/rules/rule.ts', 'src/sources/source.ts', null],
  ['src/measures/list.ts', 'src/sources/registry.ts', null],
  ['src/measures/list.ts', 'src/measures/rules/rule-store.ts', null],
  ['src/measures/list.ts', 'src/platform/log.ts', null],
  ['src/measures/routes.ts', 'src/measures/versions/version-routes.ts', null],
  ['src/app.ts', 'src/measures/routes.ts', null],
  ['src/measures/rules/rule.test.ts', 'src/app.ts', null],
  ['src/measures/list.ts', 'src/sources/store.ts', 'a store is imported by its own capability only'],
  ['src/measures/list.ts', 'src/sources/routes.ts', 'an edge is imported by app.ts only'],
  ['src/measures/list.ts', 'src/matching/match.ts', 'a capability imports earlier ones only'],
  ['src/measures/rules/rule.ts', 'src/matching/match.ts', 'a capability imports earlier ones only'],
  ['src/measures/list.ts', 'src/measures/routes.ts', 'an edge is imported by app.ts and other edges only'],
  ['src/measures/routes.ts', 'src/measures/rules/rule-store.ts', 'an edge imports no store'],
  ['src/measures/list.ts', 'src/app.ts', 'main.ts and app.ts are imported by no one'],
  ['src/measures/list.ts', 'src/measures/rules/rule.test.ts', 'tests are imported by tests only'],
  [
    'src/measures/rules/rule-store.ts',
    'src/measures/list.ts',
    'a store imports pure files and stores of its own capability, and the database',
  ],
  [
    'src/measures/rules/rule-store.ts',
    'src/sources/source.ts',
    'a store imports pure files and stores of its own capability, and the database',
  ],
  [
    'src/platform/log.ts',
    'src/sources/source.ts',
    'platform/ imports nothing of ours but values/, contract/, platform/',
  ],
  ['src/values/ids.ts', 'src/contract/route.ts', 'values/ imports nothing of ours but values/'],
]
for (const [from, to, fault] of imports) {
  test(`${from} -> ${to}: ${fault ?? 'allowed'}`, () => assert.equal(importFault(placeOf(from), placeOf(to)), fault))
}

test('suites share a process only when they, and the helpers that they take, compute and touch nothing else', () => {
  const suite = (more: string): string =>
    `import { test } from 'node:test'\nimport { digest } from '../measures/a.ts'\n${more}`
  const texts = new Map([
    ['src/measures/a.ts', pureText],
    ['src/measures/clock.ts', 'export const now = () => Date.now()\n'],
    ['tests/harness/words.ts', "export const word = 'a'\n"],
    ['tests/harness/folder.ts', "import { mkdtemp } from 'node:fs/promises'\nexport const make = mkdtemp\n"],
    ['tests/harness/slow-word.ts', "export const word = await Promise.resolve('a')\n"],
    ['src/measures/waiting.test.ts', suite("import { word } from '../../tests/harness/slow-word.ts'\n")],
    ['src/measures/plain.test.ts', suite('')],
    ['src/measures/helped.test.ts', suite("import { word } from '../../tests/harness/words.ts'\n")],
    ['src/measures/hooked.test.ts', suite('after(() => digest.stop())\n')],
    ['src/measures/mocked.test.ts', suite('mock.timers.enable()\n')],
    ['src/measures/timed.test.ts', suite("import { now } from './clock.ts'\n")],
    ['src/measures/writing.test.ts', suite("import { make } from '../../tests/harness/folder.ts'\n")],
  ])
  assert.deepEqual([...pureSuites(texts)], ['src/measures/plain.test.ts', 'src/measures/helped.test.ts'])
})

test('a suite may share a process where neither it nor a helper changes what a process has once, and no helper has hooks or is waited for', () => {
  const withLine = (line: string): string => `import { test } from 'node:test'\n${line}`
  const refused = [
    "process.env.TZ = 'UTC'\n",
    'delete process.env.TZ\n',
    "process.on('exit', stop)\n",
    'mock.timers.enable()\n',
    'globalThis.fetch = none\n',
    "import { quiet } from '../../tests/harness/quiet.ts'\n",
    "import { service } from '../../tests/harness/loaded.ts'\n",
    "import { browser } from '../../tests/harness/hooked.ts'\n",
    "setFlagsFromString('--allow-natives-syntax')\n",
  ]
  const taken = [
    'after(() => stop())\n',
    'const service = await startService()\n',
    "import { open } from '../../tests/harness/stores.ts'\n",
    "const server = process.env.TEST_DATABASE_URL ?? ''\n",
    '// process.exit(1) is in a comment\n',
    'test("a", async () => { after(() => stop()); await work() })\n',
  ]
  const named = (kind: string, lines: string[]) =>
    lines.map((line, at): [string, string] => [`src/measures/${kind}${at}.test.ts`, withLine(line)])
  const texts = new Map([
    ['tests/harness/quiet.ts', "export const quiet = () => process.off('warning', warn)\n"],
    ['tests/harness/loaded.ts', 'export const service = await startService()\n'],
    ['tests/harness/hooked.ts', 'after(() => stop())\n'],
    ['tests/harness/stores.ts', 'export const open = async () => await place()\n'],
    ...named('refused', refused),
    ...named('taken', taken),
  ])
  assert.deepEqual(
    [...sharingSuites(texts)],
    named('taken', taken).map(([file]) => file),
  )
})
