import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext, runInThisContext } from 'node:vm'
import { keepTickShape } from './tick-shape.ts'

/** Full collections after which the engine has given up a shape that nothing has. */
const collections = 6

test('a tick of later has the shape of the one that is kept, whatever was collected between them', async () => {
  setFlagsFromString('--expose-gc')
  setFlagsFromString('--allow-natives-syntax')
  const collect: () => void = runInNewContext('gc')
  const haveSameShape: (one: object | null, other: object | null) => boolean = runInThisContext(
    '(one, other) => %HaveSameMap(one, other)',
  )
  const kept = keepTickShape()
  for (let done = 0; done < collections; done += 1) {
    collect()
    await pause(1)
  }
  let later: object | null = null
  const hook = createHook({
    trackPromises: false,
    init(_id, type, _triggerId, resource) {
      if (type === 'TickObject') later = resource
    },
  }).enable()
  process.nextTick(() => {})
  hook.disable()
  assert.ok(kept !== null && later !== null)
  assert.ok(haveSameShape(kept, later))
  assert.equal(keepTickShape(), kept)
})
