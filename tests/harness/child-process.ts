/** Processes that a test forks from a file beside it, and ends as no process would end itself. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Forks a file of this folder, told one thing. */
export function forked(file: string, told: unknown): ChildProcess {
  return fork(join(import.meta.dirname, file), [JSON.stringify(told)], { execPath: process.execPath, execArgv: [] })
}

/** SIGKILL, and its end; one that has ended is no matter. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Its next message; throws its `error`, or that it has ended before. */
export async function nextMessage<Message extends { error: string | null }>(child: ChildProcess): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>()
  const ended = (): void => reject(new Error('the other process has ended'))
  child.once('exit', ended)
  child.once('message', (message: Message) => {
    if (message.error === null) resolve(message)
    else reject(new Error(message.error))
  })
  return promise.finally(() => child.off('exit', ended))
}
