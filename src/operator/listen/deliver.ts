/** One event, posted to the address of `webhooks listen` as an endpoint would be sent it: same headers, body and signature. */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/new-id.ts'
import { formatInstant } from '../../values/brussels.ts'
import { signatureOf } from '../../webhooks/signature.ts'
import type { FeedEvent } from './answers.ts'
import { faultWord, type Means } from './service.ts'

export type Receiver = {
  to: string
  secret: string
  userAgent: string
}

/** What an endpoint has to answer within (contract 8). */
const answerMs = 10_000
/** Whoever develops does not wait for the minutes and hours of real retries. */
const gapsMs = [1_000, 3_000]
const attemptsMax = gapsMs.length + 1

/** Whether the receiver took it, at the latest by the last attempt. */
export async function deliver(event: FeedEvent, receiver: Receiver, means: Means & { clock: Clock }): Promise<boolean> {
  const { signal, tell, wait, clock } = means
  const body = JSON.stringify(event.object)
  const deliveryId = newId('whd', clock.now())
  for (let attempt = 1; ; attempt += 1) {
    const began = clock.now()
    const startedMs = performance.now()
    const outcome = await postOnce(receiver.to, body, signal, {
      'Content-Type': 'application/json',
      'Service-Signature': signatureOf(receiver.secret, Math.floor(began / 1_000), body),
      'Service-Event': event.type,
      'Service-Delivery': deliveryId,
      'User-Agent': receiver.userAgent,
    })
    // What was answered counts, also when it was told to stop meanwhile.
    if (typeof outcome === 'string') signal.throwIfAborted()
    const took = Math.round(performance.now() - startedMs)
    const line = `${formatInstant(began)}  ${event.type}  ${event.id}  ${outcome}  ${took} ms`
    if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) {
      tell(line)
      return true
    }
    const gap = gapsMs[attempt - 1]
    if (gap === undefined) {
      tell(`${line}  passed over after ${attemptsMax} attempts`)
      return false
    }
    tell(`${line}  again in ${gap / 1_000} s`)
    await wait(gap, signal)
  }
}

/** The status that was answered, or why none was. A redirect is not followed; the answer's body is not looked at. */
function postOnce(
  to: string,
  body: string,
  signal: AbortSignal,
  headers: Record<string, string>,
): Promise<number | string> {
  const request = to.startsWith('https:') ? httpsRequest : httpRequest
  const deadline = AbortSignal.timeout(answerMs)
  return new Promise((resolve) => {
    request(
      to,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        agent: false,
        signal: AbortSignal.any([signal, deadline]),
      },
      (answer) => {
        answer.on('error', () => {}).resume()
        resolve(answer.statusCode ?? 'no status')
      },
    )
      .on('error', (error) => resolve(deadline.aborted ? `no answer in ${answerMs / 1_000} s` : faultWord(error)))
      .end(body)
  })
}
