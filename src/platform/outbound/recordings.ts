/**
 * Recorded exchanges: a folder of JSON files, one an exchange, in place of the network. Tests replay them, and a source
 * whose settings name such a folder is read from it. What is recorded holds no request header, so no key.
 *
 * A recorded answer belongs to a method, a path with its query, and a body; the origin does not count, so that the same
 * folder serves whatever `base_url` says. Asked again, the same request gets the next recorded answer, and the last one
 * from then on.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { byCodePoint } from '../../values/ids.ts'
import { OutboundFailure, type OutboundFetch, type OutboundRequest } from './outbound.ts'

type Recording = {
  request: { method: string; path: string; body_sha256: string | null }
  answer: { status: number; headers: Record<string, string>; encoding: 'utf8' | 'base64'; body: string }
}

const headersKept = ['content-type', 'etag', 'last-modified', 'retry-after', 'location', 'link']

/** Answers from the recorded exchanges of `folder`; a request that was not recorded fails. */
export function replayFrom(folder: string): OutboundFetch {
  let loading: Promise<Map<string, Recording[]>> | null = null
  return async (request) => {
    loading ??= load(folder)
    const recordings = (await loading).get(keyOf(request)) ?? []
    const recording = recordings.length > 1 ? recordings.shift() : recordings[0]
    if (recording === undefined) {
      throw new OutboundFailure(`${request.method} ${pathOf(request.url)}: no recorded answer in ${folder}`, null, 1)
    }
    const { status, headers, encoding, body } = recording.answer
    const answer = { status, headers, body: Buffer.from(body, encoding), url: request.url }
    const fault = status === 429 || status >= 500 ? `answered ${status}` : (request.fault?.(answer) ?? null)
    if (fault !== null) throw new OutboundFailure(`${request.method} ${pathOf(request.url)}: ${fault}`, status, 1)
    return answer
  }
}

/** Passes requests on to `fetch` and writes every exchange into `folder`, numbered in the order they were answered. */
export function recordInto(folder: string, fetch: OutboundFetch): OutboundFetch {
  let number = 0
  return async (request) => {
    const answer = await fetch(request)
    number += 1
    const text = answer.body.toString('utf8')
    const isText = Buffer.from(text, 'utf8').equals(answer.body)
    const recording: Recording = {
      request: { method: request.method, path: pathOf(request.url), body_sha256: bodyDigest(request) },
      answer: {
        status: answer.status,
        headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => headersKept.includes(name))),
        encoding: isText ? 'utf8' : 'base64',
        body: isText ? text : answer.body.toString('base64'),
      },
    }
    await mkdir(folder, { recursive: true })
    const name = `${String(number).padStart(5, '0')}.json`
    await writeFile(path.join(folder, name), `${JSON.stringify(recording, null, 2)}\n`)
    return answer
  }
}

async function load(folder: string): Promise<Map<string, Recording[]>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort(byCodePoint)
  const recordings = new Map<string, Recording[]>()
  for (const name of names) {
    const recording = readRecording(await readFile(path.join(folder, name), 'utf8'), name)
    const key = [recording.request.method, recording.request.path, recording.request.body_sha256].join(' ')
    recordings.set(key, [...(recordings.get(key) ?? []), recording])
  }
  return recordings
}

function readRecording(text: string, name: string): Recording {
  const value = JSON.parse(text) as Partial<Recording>
  if (typeof value.request?.path !== 'string' || typeof value.answer?.body !== 'string') {
    throw new OutboundFailure(`${name} is no recorded exchange`, null, 1)
  }
  return value as Recording
}

const keyOf = (request: OutboundRequest): string => [request.method, pathOf(request.url), bodyDigest(request)].join(' ')

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

const bodyDigest = (request: OutboundRequest): string | null =>
  request.body === undefined ? null : createHash('sha256').update(request.body).digest('hex')
