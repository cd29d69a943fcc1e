import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FactsInput } from '../../../matching/request/request-schema.ts'
import { askedNumber, type Looking, loadedInTime, lookUpBoth } from './looking.ts'

const number = '0403019261'
const facts = { company: { enterprise_number: number } }
const lookingWhere = (loaded: Looking['loaded']): Looking => ({ lookUp: async () => null, loaded })
const extract = { extract: 141, day: '2026-11-01' }
const standingOf = async (looking: Looking | undefined, given = facts) =>
  (await askedNumber(given, { found: null, figures: null }, looking))?.standing ?? null

test('a number that is not found says why: not in the register, no register, not looked up here, or no enterprise at all', async () => {
  assert.equal(await standingOf(lookingWhere(async () => extract)), 'not_found')
  assert.equal(await standingOf(lookingWhere(async () => null)), 'no_register')
  assert.equal(await standingOf(undefined), 'not_here')
  const household = { company: { ...facts.company, applicant_types: ['household' as const] } }
  assert.equal(
    await standingOf(
      lookingWhere(async () => extract),
      household,
    ),
    'household',
  )
  assert.equal(await askedNumber({}, null, undefined), null)
})

test('a form that cannot be told in time which register is loaded does not wait for it, and does not fail', async () => {
  assert.deepEqual(await loadedInTime(lookingWhere(async () => extract)), extract)
  assert.equal(await loadedInTime(undefined), null)
  assert.equal(await loadedInTime(lookingWhere(() => Promise.reject(new Error('the store is away')))), null)
  // Something holds the process, as a server does.
  const alive = setInterval(() => {}, 1_000)
  const begun = performance.now()
  assert.equal(await loadedInTime(lookingWhere(() => new Promise(() => {}))), null)
  clearInterval(alive)
  assert.ok(performance.now() - begun < 5_000)
})

test('a company is looked up once where a change leaves its number, and twice where the number or the applicant changed', async () => {
  const asked: FactsInput[] = []
  const looking: Looking = {
    lookUp: async (given) => {
      asked.push(given)
      return { found: null, figures: null }
    },
    loaded: async () => extract,
  }
  const lookUpsOf = async (now: FactsInput, before: FactsInput | null): Promise<number> => {
    asked.length = 0
    await lookUpBoth(looking, now, before)
    return asked.length
  }
  const told = { company: { ...facts.company, postcode: '9000' } }
  assert.equal(await lookUpsOf(told, facts), 1)
  assert.equal(await lookUpsOf(told, null), 1)
  assert.equal(await lookUpsOf({ company: { enterprise_number: '0202239951' } }, facts), 2)
  assert.equal(await lookUpsOf({ company: { ...facts.company, applicant_types: ['household'] } }, facts), 2)
  assert.deepEqual(await lookUpBoth(undefined, told, facts), [null, null])
})
