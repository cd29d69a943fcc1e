/** `companies load`, `show`, `status` and `forget` as an operator gives them, and what `doctor` says of the register. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { inRegisterTurn } from '../../src/companies/open-register.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openOwnConnection } from '../../src/platform/database/postgres/own-connection.ts'
import { dayOf } from '../../src/values/brussels.ts'
import { engines, type TestStore } from '../harness/databases.ts'
import { registerOperator } from '../harness/register-command.ts'
import { type CompanyGiven, dotted, numberOf, rowsOf, writeRegisterFile } from '../harness/register-files.ts'

const [bakery, person, unknown] = [9_999_999, 9_999_997, 9_999_995].map(numberOf) as [string, string, string]
const [oven, salon] = [89_999_999, 89_999_980].map(numberOf) as [string, string]
const companies: CompanyGiven[] = [
  {
    number: bakery,
    names: [['2', '001', 'Bakkerij Voorbeeld']],
    office: ['9000', 'Gent'],
    establishments: [{ number: oven, postcode: '9000', municipality: 'Gent' }],
  },
  { number: person, kind: 'natural', establishments: [{ number: salon, postcode: '4000', municipality: 'Liège' }] },
]
const first = { day: '06-07-2025', rows: rowsOf(companies) }

/** A day so long ago by the machine's clock, as the register writes it. */
function daysAgo(days: number): string {
  const [year = '', month = '', day = ''] = dayOf(systemClock.now() - days * 24 * 3_600_000).split('-')
  return `${day}-${month}-${year}`
}

/** Changes the header of the register that stands. */
async function changeHeader({ database, settings }: TestStore, texts: (header: string) => string[]): Promise<void> {
  if (settings.databaseUrl !== null) {
    for (const text of texts('company_register_header')) await database.run(text)
    return
  }
  const file = new DatabaseSync(path.join(settings.dataDir, 'companies', 'register.db'))
  for (const text of texts('header')) file.exec(text)
  file.close()
}

