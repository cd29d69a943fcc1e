/**
 * Following the change feed from now on, and passing on what the filters let through: what `webhooks listen` does until it is
 * told to stop. It needs nothing but the public API.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Filters } from '../../webhooks/filters.ts'
import { CommandFault } from '../output.ts'
import { type FeedEvent, type FeedPage, pageIn } from './answers.ts'
import { deliver, type Receiver } from './deliver.ts'
import { filteringBy } from './filtering.ts'
import { type Ask, asking, type Means, unexpected } from './service.ts'

export type Listening = { baseUrl: string; key: string; filters: Filters; receiver: Receiver }

/** What became of the events that the filters let pass. */
export type Counts = { delivered: number; passed_over: number }

/** Each look is a request of the customer's plan: between two that bring nothing the wait doubles. */
const idleFirstMs = 2_000
const idleMaxMs = 15_000
/** No event is as late: an empty first page has the cursor of the newest event there is, whatever clock this machine has. */
const afterEverything = '9999-12-31T00:00:00Z'

/** Counts into `counts` what becomes of each event; returns when the signal aborts. Throws a `CommandFault`. */
export async function listen(
  { baseUrl, key, filters, receiver }: Listening,
  means: Means & { clock: Clock },
  counts: Counts,
): Promise<void> {
  const { signal, wait, tell } = means
  try {
    const ask = asking(baseUrl, key, means)
    const { parameters, passes } = await filteringBy(filters, baseUrl, ask)
    const passOn = async (events: readonly FeedEvent[]): Promise<void> => {
      for (const event of events) {
        if (!(await passes(event))) continue
        if (await deliver(event, receiver, means)) counts.delivered += 1
        else counts.passed_over += 1
      }
    }
    const pageWith = (place: Record<string, string>) => pageOf(ask, baseUrl, { ...parameters, ...place })
    const newest = async () => (await pageWith({ since: afterEverything }))?.cursor ?? ''
    let cursor = await newest()
    tell('Listening. Ctrl-C ends it.')
    let idleMs = idleFirstMs
    for (;;) {
      const page = await pageWith({ cursor })
      if (page === null) {
        tell('The place in the feed holds no longer. Going on from now: what happened meanwhile is not sent.')
        cursor = await newest()
      } else {
        await passOn(page.events)
        cursor = page.cursor
        if (page.events.length > 0) idleMs = idleFirstMs
      }
      if (page?.hasMore === true) continue
      await wait(idleMs, signal)
      idleMs = Math.min(2 * idleMs, idleMaxMs)
    }
  } catch (error) {
    // Whatever was under way was given up because of it.
    if (!signal.aborted) throw error
  }
}

/** A page of the feed; null where the cursor is not taken any more. */
async function pageOf(ask: Ask, baseUrl: string, parameters: Record<string, string>): Promise<FeedPage | null> {
  const path = `/v1/changes?${new URLSearchParams(parameters)}`
  const { status, body, code, message } = await ask(path)
  if (code === 'invalid_cursor') return null
  if (status === 400 && code !== '') throw new CommandFault(code, message)
  const page = status === 200 ? pageIn(body) : null
  if (page === null) throw unexpected(baseUrl, path, status === 200 ? 'what is no page of the feed' : String(status))
  return page
}
