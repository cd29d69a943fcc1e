/** The examples of the docs as readers run them: lines in a shell, programs by their own interpreter. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type CodeBlock = { language: string; text: string }

/** Every block of code of a text in Markdown, in its order. */
export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```([a-z]*)\n([\s\S]*?)\n```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))
}

const has = (command: string): boolean => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0

/** Why examples in a language cannot run here; false where they can. */
export const missing: Readonly<Record<'sh' | 'ts' | 'python', string | false>> = {
  sh: has('bash') && has('curl') ? false : 'there is no bash with curl',
  ts: false,
  python: has('python3') ? false : 'there is no python3',
}

export type Ran = { status: number; out: string; error: string }

const runMs = 60_000
const printedMax = 64_000_000

/** `environment` beside what finds the interpreter; a folder of its own to write to. */
async function run(command: string, words: string[], environment: Record<string, string>, cwd: string): Promise<Ran> {
  const { PATH = '', LANG = 'C.UTF-8' } = process.env
  const options = { cwd, env: { PATH, LANG, ...environment }, timeout: runMs, maxBuffer: printedMax }
  return new Promise((resolve) => {
    execFile(command, words, options, (fault, out, error) => {
      const code = fault === null ? 0 : typeof fault.code === 'number' ? fault.code : -1
      resolve({ status: code, out, error: fault !== null && code === -1 ? `${error}${fault.message}` : error })
    })
  })
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examples-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const separator = '-----next-example-----'

/** A shell without the settings of whoever starts it. */
const shells = { bash: ['bash', '--norc'], zsh: ['zsh', '-f'] } as const
export type Shell = keyof typeof shells

/** Why lines cannot run in a shell here; false where they can. */
export const missingShell: Readonly<Record<Shell, string | false>> = {
  bash: missing.sh,
  zsh: has('zsh') && has('curl') ? false : 'there is no zsh with curl',
}

/** The lines of a page, one block after the other in one shell: what each printed. */
export async function runLines(
  blocks: readonly string[],
  environment: Record<string, string>,
  shell: Shell = 'bash',
): Promise<string[]> {
  const [command, ...words] = shells[shell]
  const script = ['set -eo pipefail', ...blocks.flatMap((block) => [block, `printf '\\n${separator}\\n'`])].join('\n')
  const { status, out, error } = await inFolder((folder) => run(command, [...words, '-c', script], environment, folder))
  const printed = out.split(`\n${separator}\n`)
  if (status !== 0)
    throw new Error(`block ${printed.length} of the page ended with ${status}: ${error}${printed.at(-1)}`)
  return printed.slice(0, blocks.length)
}

/** A whole program. */
export function runProgram(language: 'ts' | 'python', text: string, environment: Record<string, string>): Promise<Ran> {
  return inFolder(async (folder) => {
    const file = path.join(folder, language === 'ts' ? 'example.ts' : 'example.py')
    await writeFile(file, text)
    return run(language === 'ts' ? process.execPath : 'python3', [file], environment, folder)
  })
}

/**
 * Where an example of an answer shows what the answer does not have, by path: a property that is not there, or a value of
 * another kind. It may show less; null stands for anything, as the next answer may have it.
 */
export function shapeFaults(shown: unknown, answered: unknown, at = '$'): string[] {
  if (shown === null || answered === null) return []
  if (Array.isArray(shown)) {
    if (!Array.isArray(answered)) return [`${at} is no list`]
    if (shown.length > 0 && answered.length === 0) return [`${at} is empty`]
    return shown.flatMap((one) => shapeFaults(one, answered[0], `${at}[]`))
  }
  if (typeof shown !== 'object') return typeof shown === typeof answered ? [] : [`${at} is a ${typeof answered}`]
  if (typeof answered !== 'object' || Array.isArray(answered)) return [`${at} is no object`]
  return Object.entries(shown).flatMap(([key, value]) =>
    key in (answered as object)
      ? shapeFaults(value, (answered as Record<string, unknown>)[key], `${at}.${key}`)
      : [`${at}.${key} is not there`],
  )
}
