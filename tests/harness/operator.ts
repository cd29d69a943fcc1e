/**
 * The operator's commands carried out in the test's own process, which is another one than any service under test: for
 * the many commands whose own process would show nothing more.
 */
import { Readable } from 'node:stream'
import { makeHost } from '../../src/host.ts'
import { runProgram } from '../../src/operator/program.ts'
import { projectRoot } from './started-process.ts'

export type CommandResult = {
  status: number | null
  out: string
  error: string
  /** The one JSON document that standard output consists of; throws where there is anything else. */
  document<T = Record<string, unknown>>(): T
}

export type Operator = {
  command(...words: string[]): Promise<CommandResult>
  /** The document of a command that has to succeed. */
  done<T = Record<string, unknown>>(...words: string[]): Promise<T>
  /** The code of the refusal of a command that has to fail. */
  refused(...words: string[]): Promise<string>
}

const noInput = (): Readable => Readable.from([])

export function operatorOn(environment: Record<string, string>): Operator {
  const written = { out: '', error: '' }
  const into = (name: 'out' | 'error') => ({
    write: (text: string): void => {
      written[name] += text
    },
  })
  const { signal } = new AbortController()
  const host = makeHost({
    root: projectRoot,
    environment,
    input: noInput,
    out: into('out'),
    error: into('error'),
    signal,
  })
  const command = async (...words: string[]): Promise<CommandResult> => {
    Object.assign(written, { out: '', error: '' })
    const status = await runProgram(words, host)
    return commandResult(status, written.out, written.error)
  }
  return {
    command,
    async done<T>(...words: string[]) {
      const result = await command(...words, '--json')
      if (result.status !== 0) throw new Error(`${words.join(' ')} ended with ${result.status}: ${result.out}`)
      return result.document<T>()
    },
    async refused(...words) {
      const result = await command(...words, '--json')
      if (result.status !== 1) throw new Error(`${words.join(' ')} ended with ${result.status}: ${result.out}`)
      return result.document<{ error: { code: string } }>().error.code
    },
  }
}

export function commandResult(status: number | null, out: string, error: string): CommandResult {
  return {
    status,
    out,
    error,
    document: () => {
      if (!out.endsWith('\n') || out.trim() === '') throw new Error(`No line on standard output: ${out}${error}`)
      return JSON.parse(out)
    },
  }
}
