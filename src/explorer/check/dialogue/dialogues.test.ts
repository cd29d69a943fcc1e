import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { cursorKeys, sealCursor } from '../../../contract/cursor.ts'
import { parseInstant } from '../../../values/brussels.ts'
import { dialogueHours, dialoguesPerDay, makeDialogues, rememberedMax, stepsMax } from './dialogues.ts'

const secret = randomBytes(32)
const means = { keys: cursorKeys(secret, null), generation: 'g' }
const noon = parseInstant('2026-11-20T11:00:00Z') ?? 0
const hour = 3_600_000

test('the figures are those of the contract', () => {
  assert.deepEqual(
    { dialoguesPerDay, stepsMax, dialogueHours },
    { dialoguesPerDay: 20, stepsMax: 100, dialogueHours: 2 },
  )
})

test('a token holds neither address nor facts, and nobody else can make one', () => {
  const dialogues = makeDialogues()
  const { token = '' } = dialogues.step(means, null, '192.0.2.77', noon) ?? {}
  assert.doesNotMatch(Buffer.from(token, 'base64url').toString('latin1'), /192|77/)
  for (const forged of ['', 'AAAA', `${token}A`, token.slice(1), token.toLowerCase(), 'a'.repeat(10_000)]) {
    assert.equal(dialogues.step(means, forged, '192.0.2.1', noon)?.isRenewed, true, forged.slice(0, 20))
  }
  const others = { ...means, keys: cursorKeys(randomBytes(32), null) }
  assert.equal(dialogues.step(others, token, '192.0.2.2', noon)?.isRenewed, true)
  assert.equal(dialogues.step({ ...means, generation: 'h' }, token, '192.0.2.2', noon)?.isRenewed, true)
  const list = sealCursor(means.keys, { list: 'subsidies', sort: '', account: null, generation: 'g' }, ['a', noon, 1])
  assert.equal(dialogues.step(means, list, '192.0.2.3', noon)?.isRenewed, true, 'a cursor of a list is no token')
})

test('a token under the secret key before is still one', () => {
  const dialogues = makeDialogues()
  const { token = '' } = dialogues.step(means, null, '192.0.2.1', noon) ?? {}
  const rotated = { ...means, keys: cursorKeys(randomBytes(32), secret) }
  assert.equal(dialogues.step(rotated, token, '192.0.2.1', noon)?.isRenewed, false)
})

test('a dialogue has a hundred steps, however often an old token is sent again', () => {
  const dialogues = makeDialogues()
  const first = dialogues.step(means, null, '192.0.2.1', noon)
  assert.ok(first)
  for (let step = 1; step < stepsMax; step += 1) {
    assert.equal(dialogues.step(means, first.token, '192.0.2.1', noon)?.isRenewed, false)
  }
  assert.equal(dialogues.step(means, first.token, '192.0.2.1', noon)?.isRenewed, true)
})

test('a process that knows nothing of a dialogue goes by the steps that its token says', () => {
  let token: string | null = null
  for (let step = 0; step < stepsMax; step += 1) {
    const taken = makeDialogues().step(means, token, '192.0.2.1', noon)
    assert.equal(taken?.isRenewed, false)
    token = taken?.token ?? null
  }
  assert.equal(makeDialogues().step(means, token, '192.0.2.1', noon)?.isRenewed, true)
})

test('a dialogue lasts two hours from its beginning, and none comes from the future', () => {
  const dialogues = makeDialogues()
  const { token = '' } = dialogues.step(means, null, '192.0.2.1', noon) ?? {}
  assert.equal(dialogues.step(means, token, '192.0.2.1', noon + 2 * hour - 1)?.isRenewed, false)
  assert.equal(dialogues.step(means, token, '192.0.2.1', noon + 2 * hour)?.isRenewed, true)
  assert.equal(dialogues.step(means, token, '192.0.2.1', noon - 1)?.isRenewed, true)
})

test('an address begins 20 on one Brussels day, an IPv6 network as one; on the next day as many again', () => {
  const dialogues = makeDialogues()
  const late = parseInstant('2026-11-20T22:59:00Z') ?? 0
  for (let time = 0; time < dialoguesPerDay; time += 1) {
    assert.ok(dialogues.step(means, null, `2001:db8:1:2::${time + 1}`, late))
  }
  assert.equal(dialogues.step(means, null, '2001:db8:1:2:ffff::1', late), null)
  assert.ok(dialogues.step(means, null, '2001:db8:1:3::1', late))
  // 23:59 in Brussels, then midnight.
  assert.ok(dialogues.step(means, null, '2001:db8:1:2::1', late + 60_000))
})

test('a dialogue that goes on is no matter of the day’s count', () => {
  const dialogues = makeDialogues()
  const steps = Array.from({ length: dialoguesPerDay }, () => dialogues.step(means, null, '192.0.2.1', noon))
  assert.equal(dialogues.step(means, null, '192.0.2.1', noon), null)
  assert.equal(dialogues.step(means, steps[0]?.token ?? '', '192.0.2.1', noon)?.isRenewed, false)
})

test('what is remembered is bounded, and the one heard of longest ago is forgotten first', () => {
  const dialogues = makeDialogues()
  const address = (number: number): string => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
  for (let number = 0; number < rememberedMax + 10; number += 1) dialogues.step(means, null, address(number), noon)
  assert.deepEqual(dialogues.size, { addresses: rememberedMax, dialogues: rememberedMax })
})

test('a step that is taken back is not counted, nor the dialogue that it began', () => {
  const dialogues = makeDialogues()
  const address = '192.0.2.9'
  for (let attempt = 0; attempt < 2 * dialoguesPerDay; attempt += 1)
    dialogues.step(means, null, address, noon)?.takeBack()
  let step = dialogues.step(means, null, address, noon)
  assert.ok(step !== null, 'no dialogue was used up')
  for (let attempt = 0; attempt < 2 * stepsMax; attempt += 1)
    dialogues.step(means, step.token, address, noon)?.takeBack()
  for (let left = stepsMax - 1; left > 0; left -= 1) {
    step = dialogues.step(means, step.token, address, noon)
    assert.ok(step !== null && !step.isRenewed, `${left} steps are left`)
  }
  assert.equal(dialogues.step(means, step.token, address, noon)?.isRenewed, true)
})
