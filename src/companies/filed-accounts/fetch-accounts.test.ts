import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { startAccountsProcess } from '../../../tests/harness/accounts-process.ts'
import {
  type AccountsScene,
  accountsScene,
  firstNumber,
  makeDue,
  numberOf,
  secondNumber,
  soon,
} from '../../../tests/harness/accounts-scene.ts'
import { type Fault, standInKey, standInNames } from '../../../tests/harness/accounts-stand-in.ts'
import { engines, type TestStore } from '../../../tests/harness/databases.ts'
import { unobserved } from '../../../tests/harness/observer.ts'
import { accountsFinding } from '../../health/accounts-check-up.ts'
import { fetchAccountsJob } from './fetch-accounts.ts'

const full = { '9087': '112.4', '70': '48000000', '20/58': '30000000' }
const filing = { reference: '2025-00000001', end: '2024-12-31', deposited: '2025-06-01', values: full }
const known = {
  state: 'known',
  figures: [112, 48_000_000, 30_000_000],
  closing_day: '2024-12-31',
  due_at: null,
  last_fault: null,
}

const stateOf = async (scene: AccountsScene, number: string = firstNumber) => {
  const row = (await scene.rows()).find(({ enterprise_number }) => enterprise_number === number)
  assert.ok(row)
  const { state, employees, turnover_eur, balance_total_eur, closing_day, due_at, last_fault } = row
  return { state, figures: [employees, turnover_eur, balance_total_eur], closing_day, due_at, last_fault }
}
const failedWith = async (scene: AccountsScene): Promise<unknown> => (await stateOf(scene)).last_fault
const outcomes = (scene: AccountsScene): string[] =>
  scene.told.flatMap(({ name, labels }) => (name === 'accounts_call' ? [`${labels.call} ${labels.outcome}`] : []))

