/** Companies on watch of which a number alone was given: they are judged with what the register says when they are judged. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetCompany } from '../../src/companies/companies.ts'
import type { Looking } from '../../src/matching/look-up.ts'
import { startOfDay } from '../../src/values/brussels.ts'
import { engines } from '../harness/databases.ts'
import { input } from '../harness/ingestion.ts'
import { type CompanyGiven, numberOf, rowsOf } from '../harness/register-files.ts'
import { noFigures, registerScene } from '../harness/register-scene.ts'
import { type ToldEvent, watchedScene } from '../harness/watched.ts'

const [number, establishment] = [numberOf(4_030_192), numberOf(20_000_031)]
const inGhent: CompanyGiven = {
  number,
  establishments: [{ number: establishment, postcode: '9000', municipality: 'Gent' }],
}
const inLiege: CompanyGiven = {
  number,
  establishments: [{ number: establishment, postcode: '4000', municipality: 'Liège' }],
}
const forRegion = (region: string) => [input('grant', { status: 'open', regions: [region] })]
const shortly = ({ before, after }: ToldEvent) => `${before} > ${after}`

for (const engine of engines) {
  test(`${engine.name}: who is left out of the register is judged without it from then on, and by his age as who gave it`, async () => {
    await using register = await registerScene(engine)
    await register.load({ rows: rowsOf([{ ...inGhent, started: '01-06-2024' }]) })
    const looking: Looking = { companies: register.companies, filedAccounts: noFigures }
    const scene = await watchedScene(register.store.database, undefined, looking)
    const account = await scene.account('enterprise')
    const list = await scene.list(account)
    await scene.watch(account, list, [{ reference: 'by number', company: { enterprise_number: number } }])
    const factsNow = async () => {
      using held = await scene.lists.hold(scene.database, list)
      return held?.portfolio.factsAt(0, startOfDay('2026-11-28'), () => true)
    }
    assert.deepEqual([(await factsNow())?.ageMonths, (await factsNow())?.legalForm], [29, '610'])
    await forgetCompany(register.store.database, number, 1)
    assert.deepEqual([(await factsNow())?.ageMonths, (await factsNow())?.legalForm], [null, null])
  })

  test(`${engine.name}: a company of which a number alone was given is told what a new version means where its register has it`, async () => {
    await using register = await registerScene(engine)
    await register.load({ rows: rowsOf([inGhent]) })
    const looking: Looking = { companies: register.companies, filedAccounts: noFigures }
    const scene = await watchedScene(register.store.database, undefined, looking)
    await scene.publish(forRegion('wallonia'))
    const account = await scene.account('enterprise')
    const list = await scene.list(account)
    await scene.watch(account, list, [
      { reference: 'by number', company: { enterprise_number: number } },
      { reference: 'not filled', company: { enterprise_number: number }, fill: false },
    ])
    await scene.reevaluate()
    await scene.publish(forRegion('flanders'))
    await scene.reevaluate()
    assert.deepEqual((await scene.told()).map(shortly), ['not_eligible > needs_review'])

    // Another register makes no event; what is judged from then on is judged by it.
    await register.load({ extract: 142, day: '02-11-2026', rows: rowsOf([inLiege]) })
    await scene.reevaluate()
    assert.equal((await scene.told()).length, 1)
    await scene.publish(forRegion('wallonia'))
    await scene.reevaluate()
    assert.deepEqual((await scene.told()).slice(1).map(shortly), ['not_eligible > needs_review'])
  })

  test(`${engine.name}: who is replaced after he was judged in memory is judged anew with what the register says of his new number`, async () => {
    await using register = await registerScene(engine)
    const [other, elsewhere] = [numberOf(5_012_345), numberOf(20_000_047)]
    await register.load({
      rows: rowsOf([
        inGhent,
        { number: other, establishments: [{ number: elsewhere, postcode: '4000', municipality: 'Liège' }] },
      ]),
    })
    const looking: Looking = { companies: register.companies, filedAccounts: noFigures }
    const scene = await watchedScene(register.store.database, undefined, looking)
    await scene.publish(forRegion('wallonia'))
    const account = await scene.account('enterprise')
    const list = await scene.list(account)
    await scene.watch(account, list, [{ reference: 'one', company: { enterprise_number: number } }])
    await scene.reevaluate()
    using held = await scene.lists.hold(scene.database, list)
    assert.ok(held !== null && held.filled.size === 1)
    await scene.watch(account, list, [{ reference: 'one', company: { enterprise_number: other } }])
    await scene.publish(forRegion('flanders'))
    await scene.reevaluate()
    assert.deepEqual((await scene.told()).map(shortly), ['needs_review > not_eligible'])
  })
}
