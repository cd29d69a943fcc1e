/** Each command that the docs, the deployment, and what the service prints tell somebody to type is one that runs as it is written. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { commandPaths, whatKeeps } from '../harness/begun-command.ts'
import { projectRoot } from '../harness/started-process.ts'

/** `isCode`: nothing but the command, as between backticks. Else a sentence may go on behind it. */
type Written = { file: string; words: string; isCode: boolean }

/** What stands for one of few words; any other placeholder stands for any word. */
const placeholders: Readonly<Record<string, string>> = {
  command: 'doctor',
  plan: 'pro',
  mode: 'live',
  'on or off': 'on',
  url: 'http://localhost:3000',
}

const texts = new Map(
  globSync(
    [
      'README.md',
      'CONTRIBUTING.md',
      'docs/*.md',
      'docs/guide/*.md',
      'deploy/**/*',
      'catalogue/*.yaml',
      'src/**/*.ts',
      'clients/*/README.md',
    ],
    { cwd: projectRoot, exclude: ['**/*.test.ts', '**/node_modules/**', 'deploy/haproxy/certificates'] },
  )
    .filter((file) => path.extname(file) !== '')
    .map((file) => [file, readFileSync(path.join(projectRoot, file), 'utf8')] as const),
)

/** Texts in Markdown that are between backticks or in a block of code, line by line, and the prose around. */
function partsOf(file: string, text: string): { text: string; isCode: boolean }[] {
  if (!file.endsWith('.md')) return text.split('\n').map((line) => ({ text: line, isCode: false }))
  const parts: { text: string; isCode: boolean }[] = []
  const prose = text.replaceAll(/^ *```.*?\n(.*?)^ *```/gms, (_whole, fenced: string) => {
    for (const line of fenced.split('\n')) parts.push({ text: line, isCode: true })
    return ''
  })
  const outside = prose.replaceAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g, (_whole, span: string) => {
    parts.push({ text: span.replaceAll(/\s+/g, ' '), isCode: true })
    return '.'
  })
  return [...parts, ...outside.split('\n').map((line) => ({ text: line, isCode: false }))]
}

/** Where the shell's own part of a line begins, or the text's. */
const ends = /\s*(?:[;|<>#&)'"`\\]|\$\(|, |\. |\.$|: | \(|\s--\s).*$/s
/** Ways to say which program runs the words. */
const beginnings = /(?:npx subsidies|begin\.mjs|dc run --rm \w+|docker run [^\n]*?subsidy-measures) +(?=[a-z-])/g

function commandsIn(file: string, text: string): Written[] {
  return partsOf(file, text).flatMap((part) =>
    [...part.text.matchAll(beginnings)].map(({ index, 0: beginning }) => ({
      file,
      words: named(part.text.slice(index + beginning.length)).replace(ends, ''),
      isCode: part.isCode,
    })),
  )
}

/** With a word in the place of each placeholder, and without what may be left out. */
function named(words: string): string {
  return words
    .replaceAll(/\$\{[^}]*\}|<([^>]+)>/g, (_whole, name?: string) => placeholders[name ?? ''] ?? 'x')
    .replaceAll(/ \[[^\]]*\]/g, '')
    .replaceAll(/"[^"]*"/g, 'x')
    .replaceAll(/ (?:URL|U)\b/g, ' http://localhost:3000')
}

/** The words as a command, the longest that is one where a sentence may go on behind it; null, or what the program says. */
async function faultOf({ words, isCode }: Written): Promise<string | null> {
  const all = words.split(' ').filter((word) => word !== '')
  const fault = await whatKeeps(all)
  if (fault === null || isCode) return fault
  for (let count = all.length - 1; count > 0; count -= 1) {
    if ((await whatKeeps(all.slice(0, count))) === null) return null
  }
  return fault
}

test('whatever the docs, the deployment and the messages of the service say to type is a command that begins its work', async () => {
  const written = [...texts].flatMap(([file, text]) => commandsIn(file, text))
  assert.ok(written.length > 50, `${written.length} commands were found`)
  const faults: string[] = []
  for (const one of written) {
    const fault = await faultOf(one)
    if (fault !== null) faults.push(`${one.file}: ${one.words}\n  ${fault}`)
  }
  assert.deepEqual(faults, [])
})

test('a command that the docs name in part is one that there is, and with its words it runs', async () => {
  const paths = new Set((await commandPaths()).filter((at) => at !== ''))
  const groups = new Set([...paths].filter((at) => at.includes(' ')).map((at) => at.split(' ')[0]))
  const spans = [...texts]
    .filter(([file]) => file.endsWith('.md'))
    .flatMap(([file, text]) => partsOf(file, text).map((part) => ({ ...part, file })))
    .filter(({ text, isCode }) => isCode && / /.test(text) && paths.has(text.split(/[ /]/)[0] ?? ''))
    .filter(({ text }) => !/[{}=:─]/.test(text))
  assert.ok(spans.length > 10, `${spans.length} were found`)
  const faults: string[] = []
  for (const { file, text } of spans) {
    const [first = '', second = '', ...rest] = text.split(' ')
    const seconds = groups.has(first) ? second.split('/') : ['']
    const unknown = seconds.filter((each) => !paths.has(`${first} ${each}`.trim()))
    if (unknown.length > 0) faults.push(`${file}: ${text}\n  no command: ${unknown.join(', ')}`)
    else if ((!groups.has(first) || rest.length > 0) && seconds.length === 1) {
      const fault = await whatKeeps(named(text).split(' '))
      if (fault !== null) faults.push(`${file}: ${text}\n  ${fault}`)
    }
  }
  assert.deepEqual(faults, [])
})