for (const engine of engines) {
  const on = (work: (scene: AccountsScene, store: TestStore) => Promise<void>, claimMs?: number) => async () => {
    await using store = await engine.open()
    await using scene = await accountsScene(store.database, claimMs)
    await work(scene, store)
  }

  test(
    `${engine.name}: a wanted company has the figures of its last filing, asked for by two calls with key, id and form`,
    on(async (scene) => {
      const before = { ...full, '9087': '5' }
      scene.standIn.files(
        firstNumber,
        { ...filing, reference: '2024-00000001', end: '2023-12-31', deposited: '2024-06-01', values: { '9087': '7' } },
        { ...filing, before },
      )
      await scene.want(firstNumber)
      await scene.work()
      assert.deepEqual(await stateOf(scene), known)
      assert.deepEqual(
        scene.standIn.asked.map(({ path, headers }) => [path, headers.accept, headers['nbb-cbso-subscription-key']]),
        [
          [`/authentic/legalEntity/${firstNumber}/references`, 'application/json', standInKey],
          ['/authentic/deposit/2025-00000001/accountingData', 'application/x.jsonxbrl', standInKey],
        ],
      )
      assert.equal(new Set(scene.standIn.asked.map(({ headers }) => headers['x-request-id'])).size, 2)
      assert.deepEqual(outcomes(scene), ['filings answered', 'filing answered'])
    }),
  )

  test(
    `${engine.name}: an abridged and a micro filing leave null what they do not tell`,
    on(async (scene) => {
      scene.standIn.files(firstNumber, {
        ...filing,
        model: 'm01-f',
        values: { '9087': '9.5', '9900': '1', '20/58': '2' },
      })
      const micro = { ...filing, reference: '2025-00000002', model: 'm07-f', values: { '9900': '1', '10/49': '3' } }
      scene.standIn.files(secondNumber, micro)
      for (const number of [firstNumber, secondNumber]) await scene.want(number)
      await scene.work()
      assert.deepEqual((await stateOf(scene)).figures, [9, null, 2])
      assert.deepEqual((await stateOf(scene, secondNumber)).figures, [null, null, 3])
    }),
  )

  test(
    `${engine.name}: a correction goes before what it corrects, and a filing without JSON is passed over for the one before`,
    on(async (scene) => {
      scene.standIn.files(
        firstNumber,
        { ...filing, values: { '9087': '1' } },
        { ...filing, reference: '2025-00000009', deposited: '2025-09-01', values: { '9087': '2' } },
        { ...filing, reference: '2026-00000001', end: '2025-12-31', deposited: '2026-02-01', hasJson: false },
      )
      await scene.want(firstNumber)
      await scene.work()
      const { closing_day, figures } = await stateOf(scene)
      assert.deepEqual([closing_day, figures[0]], ['2024-12-31', 2])
      assert.deepEqual(outcomes(scene), ['filings answered', 'filing missing', 'filing answered'])
    }),
  )

  test(
    `${engine.name}: nothing filed, nothing with JSON and nothing of the last three years is none, and is kept`,
    on(async (scene) => {
      const [third] = [numberOf(3)]
      scene.standIn.files(secondNumber, { ...filing, hasJson: false })
      scene.standIn.files(third, { ...filing, reference: '2022-00000005', end: '2021-12-31' })
      for (const number of [firstNumber, secondNumber, third]) await scene.want(number)
      await scene.work()
      for (const number of [firstNumber, secondNumber, third]) {
        const none = { ...known, state: 'none', figures: [null, null, null], closing_day: null }
        assert.deepEqual(await stateOf(scene, number), none, number)
        assert.equal(await scene.accounts.ask(scene.database, number, AbortSignal.timeout(5_000)), null)
      }
      assert.equal(scene.standIn.asked.length, 4)
    }),
  )

  test(
    `${engine.name}: an empty list is asked for once more before none is concluded`,
    on(async (scene) => {
      scene.standIn.files(firstNumber, filing)
      scene.standIn.answers('empty list')
      await scene.want(firstNumber)
      await scene.work()
      assert.deepEqual(await stateOf(scene), known)
      scene.standIn.files(secondNumber)
      await scene.want(secondNumber)
      await scene.work()
      assert.equal((await stateOf(scene, secondNumber)).state, 'none')
      assert.equal(scene.standIn.asked.length, 5)
    }),
  )

  test(
    `${engine.name}: a key that is not taken stops all calls for 15 minutes, doctor tells, and then the figures come`,
    on(async (scene) => {
      const { clock, database, standIn } = scene
      standIn.files(firstNumber, filing)
      standIn.files(secondNumber, { ...filing, reference: '2025-00000002' })
      const end = scene.begin(scene.job('another-key'))
      for (const number of [firstNumber, secondNumber]) await scene.want(number)
      await soon(async () => (await failedWith(scene)) === 'key')
      const asked = standIn.asked.length
      assert.ok(asked <= 2, 'at most one call more was under way')
      clock.advance({ minutes: 14 })
      await makeDue(scene)
      await new Promise((resolve) => setTimeout(resolve, 700))
      assert.equal(standIn.asked.length, asked)
      const finding = await accountsFinding(database, true)
      assert.equal(finding.level, 'fault')
      assert.match(finding.message, /2 companies wait .* ACCOUNTS_KEY was not taken/)
      assert.match(scene.log(), /does not take ACCOUNTS_KEY/)
      clock.advance({ minutes: 1 })
      await soon(() => standIn.asked.length > asked)
      await end()
      await makeDue(scene)
      await scene.work()
      assert.deepEqual(await stateOf(scene), known)
      assert.equal((await accountsFinding(database, true)).level, 'ok')
    }),
  )

  for (const [retryAfter, seconds] of [
    ['120', 120],
    ['86400', 3_600],
  ] as const)
    test(
      `${engine.name}: 429 with Retry-After ${retryAfter} is kept to for ${seconds} seconds, and no longer than an hour`,
      on(async (scene) => {
        const { clock, standIn } = scene
        standIn.files(firstNumber, filing)
        standIn.answers({ status: 429, headers: { 'retry-after': retryAfter } })
        await scene.want(firstNumber)
        const end = scene.begin()
        await soon(async () => (await failedWith(scene)) === 'too_fast')
        await makeDue(scene)
        clock.advance({ seconds: seconds - 1 })
        await new Promise((resolve) => setTimeout(resolve, 500))
        assert.equal(standIn.asked.length, 1)
        clock.advance({ seconds: 1 })
        await soon(async () => (await stateOf(scene)).state === 'known')
        await end()
      }),
    )

  const faults: [what: string, fault: Fault, kept: string][] = [
    ['no answer', 'no answer', 'unavailable'],
    ['503', { status: 503 }, 'unavailable'],
    ['an answer that is cut', 'cut', 'unavailable'],
    ['an answer of 40 MB', 'huge', 'unavailable'],
    ['a redirect elsewhere', 'elsewhere', 'unavailable'],
    ['an answer that is no JSON', 'broken', 'unreadable'],
    ['an answer that is no list', { status: 200, body: '{"Administrators":[]}' }, 'unreadable'],
  ]
  test(
    `${engine.name}: after ${faults.map(([what]) => what).join(', ')} a company is asked for again, with longer and longer waits`,
    on(async (scene) => {
      scene.standIn.files(firstNumber, filing)
      await scene.want(firstNumber)
      const waits: number[] = []
      for (const [what, fault, kept] of faults) {
        scene.standIn.answers(fault)
        await makeDue(scene)
        await scene.work()
        assert.equal(await failedWith(scene), kept, what)
        assert.equal(scene.standIn.asked.length, waits.length + 1, `${what}: one call, and none elsewhere`)
        const row = await scene.database.one(`select due_at - ${scene.database.dialect.now} as ms from filed_account`)
        waits.push(Math.round(Number(row?.ms) / 10_000) * 10)
      }
      assert.deepEqual(waits, [10, 60, 300, 900, 3_600, 10_800, 43_200])
      scene.standIn.answers(null)
      await makeDue(scene)
      await scene.work()
      assert.deepEqual(await stateOf(scene), known)
    }),
  )

  test(
    `${engine.name}: after eight attempts a company is forgotten until somebody asks for it again`,
    on(async (scene) => {
      scene.standIn.files(firstNumber, filing)
      scene.standIn.answersAll({ status: 415 })
      await scene.want(firstNumber)
      for (let attempt = 1; attempt <= 8; attempt += 1) {
        assert.equal((await stateOf(scene)).due_at === null, false, `before attempt ${attempt}`)
        await makeDue(scene)
        await scene.work()
      }
      assert.deepEqual([(await stateOf(scene)).due_at, scene.standIn.asked.length], [null, 8])
      assert.match((await accountsFinding(scene.database, true)).message, /0 companies wait .* refused the call/)
      scene.standIn.answersAll(null)
      const end = scene.begin()
      const figures = await scene.accounts.ask(scene.database, firstNumber, AbortSignal.timeout(10_000))
      await end()
      assert.equal(figures?.employees, 112)
    }),
  )

  test(
    `${engine.name}: a company whose every attempt ended with its process is given up without another call`,
    on(async (scene) => {
      await scene.want(firstNumber)
      await scene.database.run(`update filed_account set attempts = 8, claim_token = 'of the dead', claimed_until = 1`)
      await scene.work()
      assert.deepEqual([await failedWith(scene), (await stateOf(scene)).due_at], ['lost', null])
      assert.equal(scene.standIn.asked.length, 0)
    }),
  )

  const wantMany = async (scene: AccountsScene, count: number): Promise<void> => {
    for (let place = 0; place < count; place += 1) {
      scene.standIn.files(numberOf(place), { ...filing, reference: `2025-0000100${place}` })
      await scene.want(numberOf(place))
    }
  }

  test(
    `${engine.name}: at most four calls begin in a second, however quickly they are answered`,
    on(async (scene) => {
      await wantMany(scene, 6)
      await scene.work()
      const { asked } = scene.standIn
      assert.equal(asked.length, 12)
      // A fifth call comes a second after the first; the way to the stand-in may take some of it.
      for (const [place, { at }] of asked.slice(0, -4).entries())
        assert.ok((asked[place + 4]?.at ?? 0) - at >= 980, `calls ${place} and ${place + 4}`)
    }),
  )

  test(
    `${engine.name}: at most two calls are under way, however slowly they are answered`,
    on(async (scene) => {
      await wantMany(scene, 4)
      scene.standIn.takes(900)
      await scene.work()
      assert.equal(scene.standIn.asked.length, 8)
      assert.equal(scene.standIn.together, 2)
    }),
  )

  test(
    `${engine.name}: an idle worker takes a wanted company within 250 ms`,
    on(async (scene) => {
      scene.standIn.files(firstNumber, filing)
      const end = scene.begin()
      await new Promise((resolve) => setTimeout(resolve, 500))
      const { now } = scene.database.dialect
      await scene.want(firstNumber)
      const row = await scene.database.one(`select ${now} - due_at as ms from filed_account`)
      const sinceMs = Number(row?.ms)
      const startedMs = performance.now()
      await soon(() => scene.standIn.asked.length > 0)
      const takenMs = sinceMs + performance.now() - startedMs
      await end()
      // The machine of a test may be busy: what is promised is 250 ms.
      assert.ok(takenMs < 500, `${takenMs} ms`)
    }),
  )

  test(
    `${engine.name}: a worker that is killed in the middle leaves the company to be taken again, and nothing half written`,
    on(async (scene, store) => {
      scene.standIn.files(firstNumber, filing)
      await scene.want(firstNumber)
      scene.standIn.answers('no answer')
      const other = await startAccountsProcess(store.settings, scene.standIn.origin, 1_000)
      await soon(() => scene.standIn.asked.length === 1)
      await other.kill()
      assert.equal((await stateOf(scene)).state, 'wanted')
      await scene.workUntil(async () => (await stateOf(scene)).state === 'known')
      assert.deepEqual(await stateOf(scene), known)
      assert.equal((await scene.rows())[0]?.attempts, 2)
    }, 1_000),
  )

  test(
    `${engine.name}: a worker that is told to stop gives back what it had begun, and counts no attempt`,
    on(async (scene) => {
      scene.standIn.answers('no answer')
      await scene.want(firstNumber)
      const end = scene.begin()
      await soon(() => scene.standIn.asked.length === 1)
      const startedMs = performance.now()
      await end()
      assert.ok(performance.now() - startedMs < 2_000, 'it waits for no answer')
      const [row] = await scene.rows()
      assert.deepEqual([row?.state, row?.attempts, row?.claim_token, row?.last_fault], ['wanted', 0, null, null])
    }),
  )

  test(
    `${engine.name}: who stood still until another had the company writes nothing`,
    on(async (scene) => {
      scene.standIn.files(firstNumber, filing)
      scene.standIn.takes(300)
      await scene.want(firstNumber)
      const end = scene.begin()
      await soon(() => scene.standIn.asked.length === 2)
      await scene.database.run(`update filed_account set claim_token = 'of another', claimed_until = 99999999999999`)
      await soon(() => scene.told.some(({ name, labels }) => name === 'work_turn' && labels.outcome !== 'done'))
      await end()
      const [row] = await scene.rows()
      assert.deepEqual([row?.state, row?.claim_token], ['wanted', 'of another'])
    }),
  )

  test(
    `${engine.name}: persons, names, addresses and numbers of a company are in no log, and no name and no key in a file of the store`,
    on(async (scene, store) => {
      scene.standIn.files(firstNumber, filing)
      scene.standIn.files(secondNumber, { ...filing, reference: '2025-00000002' })
      await scene.want(firstNumber)
      const answers: Fault[] = ['broken', 'cut', { status: 500 }, { status: 418 }, { status: 429 }, 'elsewhere']
      for (const fault of answers) {
        scene.standIn.answers(fault)
        await makeDue(scene)
        await scene.workUntil(async () => (await failedWith(scene)) !== null)
        await scene.database.run('update filed_account set last_fault = null, failed_at = null')
      }
      scene.standIn.answers(null, 'ten thousand rubrics')
      await scene.want(secondNumber)
      await makeDue(scene)
      await scene.work()
      const written = [scene.log(), JSON.stringify(scene.told), await storeText(store)]
      assert.match(scene.log(), /gave no help/)
      for (const word of [...standInNames, standInKey])
        for (const text of written) assert.ok(!text.includes(word), `${word} is written somewhere`)
      for (const number of [firstNumber, secondNumber, '2025-0000000'])
        for (const text of written.slice(0, 2)) assert.ok(!text.includes(number), `${number} is told`)
      assert.ok((await storeText(store)).includes(firstNumber), 'the search finds what is there')
    }),
  )

  test(
    `${engine.name}: ten thousand rubrics that are none take no figure away but those that come after the bound`,
    on(async (scene) => {
      scene.standIn.files(firstNumber, filing)
      scene.standIn.answers(null, 'ten thousand rubrics')
      await scene.want(firstNumber)
      await scene.work()
      assert.deepEqual(await stateOf(scene), { ...known, figures: [null, null, null] })
    }),
  )
}

test('without a key there is no job', () => {
  const settings = { accountsKey: null, accountsUrl: 'https://ws.cbso.nbb.be' }
  const fetch = () => Promise.reject(new Error('nobody is asked'))
  assert.equal(fetchAccountsJob({ settings, fetch, observer: unobserved, chance: () => 0 }), null)
})

/** Everything that the store has written: its files, or every row of the table. */
async function storeText({ database, settings }: TestStore): Promise<string> {
  if (database.engine === 'postgres') return JSON.stringify(await database.all('select * from filed_account'))
  const names = await readdir(settings.dataDir, { recursive: true, withFileTypes: true })
  const texts = names
    .filter((entry) => entry.isFile())
    .map((entry) => readFile(path.join(entry.parentPath, entry.name), 'latin1'))
  return (await Promise.all(texts)).join('\n')
}
