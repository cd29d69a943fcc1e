import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kept } from './look.ts'

/** A look at something that the test lets answer. */
function scene() {
  let nowMs = 0
  const asked: PromiseWithResolvers<number>[] = []
  const look = kept(
    () => {
      const answer = Promise.withResolvers<number>()
      asked.push(answer)
      return answer.promise
    },
    () => nowMs,
  )
  return {
    look,
    asked,
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

test('however many scrape, what is asked is asked once in five seconds and never twice at once', async () => {
  const { look, asked, pass } = scene()
  const first = Promise.all([look.refresh(), look.refresh()])
  assert.equal(asked.length, 1)
  asked[0]?.resolve(1)
  await first
  assert.equal(look.figures, 1)
  pass(4_999)
  await look.refresh()
  assert.equal(asked.length, 1)
  pass(1)
  const next = look.refresh()
  assert.equal(asked.length, 2)
  pass(10_000)
  await look.refresh()
  assert.equal(asked.length, 2, 'it is under way still')
  asked[1]?.resolve(2)
  await next
  assert.equal(look.figures, 2)
})

test('nobody waits for an answer that does not come, and what was seen before holds for fifteen seconds', async () => {
  const { look, asked, pass } = scene()
  const first = look.refresh()
  asked[0]?.resolve(1)
  await first
  pass(5_000)
  const startedMs = performance.now()
  await look.refresh()
  const firstWaitMs = performance.now() - startedMs
  assert.ok(firstWaitMs >= 400 && firstWaitMs < 3_000, `${firstWaitMs} ms`)
  assert.equal(look.figures, 1)
  pass(500)
  // The second finds that it is late already.
  await look.refresh()
  assert.ok(performance.now() - startedMs - firstWaitMs < 400)
  pass(9_500)
  assert.equal(look.figures, 1)
  pass(1)
  assert.equal(look.figures, null)
})

test('what a look fails with is nobody else’s affair: the figures are not known until the next one answers', async () => {
  const { look, asked, pass } = scene()
  const first = look.refresh()
  asked[0]?.resolve(1)
  await first
  pass(5_000)
  const second = look.refresh()
  asked[1]?.reject(new Error('away'))
  await second
  assert.equal(look.figures, null)
  pass(5_000)
  const third = look.refresh()
  asked[2]?.resolve(3)
  await third
  assert.equal(look.figures, 3)
})
