import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import type { OutboundFetch, OutboundRequest } from './outbound.ts'
import { recordInto, replayFrom } from './recordings.ts'

const ask = (body: string, host = 'one.test'): OutboundRequest => ({
  method: 'POST',
  url: `https://${host}/search?page=1`,
  headers: { 'x-api-key': 'secret' },
  body,
})

/** Answers every request with the next of these bodies. */
const giving = (bodies: Buffer[]): OutboundFetch => {
  const left = [...bodies]
  return async ({ url }) => ({
    status: 200,
    headers: { 'content-type': 'text/plain', 'set-cookie': 'session=1' },
    body: left.shift() ?? Buffer.from('no more'),
    url,
  })
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'recordings-'))
  try {
    await work(path.join(folder, 'exchanges'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('a recorded exchange is replayed to the same question, whatever the origin', () =>
  inFolder(async (folder) => {
    const bytes = Buffer.from([0xff, 0x00, 0x41])
    const recording = recordInto(folder, giving([Buffer.from('é'), bytes]))
    await recording(ask('a'))
    await recording(ask('b'))

    const replaying = replayFrom(folder)
    assert.equal((await replaying(ask('a', 'two.test'))).body.toString(), 'é')
    assert.deepEqual((await replaying(ask('b'))).body, bytes)
    await assert.rejects(replaying(ask('c')), /no recorded answer/)
  }))

test('the same question asked again gets the next recorded answer, and the last one from then on', () =>
  inFolder(async (folder) => {
    const recording = recordInto(folder, giving([Buffer.from('first'), Buffer.from('second')]))
    await recording(ask('a'))
    await recording(ask('a'))
    const replaying = replayFrom(folder)
    const answers = [await replaying(ask('a')), await replaying(ask('a')), await replaying(ask('a'))]
    assert.deepEqual(
      answers.map(({ body }) => body.toString()),
      ['first', 'second', 'second'],
    )
  }))

test('a recording holds no key and no cookie', () =>
  inFolder(async (folder) => {
    await recordInto(folder, giving([Buffer.from('x')]))(ask('a'))
    const [name = ''] = await readdir(folder)
    const text = await readFile(path.join(folder, name), 'utf8')
    assert.doesNotMatch(text, /secret|session/)
    assert.match(text, /text\/plain/)
  }))
