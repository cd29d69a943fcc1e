/** The files of `src/` as the house rules see them: what each imports, which kind it is, and whether it is pure. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Capabilities in order: a later one may use an earlier one, never the reverse. */
export const capabilities = [
  'accounts',
  'mail',
  'limits',
  'companies',
  'changes',
  'sources',
  'situations',
  'measures',
  'taxonomy',
  'ingestion',
  'matching',
  'watchlists',
  'webhooks',
  'digests',
  'export',
  'mcp',
  'usage',
  'billing',
  'sign_in',
  'backup',
  'health',
  'pages',
  'explorer',
  'docs',
  'dashboard',
  'operator',
]

/** Folders of `src/` that are no capability: everybody's words, tables of facts, and what carries the capabilities. */
export const foundations = ['values', 'reference', 'search', 'contract', 'platform'] as const
type Foundation = (typeof foundations)[number]

/**
 * `pure` is derived (see `impurities`); `operation` is what remains of a capability when store, edge and pure files are
 * taken away. The rooms of a capability may have any name.
 */
export type Kind = Foundation | 'pure' | 'store' | 'operation' | 'edge' | 'top' | 'test'
export type Place = { file: string; area: string; kind: Kind }

/** The text of each file, by its path from the project's root, with `/`. */
export type Texts = ReadonlyMap<string, string>

/** Modules, not ours, that a pure file may take: which names of them, where the rest does I/O or draws random numbers. */
const pureModules = new Map<string, readonly string[] | 'all'>([
  ['typebox', 'all'],
  ['preact', 'all'],
  ['preact-render-to-string', 'all'],
  ['htm/preact', 'all'],
  ['typebox/compile', 'all'],
  ['htmlparser2', 'all'],
  ['marked', ['lexer', 'Token', 'Tokens']],
  ['@orama/stemmers/dutch', 'all'],
  ['@orama/stemmers/english', 'all'],
  ['@orama/stemmers/french', 'all'],
  ['@orama/stemmers/german', 'all'],
  ['croner', ['Cron']],
  ['node:crypto', ['hash', 'createHash', 'createHmac']],
  ['node:zlib', ['crc32', 'inflateRawSync']],
  ['node:buffer', ['isUtf8']],
])

/** Files of the platform that only compute, and that pure files of capabilities may take. */
const purePlatform = ['src/platform/egress/addresses.ts', 'src/platform/egress/allowed-hosts.ts']