for (const engine of engines) {
  test(`${engine.name}: load says what stands then, and status says it again with its age, its source and its licence`, async () => {
    await using store = await engine.open()
    const operator = registerOperator(store.settings)
    assert.deepEqual(await operator.done('companies', 'status'), { loaded: false, forgotten: 0 })
    const { text } = { text: (await operator.command('companies', 'status')).out }
    assert.match(text, /No register is loaded\. How to get it: docs\/operating\.md/)
    const loaded = await operator.load({ ...first, day: daysAgo(3) })
    const { loaded_at, date, ...rest } = loaded
    assert.deepEqual(rest, {
      ...{ loaded: true, extract: 141, kind: 'full', file: 'KboOpenData.zip', age_days: 3, enterprises: 2 },
      ...{ establishments: 2, forgotten: 0, licence: 'KBO Open Data' },
      source: 'Crossroads Bank for Enterprises (FPS Economy), open data',
    })
    assert.match(String(loaded_at), /^\d{4}-\d\d-\d\dT/)
    assert.equal(date, dayOf(systemClock.now() - 3 * 24 * 3_600_000))
    assert.deepEqual(await operator.done('companies', 'status'), loaded)
    const said = (await operator.command('companies', 'status')).out
    for (const word of ['extract', '141', 'age_days', '3', 'licence', 'KBO Open Data'])
      assert.ok(said.includes(word), word)
  })

  test(`${engine.name}: status says the source and the licence that were recorded, and none of a register loaded before they were`, async () => {
    await using store = await engine.open()
    const operator = registerOperator(store.settings)
    const said = async () => {
      const { source, licence, extract } = await operator.done('companies', 'status')
      return [source, licence, extract]
    }
    const recorded = ['Crossroads Bank for Enterprises (FPS Economy), open data', 'KBO Open Data']
    await operator.load(first)
    await changeHeader(store, (header) => [`update ${header} set source = 'another', licence = 'of its own'`])
    assert.deepEqual(await said(), ['another', 'of its own', 141])
    await changeHeader(store, (header) =>
      ['source', 'licence'].map((column) => `alter table ${header} drop column ${column}`),
    )
    assert.deepEqual(await said(), [null, null, 141])
    assert.equal((await operator.done('companies', 'show', bakery)).number, bakery)
    await operator.done('companies', 'forget', person)
    assert.deepEqual(await said(), [null, null, 141])
    await operator.load({ extract: 142, day: '07-07-2025', rows: rowsOf([]), deleted: {} })
    assert.deepEqual(await said(), [...recorded, 142])
    await operator.load({ ...first, extract: 143, day: '08-07-2025' })
    assert.deepEqual(await said(), [...recorded, 143])
  })

  test(`${engine.name}: load tells how far it is on standard error alone`, async () => {
    await using store = await engine.open()
    const folder = mkdtempSync(path.join(tmpdir(), 'subsidies-progress-'))
    try {
      const file = path.join(folder, 'KboOpenData.zip')
      writeRegisterFile(file, first)
      const { status, out, error } = await registerOperator(store.settings).command('companies', 'load', '--file', file)
      assert.equal(status, 0)
      assert.match(error, /^megabytes: \d+ of \d+ read \((enterprise|establishment|index)\)/)
      assert.doesNotMatch(out, /megabytes/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test(`${engine.name}: show tells what the route tells, by either number; of a person no place and no day`, async () => {
    await using store = await engine.open()
    const operator = registerOperator(store.settings)
    await operator.load(first)
    const shown = await operator.done('companies', 'show', dotted(bakery))
    assert.deepEqual([shown.number, shown.name], [bakery, 'Bakkerij Voorbeeld'])
    assert.deepEqual(await operator.done('companies', 'show', `BE ${oven}`), shown)
    const { name, founded_on, office, establishments } = await operator.done('companies', 'show', salon)
    assert.deepEqual([name, founded_on, office, establishments], [null, null, null, { total: null, items: [] }])
    assert.match((await operator.command('companies', 'show', bakery)).out, /name +Bakkerij Voorbeeld/)
    for (const [words, code] of [
      [['show', unknown], 'company_not_found'],
      [['show', '0999999923'], 'wrong_number'],
      [['forget', '0999999923'], 'wrong_number'],
      [['forget', oven], 'wrong_number'],
    ] as const) {
      const { status, out, error, document } = await operator.command('companies', ...words, '--json')
      assert.deepEqual([status, document<{ error: { code: string } }>().error.code], [1, code])
      assert.ok(!`${out}${error}`.includes(words[1]), 'no number is repeated')
    }
  })

  test(`${engine.name}: forget takes an enterprise out at once, and for later loads; status counts it`, async () => {
    await using store = await engine.open()
    const operator = registerOperator(store.settings)
    await operator.load(first)
    for (const _ of [1, 2])
      assert.deepEqual(await operator.done('companies', 'forget', dotted(person)), { forgotten: true, taken_out: true })
    assert.equal(await operator.refused('companies', 'show', person), 'company_not_found')
    assert.equal(await operator.refused('companies', 'show', salon), 'company_not_found')
    const again = await operator.load({ ...first, extract: 142, day: '07-07-2025' })
    assert.deepEqual([again.enterprises, again.establishments, again.forgotten], [1, 1, 1])
    assert.equal(await operator.refused('companies', 'show', person), 'company_not_found')
    assert.equal((await operator.done('companies', 'show', bakery)).number, bakery)
  })

  test(`${engine.name}: while another loads, a load is refused, and a number is forgotten all the same`, async () => {
    await using store = await engine.open()
    const operator = registerOperator(store.settings)
    await operator.load(first)
    const folder = mkdtempSync(path.join(tmpdir(), 'subsidies-busy-'))
    const file = path.join(folder, 'KboOpenData.zip')
    writeRegisterFile(file, { ...first, extract: 142, day: '07-07-2025' })
    try {
      await inRegisterTurn(store.database, systemClock, new AbortController().signal, async () => {
        assert.equal(await operator.refused('companies', 'load', '--file', file), 'register_busy')
        const forgotten = await operator.command('companies', 'forget', person, '--json')
        assert.deepEqual(
          [forgotten.status, forgotten.document()],
          [1, { forgotten: true, taken_out: false, reason: 'register_busy' }],
        )
        assert.equal(await operator.refused('companies', 'show', person), 'company_not_found')
      })
      assert.equal((await operator.done<{ extract: number }>('companies', 'load', '--file', file)).extract, 142)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test(`${engine.name}: an older full file is taken with --older alone, and words that are missing are status 2`, async () => {
    await using store = await engine.open()
    const operator = registerOperator(store.settings)
    await operator.load(first)
    await assert.rejects(operator.load({ ...first, extract: 140, day: '01-06-2025' }), /Say --older to go back to it/)
    assert.equal((await operator.load({ ...first, extract: 140, day: '01-06-2025' }, '--older')).extract, 140)
    assert.equal((await operator.command('companies', 'load')).status, 2)
    assert.equal((await operator.command('companies', 'show')).status, 2)
  })

  test(`${engine.name}: doctor says which extract is loaded and of which day, and warns from 45 days on`, async () => {
    await using store = await engine.open()
    const operator = registerOperator(store.settings)
    type Said = { findings: { check: string; level: string; message: string }[] }
    const said = async () => {
      const { findings } = (await operator.command('doctor', '--json')).document<Said>()
      const found = findings.filter(({ check }) => check === 'register of companies')
      assert.equal(found.length, 1)
      return [found[0]?.level, found[0]?.message]
    }
    assert.deepEqual((await said())[0], 'ok')
    assert.match(String((await said())[1]), /^none is loaded/)
    await operator.load({ ...first, day: daysAgo(46) })
    const [level, message] = await said()
    assert.equal(level, 'warning')
    assert.match(String(message), /^extract 141 of .* is loaded, 46 days old; load the newest full file/)
    await operator.load({ ...first, extract: 142, day: daysAgo(10) })
    assert.deepEqual((await said())[0], 'ok')
  })

  test(`${engine.name}: a command on a store that does not exist says so, and makes nothing`, async () => {
    const place = await engine.place()
    try {
      const operator = registerOperator(place.settings)
      assert.equal(await operator.refused('companies', 'status'), 'no_store')
      assert.ok(place.settings.dataDir === '' || !existsSync(path.join(place.settings.dataDir, 'companies')))
    } finally {
      await place.remove()
    }
  })
}

for (const engine of engines.filter(({ name }) => name === 'postgres'))
  test('postgres: a load that finds its tables held by one that stands still says so, and leaves the register', async () => {
    await using store = await engine.open()
    const operator = registerOperator(store.settings)
    await operator.load(first)
    const holder = await openOwnConnection(store.settings.databaseUrl ?? '')
    try {
      await holder.run('create table company_register_enterprise_next (number bigint)')
      await holder.begin()
      await holder.run('lock table company_register_enterprise_next in row exclusive mode')
      await assert.rejects(
        operator.load({ ...first, extract: 142, day: '07-07-2025' }),
        /register_busy.*Another load that stands still/,
      )
    } finally {
      await holder.close()
    }
    assert.equal((await operator.done<{ extract: number }>('companies', 'status')).extract, 141)
    assert.equal((await operator.load({ ...first, extract: 142, day: '07-07-2025' })).extract, 142)
  })

for (const engine of engines.filter(({ name }) => name === 'postgres'))
  test('postgres: a role that may make no temporary tables is told of that right when it loads an update', async () => {
    await using store = await engine.open()
    await registerOperator(store.settings).load(first)
    const address = new URL(store.settings.databaseUrl ?? '')
    const [database, role] = [address.pathname.slice(1), `register_reader_${randomBytes(4).toString('hex')}`]
    const owner = await openOwnConnection(address.href)
    const update = { extract: 142, day: '07-07-2025', rows: rowsOf([]), deleted: {} }
    try {
      await owner.run(`create role ${role} login`)
      await owner.run(`grant all on all tables in schema public to ${role}`)
      await owner.run(`revoke temporary on database "${database}" from public`)
      address.username = role
      const operator = registerOperator({ ...store.settings, databaseUrl: address.href })
      await assert.rejects(operator.load(update), /wrong_store.*grant temporary on database <its name> to <the role>/)
      await owner.run(`grant temporary on database "${database}" to ${role}`)
      assert.equal((await operator.load(update)).extract, 142)
    } finally {
      await owner.run(`drop owned by ${role}`)
      await owner.run(`drop role ${role}`)
      await owner.close()
    }
  })
