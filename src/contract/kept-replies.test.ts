import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reply } from './call.ts'
import { KeptReplies } from './kept-replies.ts'

const state = {}
const bounds = { repliesMax: 3, bytesMax: 1_000 }

/** What is asked for, and how often it was rendered. */
function rendering(bytes = 10) {
  const rendered: string[] = []
  const render = (key: string) => async (): Promise<Reply> => {
    rendered.push(key)
    return { data: Buffer.alloc(bytes) }
  }
  return { rendered, render }
}

test('an answer is rendered once while what it follows from is the same, also for those who ask at the same time', async () => {
  const kept = new KeptReplies(bounds)
  const { rendered, render } = rendering()
  const ask = (of: object) => kept.reply('a', [of], render('a'))
  const [one, two] = await Promise.all([ask(state), ask(state)])
  assert.equal(one, two)
  assert.equal(await ask(state), one)
  assert.deepEqual(rendered, ['a'])
  assert.notEqual(await ask({}), one)
  assert.deepEqual(rendered, ['a', 'a'])
})

test('what fails is told to everybody who asked, and rendered anew for the next', async () => {
  const kept = new KeptReplies(bounds)
  const failing = async (): Promise<Reply> => {
    throw new Error('no store')
  }
  await assert.rejects(kept.reply('a', [state], failing), /no store/)
  const { rendered, render } = rendering()
  await kept.reply('a', [state], render('a'))
  assert.deepEqual(rendered, ['a'])
})

test('no more answers and bytes are kept than the bounds say, and those that were asked for last', async () => {
  const byCount = new KeptReplies(bounds)
  const few = rendering()
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'c', 'b']) await byCount.reply(key, [state], few.render(key))
  assert.deepEqual(few.rendered, ['a', 'b', 'c', 'd', 'b'])
  const byBytes = new KeptReplies(bounds)
  const large = rendering(600)
  for (const key of ['a', 'b', 'b', 'a']) await byBytes.reply(key, [state], large.render(key))
  assert.deepEqual(large.rendered, ['a', 'b', 'a'])
  const beyond = rendering(1_001)
  for (const key of ['a', 'a']) await byBytes.reply(key, [{}], beyond.render(key))
  assert.deepEqual(beyond.rendered, ['a', 'a'])
})