/** Globals with which a file reaches time, chance, the process, or the world. */
const impureGlobals =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bTemporal\.Now\b|\bprocess\.|\bconsole\.|\bimport\.meta\b|\bperformance\.|(?<![.\w])crypto\.|\bset(?:Timeout|Interval|Immediate)\(|(?<![.\w])(?:fetch|queueMicrotask|require)\(|\bnew (?:Worker|WebSocket|BroadcastChannel|MessageChannel)\b/

const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g
const importForm =
  /(?:^|\n)\s*(?:import|export)\s+([^'"]*?)\s*from\s+'([^']+)'|\bimport\(\s*'([^']+)'|\n\s*import\s+'([^']+)'/g

/** A file's text without what only people read. */
export const withoutComments = (text: string): string => text.replaceAll(comments, ' ')

type Import = { target: string; names: string[] }

/** A path is of a file of ours, given from the root; another target is a module. `names` is `*` where all is taken. */
function importsIn(file: string, text: string): Import[] {
  return [...`\n${text}`.matchAll(importForm)].map(([, clause, from, dynamic, bare]) => {
    const target = from ?? dynamic ?? bare ?? ''
    return {
      target: target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target,
      names: /^(?:type\s+)?\{/.test(clause ?? '') ? namesIn(clause ?? '') : ['*'],
    }
  })
}

function namesIn(clause: string): string[] {
  const words = clause
    .replace(/^type\s+/, '')
    .replaceAll(/[{}]/g, '')
    .split(',')
  return words
    .map(
      (word) =>
        word
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s+as\s+/)[0] ?? '',
    )
    .filter((name) => name !== '')
}

/** The files of ours that a file imports. */
export function ownImports(file: string, text: string): string[] {
  return importsIn(file, text)
    .map(({ target }) => target)
    .filter((target) => target.startsWith('src/') || target.startsWith('tests/'))
}

const isTest = (file: string): boolean => file.endsWith('.test.ts') || !file.startsWith('src/')
const isStore = (file: string): boolean => /(?:^|\/)(?:store|.*-store)\.ts$/.test(file)
const isEdge = (file: string): boolean => /(?:routes|\.job)\.ts$|(?:^|\/)tools\.ts$/.test(file)

function areaOf(file: string): string {
  const parts = file.split('/')
  return parts.length === 2 ? 'top' : (parts[1] ?? '')
}

/** Why a file, by itself, is not pure; null where only what it imports can make it so. */
function impureByItself(file: string, text: string): string | null {
  if (isStore(file)) return 'is a store'
  if (isEdge(file)) return 'is an edge'
  const area = areaOf(file)
  if (area === 'top') return 'puts the process together'
  for (const { target, names } of importsIn(file, text)) {
    const toArea = target.startsWith('src/') ? areaOf(target) : null
    const isCarrier = toArea !== null && ['contract', 'platform'].includes(toArea) && !purePlatform.includes(target)
    if (isCarrier && toArea !== area) return `imports ${target}`
    if (target.startsWith('tests/')) return `imports ${target}`
    if (toArea !== null) continue
    const allowed = pureModules.get(target)
    if (allowed === undefined) return `imports ${target}`
    const other = allowed === 'all' ? undefined : names.find((name) => !allowed.includes(name))
    if (other !== undefined) return `takes ${other} of ${target}`
  }
  const named = impureGlobals.exec(withoutComments(text))
  return named === null ? null : `names ${named[0].replace(/\($/, '')}`
}

/**
 * Which files are not pure, each with the first reason: what it imports or names itself, or a file that it imports,
 * directly or through others. Importing a type counts: who speaks of a database in its types works with one. Tables of
 * facts count as pure: they are read once, at load, and are the same for every reader.
 */
export function impurities(texts: Texts): Map<string, string> {
  const impure = new Map<string, string>()
  const importers = new Map<string, string[]>()
  const found: string[] = []
  const note = (file: string, reason: string): void => {
    if (impure.has(file)) return
    impure.set(file, reason)
    if (areaOf(file) !== 'reference') found.push(file)
  }
  for (const [file, text] of texts) {
    if (isTest(file)) continue
    for (const target of ownImports(file, text)) importers.set(target, [...(importers.get(target) ?? []), file])
    const reason = impureByItself(file, text)
    if (reason !== null) note(file, reason)
  }
  // Each file is put on the list once, so this ends.
  for (let file = found.pop(); file !== undefined; file = found.pop()) {
    for (const importer of importers.get(file) ?? []) note(importer, `imports ${file}, which ${impure.get(file)}`)
  }
  return impure
}

/** What `pureModules` and `purePlatform` allow and no pure file takes, as `module`, `module: name` or `file`. */
export function needlessPureModules(texts: Texts): string[] {
  const impure = impurities(texts)
  const taken = new Set<string>()
  for (const [file, text] of texts) {
    if (isTest(file) || impure.has(file)) continue
    for (const { target, names } of importsIn(file, text))
      for (const name of [target, ...names.map((each) => `${target}: ${each}`)]) taken.add(name)
  }
  const allowed = [...pureModules].flatMap(([target, names]) =>
    names === 'all' ? [target] : names.map((name) => `${target}: ${name}`),
  )
  return [...allowed, ...purePlatform].filter((one) => !taken.has(one))
}

/**
 * The circles of imports, each as its files in alphabetical order: files that import one another, directly or through others. A
 * type that is imported is an edge like any other: who reads one file of a circle has to read all of them.
 */
export function circles(texts: Texts): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const open: string[] = []
  const visit = (file: string): number => {
    const known = order.get(file)
    if (known !== undefined) return known
    const own = order.size
    order.set(file, own)
    open.push(file)
    let first = own
    for (const target of ownImports(file, texts.get(file) ?? ''))
      if (texts.has(target)) first = Math.min(first, visit(target))
    if (first < own) return first
    const circle = open.splice(open.indexOf(file))
    // What is done with is in no circle that is found later.
    for (const one of circle) order.set(one, Number.POSITIVE_INFINITY)
    if (circle.length > 1) found.push(circle.toSorted())
    return own
  }
  for (const file of texts.keys()) if (!isTest(file)) visit(file)
  return found
}

/** Hooks and globals with which a suite could touch another one of the same process. */
const sharedByAProcess = /\b(?:after|before|afterEach|beforeEach)\(|\bmock\.|\bglobalThis\b/
const suiteModules = ['node:test', 'node:assert/strict']

/**
 * The suites that only compute: what they import is pure, through the helpers of tests too, and they touch nothing that a
 * process has once. They can run one after the other in one process.
 */
export function pureSuites(texts: Texts): Set<string> {
  const impure = impurities(texts)
  const mayTake = ({ target }: Import): boolean => {
    if (target.startsWith('tests/')) return true
    if (target.startsWith('src/')) return !impure.has(target) || areaOf(target) === 'reference'
    return pureModules.has(target) || suiteModules.includes(target)
  }
  return suitesOf(texts, (file, text) => {
    const bare = withoutComments(text)
    return !impureGlobals.test(bare) && !sharedByAProcess.test(bare) && importsIn(file, text).every(mayTake)
  })
}

/** At the top of a file: hooks, and what has to be waited for. */
const begunByLoading =
  /^(?:after|before|afterEach|beforeEach)\(|^(?:export )?(?:const|let) [^=]*= await\b|^(?:for )?await\b/m

/**
 * The suites that fit, as do all helpers of tests that they import, directly or through others. `fits`: a file by itself. A helper that
 * has hooks, or that has to be waited for, fits nowhere: what it begins, and the suite that waits for it, would belong to whoever
 * loads it first.
 */
function suitesOf(texts: Texts, fits: (file: string, text: string) => boolean): Set<string> {
  const known = new Map<string, boolean>()
  const fitWhole = (file: string): boolean => {
    const held = known.get(file)
    if (held !== undefined) return held
    // A circle of helpers fits where all else in it does.
    known.set(file, true)
    const text = texts.get(file) ?? ''
    const helpers = importsIn(file, text).filter(({ target }) => target.startsWith('tests/'))
    const isApart = text === '' || (!file.endsWith('.test.ts') && begunByLoading.test(text))
    const whole = !isApart && fits(file, text) && helpers.every(({ target }) => fitWhole(target))
    known.set(file, whole)
    return whole
  }
  return new Set([...texts.keys()].filter((file) => file.endsWith('.test.ts') && fitWhole(file)))
}

/** Changes what a process has once. */
const changesProcess =
  /\bsetFlagsFromString\b|\bprocess\.(?:on|once|off|chdir|exit|emit|kill|umask|std\w+)\b|\bprocess\.env(?:\.\w+|\[[^\]]+\])? *(?:\?\?)?=[^=>]|\bdelete process\.env|\bmock\.|\bglobalThis\b/

/**
 * Suites that change nothing that a process has once, nor do the helpers that they import: their tests can run one after the other in
 * one process, each suite with hooks and stores of its own. All are loaded at once. Loading the service costs a process more than most
 * of them do.
 */
export function sharingSuites(texts: Texts): Set<string> {
  return suitesOf(texts, (_, text) => !changesProcess.test(withoutComments(text)))
}

/** Where each file stands, and of which kind it is. */
export function placesOf(texts: Texts): (file: string) => Place {
  const impure = impurities(texts)
  return (file) => {
    const area = file.startsWith('src/') ? areaOf(file) : (file.split('/')[0] ?? '')
    return { file, area, kind: kindOf(file, area, impure) }
  }
}

function kindOf(file: string, area: string, impure: ReadonlyMap<string, string>): Kind {
  if (isTest(file)) return 'test'
  if (area === 'top') return 'top'
  const foundation = foundations.find((name) => name === area)
  if (foundation !== undefined) return foundation
  if (isStore(file)) return 'store'
  if (isEdge(file)) return 'edge'
  return impure.has(file) ? 'operation' : 'pure'
}

const isCapability = (area: string): boolean => capabilities.includes(area)
const isEarlier = (from: string, to: string): boolean => capabilities.indexOf(to) < capabilities.indexOf(from)

/** What each foundation may import of ours. */
const foundationImports: Record<Foundation, readonly string[]> = {
  values: ['values'],
  reference: ['values', 'reference'],
  search: ['values', 'search'],
  contract: ['values', 'contract'],
  platform: ['values', 'contract', 'platform'],
}

/** Why an import is not allowed; null when it is. The table of ARCHITECTURE.md. */
export function importFault(from: Place, to: Place): string | null {
  if (from.kind === 'top' || from.kind === 'test') return null
  if (to.kind === 'top') return 'main.ts and app.ts are imported by no one'
  if (to.kind === 'test') return 'tests are imported by tests only'
  const foundation = foundations.find((name) => name === from.kind)
  if (foundation !== undefined) {
    const may = foundationImports[foundation]
    return may.includes(to.area) ? null : `${foundation}/ imports nothing of ours but ${may.join('/, ')}/`
  }
  if (['values', 'reference', 'search'].includes(to.area)) return null
  if (isCapability(to.area) && to.area !== from.area) {
    if (!isEarlier(from.area, to.area)) return 'a capability imports earlier ones only'
    if (to.kind === 'store') return 'a store is imported by its own capability only'
    if (to.kind === 'edge') return 'an edge is imported by app.ts only'
  }
  return from.kind === 'store' ? storeFault(from, to) : capabilityFault(from, to)
}

function storeFault(from: Place, to: Place): string | null {
  if (to.file.startsWith('src/platform/database/')) return null
  return to.area === from.area && ['pure', 'store'].includes(to.kind)
    ? null
    : 'a store imports pure files and stores of its own capability, and the database'
}

function capabilityFault(from: Place, to: Place): string | null {
  if (to.area === 'contract' || to.area === 'platform') return null
  if (!isCapability(to.area)) return 'not a capability'
  if (from.kind === 'edge' && to.kind === 'store') return 'an edge imports no store'
  return to.kind === 'edge' && from.kind !== 'edge' ? 'an edge is imported by app.ts and other edges only' : null
}

const root = path.join(import.meta.dirname, '..', '..')

/** Every file of `src/`, with its text. */
export function readTree(folders = ['src']): Texts {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,mjs}`),
    { cwd: root, exclude: ['**/node_modules'] },
  ).map((file) => file.split(path.sep).join('/'))
  return new Map(files.toSorted().map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
}
