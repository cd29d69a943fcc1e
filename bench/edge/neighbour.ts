/**
 * A customer who has nothing to do with an attack: asks for a page of a list, again and again over one connection, and
 * notes how long each answer took. Forked, so that the attacker's own work is not taken for the service's.
 *
 * Gets `{ url, key }` to begin and `stop` to end; answers its latencies in milliseconds.
 */
import { Agent, request } from 'node:http'

const pauseMs = 15
const answerMs = 60_000
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const latencies: number[] = []
let isOver = false

process.on('message', (message: { url: string; key: string } | 'stop') => {
  if (message === 'stop') isOver = true
  else {
    live(message).then(() => {
      process.send?.([...latencies])
      process.exit(0)
    })
  }
})

async function live({ url, key }: { url: string; key: string }): Promise<void> {
  while (!isOver) {
    const from = performance.now()
    await ask(url, key)
    latencies.push(performance.now() - from)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Resolves when an answer has come, or none will. */
function ask(url: string, key: string): Promise<void> {
  return new Promise((resolve) => {
    const outgoing = request(
      url,
      { agent, headers: { authorization: `Bearer ${key}` }, timeout: answerMs },
      (incoming) => {
        incoming.resume().once('close', resolve)
      },
    )
    outgoing.once('error', () => resolve()).once('timeout', () => outgoing.destroy())
    outgoing.end()
  })
}
