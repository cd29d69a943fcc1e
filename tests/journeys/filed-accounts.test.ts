/** Filed accounts with whole processes: the service asks, and stops, as an operator starts and stops it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filedAccounts } from '../../src/companies/filed-accounts/filed-accounts.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { dayOf } from '../../src/values/brussels.ts'
import { firstNumber, secondNumber, soon } from '../harness/accounts-scene.ts'
import { standInKey, standInNames, startAccountsStandIn } from '../harness/accounts-stand-in.ts'
import { engines } from '../harness/databases.ts'
import { unobserved } from '../harness/observer.ts'
import { processScene } from '../harness/process.ts'

const lastYear = Number(dayOf(systemClock.now()).slice(0, 4)) - 1
const filing = { reference: `${lastYear}-00000001`, end: `${lastYear}-12-31`, deposited: `${lastYear}-12-31` }

for (const engine of engines)
  test(`${engine.name}: a service with the key fetches what another process wants, tells the operator, and stops at once; one with the role api asks nobody`, async () => {
    await using standIn = await startAccountsStandIn()
    const environment = { ACCOUNTS_KEY: standInKey, ACCOUNTS_URL: standIn.origin, LOG_LEVEL: 'trace' }
    await using scene = await processScene(engine, { environment })
    const database = await scene.database()
    const accounts = filedAccounts({ isOn: true, clock: systemClock, observer: unobserved })
    const ask = (number: string) => accounts.ask(database, number, AbortSignal.timeout(10_000))
    standIn.files(firstNumber, { ...filing, values: { '9087': '3.5', '20/58': '1000' } })

    const api = await scene.serve(['--role', 'api'])
    assert.equal(await ask(firstNumber), null)
    assert.equal(standIn.asked.length, 0)

    const worker = scene.start(['serve', '--role', 'worker'])
    await soon(() => standIn.asked.length === 2)
    const figures = { closingDay: filing.end, employees: 3, turnoverEur: null, balanceTotalEur: 1_000 }
    await soon(async () => (await accounts.known(database, [firstNumber])).size === 1)
    assert.deepEqual(await ask(firstNumber), figures)

    standIn.answers({ status: 403 })
    assert.equal(await ask(secondNumber), null)
    const doctor = await scene.command('doctor', '--json')
    const { findings } = doctor.document<{ findings: { check: string; level: string; message: string }[] }>()
    const found = findings.find(({ check }) => check === 'annual accounts')
    assert.equal(found?.level, 'fault')
    assert.match(found.message, /1 company waits .* ACCOUNTS_KEY was not taken/)

    const stoppedMs = performance.now()
    worker.child.kill('SIGTERM')
    await worker.end()
    assert.ok(performance.now() - stoppedMs < 10_000)
    const printed = [api.process, worker].map(({ out, error }) => out + error).join('\n')
    assert.match(printed, /does not take ACCOUNTS_KEY/)
    for (const word of [...standInNames, standInKey, firstNumber, secondNumber])
      assert.ok(!`${printed}${doctor.out}`.includes(word), `${word} is told`)
  })
