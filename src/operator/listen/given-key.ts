/** The key that a customer's command is given, in a way that leaves it in no list of processes and no history of a shell. */
import { addAbortSignal, type Readable } from 'node:stream'

const lineCharactersMax = 1_000

/** That of the environment; else the first line of standard input, which is not waited for on a terminal. Empty: none. */
export async function givenKey(
  fromEnvironment: string | undefined,
  input: () => Readable & { isTTY?: boolean },
  signal: AbortSignal,
): Promise<string> {
  if (fromEnvironment !== undefined && fromEnvironment !== '') return fromEnvironment.trim()
  const stream = input()
  if (stream.isTTY === true) return ''
  let text = ''
  try {
    for await (const chunk of addAbortSignal(signal, stream)) {
      text += String(chunk)
      if (text.includes('\n') || text.length > lineCharactersMax) break
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return (text.split('\n')[0] ?? '').trim()
}
