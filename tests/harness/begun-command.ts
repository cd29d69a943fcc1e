/** Commands that are read and not carried out: on a host on which opening anything fails, or is where it ends. */
import assert from 'node:assert/strict'
import type { Host } from '../../src/operator/host.ts'
import { CommandFault } from '../../src/operator/output.ts'
import { runProgram } from '../../src/operator/program.ts'
import { plainScreen } from '../../src/operator/terminal/screen.ts'

/** A host on which opening anything is a failure of the test, unless it says otherwise. */
export function hostWith(changes: Partial<Host> = {}) {
  const texts = { out: '', error: '' }
  const into = (name: 'out' | 'error') => ({
    write(text: string) {
      texts[name] += text
    },
  })
  const opens = (): never => assert.fail('something was opened')
  const host: Host = {
    version: '1.2.3',
    streams: { out: into('out'), error: into('error'), screen: plainScreen },
    isTerminal: false,
    clock: { now: () => 0 },
    settings: opens,
    signal: new AbortController().signal,
    withStore: opens,
    withSources: opens,
    migrate: opens,
    backUp: opens,
    restore: opens,
    serve: opens,
    customerKey: opens,
    customerService: opens,
    openApiDocument: opens,
    ...changes,
  }
  return { texts, host }
}

/** Whether the words are a command that begins its work, or a help or version that is printed; else what was told. */
export async function whatKeeps(words: readonly string[]): Promise<string | null> {
  let begun = false
  const begins = (): never => {
    begun = true
    throw new CommandFault('begun', 'It has begun.')
  }
  const { texts, host } = hostWith({
    withStore: begins,
    withSources: begins,
    migrate: begins,
    backUp: begins,
    restore: begins,
    serve: begins,
    customerKey: begins,
    customerService: begins,
    openApiDocument: begins,
    settings: begins,
  })
  const status = await runProgram(words, host)
  return begun || status === 0 ? null : texts.out + texts.error
}

/** Every command of the program, by the words that lead to it; the program itself is the empty text. */
export async function commandPaths(under = ''): Promise<string[]> {
  const { texts, host } = hostWith()
  await runProgram([...under.split(' ').filter((word) => word !== ''), '--help'], host)
  const listed = /\nCommands:\n(.*?)\n\n/s.exec(texts.out)?.[1] ?? ''
  const names = [...listed.matchAll(/^ {2}(\S+)/gm)].map((match) => match[1] ?? '').filter((name) => name !== 'help')
  const deeper = await Promise.all(names.map((name) => commandPaths(`${under} ${name}`.trim())))
  return [under, ...deeper.flat()]
}
