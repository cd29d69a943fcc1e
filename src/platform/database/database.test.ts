/** What both engines promise alike. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { engines, type TestStore } from '../../../tests/harness/databases.ts'
import type { Database, Reads, Row, Sql } from './database.ts'
import { openDatabase } from './open.ts'
import { StoreError, type StoreFault } from './store-error.ts'

const columns = ['id', 'holder', 'until'] as const

/** A table of its own, so that nothing here depends on what the service stores. */
async function withTable(store: TestStore): Promise<Database> {
  const strict = store.database.engine === 'sqlite' ? 'strict' : ''
  const [big, real] = store.database.engine === 'sqlite' ? ['integer', 'real'] : ['bigint', 'double precision']
  await store.database.run(
    `create table thing (id text not null primary key, holder text unique, until ${big} check (until >= 0), share ${real}) ${strict}`,
  )
  return store.database
}

function faults(fault: StoreFault): (error: unknown) => boolean {
  return (error) => error instanceof StoreError && error.fault === fault
}

const count = async (sql: Sql): Promise<number> => Number((await sql.one('select count(*) as n from thing'))?.n)
const plain = (rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row }))
const put = (sql: Sql, id: string): Promise<number> => sql.run('insert into thing (id) values ($1)', [id])

/** A row committed by somebody else: inside a snapshot the same handle to the store answers nothing. */
async function written(store: TestStore, id: string): Promise<void> {
  const other = await openDatabase(store.settings)
  await put(other, id)
  await other.close()
}

for (const engine of engines) {
  test(`${engine.name}: numbers, sums, counts and truth come back as numbers, text as text, nothing as null`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    const largest = Number.MAX_SAFE_INTEGER
    await database.run('insert into thing (id, holder, until, share) values ($1, $2, $3, $4)', ['a', '', largest, 0.25])
    await database.run('insert into thing (id, holder, until, share) values ($1, $2, $3, $4)', ['é"\n', null, 0, 3])
    assert.deepEqual(plain(await database.all('select * from thing order by until')), [
      { id: 'é"\n', holder: null, until: 0, share: 3 },
      { id: 'a', holder: '', until: largest, share: 0.25 },
    ])
    const row = await database.one(
      'select count(*) as n, sum(until) as total, exists (select 1 from thing where id = $1) as there from thing',
      ['a'],
    )
    assert.deepEqual({ ...row }, { n: 2, total: largest, there: 1 })
  })

  test(`${engine.name}: an integer bound to a text column is stored without a fraction, parameters go by their number`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    await database.run('insert into thing (id, until, holder) values ($2, $1, $2)', [7, 'x'])
    assert.equal((await database.one('select cast(until as text) as t from thing where holder = $1', ['x']))?.t, '7')
    const numbers = Array.from({ length: 12 }, (_, index) => index + 1)
    const sum = numbers.map((number) => `cast($${number} as bigint)`).join(' + ')
    assert.equal((await database.one(`select ${sum} as s`, numbers))?.s, 78)
  })

  test(`${engine.name}: what was committed is there after closing and opening again`, async () => {
    await using store = await engine.open({ empty: true })
    await put(await withTable(store), 'kept')
    const again = await openDatabase(store.settings)
    assert.equal(await count(again), 1)
    await again.close()
  })

  test(`${engine.name}: reads outside a transaction see nothing of it until it commits, and then all of it`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    const [entered, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const transaction = database.transaction(async (handle) => {
      await put(handle, 'a')
      await put(handle, 'b')
      assert.equal(await count(handle), 2)
      entered.resolve()
      await held.promise
    })
    await entered.promise
    assert.equal(await count(database), 0)
    held.resolve()
    await transaction
    assert.equal(await count(database), 2)
  })

  test(`${engine.name}: a transaction that throws leaves nothing, and passes the error on`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    const cause = new Error('the work failed')
    await assert.rejects(
      database.transaction(async (handle) => {
        await put(handle, 'a')
        throw cause
      }),
      (error) => error === cause,
    )
    assert.equal(await count(database), 0)
    await put(database, 'a')
  })

  test(`${engine.name}: after a failed statement a transaction does nothing more and cannot commit, even if the error was caught`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    await put(database, 'a')
    const transaction = database.transaction(async (handle) => {
      await put(handle, 'b')
      await assert.rejects(put(handle, 'a'), faults('constraint'))
      await assert.rejects(put(handle, 'c'), faults('constraint'))
      return 'done'
    })
    await assert.rejects(transaction, faults('constraint'))
    assert.equal(await count(database), 1)
  })

  test(`${engine.name}: inside a transaction the database itself answers nothing: its statements go through the handle`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    const beside: [what: string, ask: () => Promise<unknown>][] = [
      ['a read', () => count(database)],
      ['a write', () => put(database, 'x')],
      ['a transaction', () => database.transaction(async () => undefined)],
      ['the counters', () => database.counters.all('select 1 as one')],
      ['what is written behind', () => database.behindTransaction(async () => undefined)],
      ['a variant', () => count(database.forBulk())],
    ]
    await database.transaction(async (handle) => {
      for (const [what, ask] of beside) await assert.rejects(ask(), faults('statement'), what)
      await put(handle, 'a')
    })
    assert.equal(await count(database), 1)
  })

  test(`${engine.name}: what is written behind the answers is whole or not there, and waits for nobody's transaction`, async () => {
    await using store = await engine.open()
    const { database } = store
    const page = (id: string) => ['acc_1', id, 1, '[]']
    const columns = ['account_id', 'id', 'requests', 'body']
    const there = () => database.all<{ id: string }>('select id from request_page order by id')
    const release = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const held = database.transaction(async (handle) => {
      await handle.run('update feed_head set publication = publication + 1')
      begun.resolve()
      await release.promise
    })
    await begun.promise
    await database.behindTransaction((handle) => handle.insertMany('request_page', columns, [page('a'), page('b')]))
    const failed = database.behindTransaction(async (handle) => {
      await handle.insertMany('request_page', columns, [page('c')])
      await handle.insertMany('request_page', columns, [page('a')])
    })
    await assert.rejects(failed, faults('constraint'))
    assert.deepEqual(
      (await there()).map(({ id }) => id),
      ['a', 'b'],
    )
    release.resolve()
    await held
  })

  test(`${engine.name}: a handle is good for nothing when its transaction has ended`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    let kept: Sql = database
    await database.transaction(async (handle) => {
      kept = handle
    })
    await assert.rejects(put(kept, 'late'), faults('statement'))
    assert.equal(await count(database), 0)
  })

  test(`${engine.name}: transactions that read and then write one row never lose a change`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    await database.run('insert into thing (id, until) values ($1, 0)', ['a'])
    const increase = () =>
      database.transaction(async (handle) => {
        const row = await handle.one(`select until from thing where id = 'a' ${database.dialect.forUpdate}`)
        await handle.run(`update thing set until = $1 where id = 'a'`, [Number(row?.until) + 1])
      })
    await Promise.all(Array.from({ length: 50 }, increase))
    assert.equal((await database.one('select until from thing'))?.until, 50)
  })

  test(`${engine.name}: several statements asked for at once in a transaction are done one after the other`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    await database.transaction(async (handle) => {
      await Promise.all(['a', 'b', 'c'].map((id) => put(handle, id)))
    })
    assert.equal(await count(database), 3)
  })

  for (const size of [0, 1, 100, 101, 1_050])
    test(`${engine.name}: insertMany writes ${size} rows in their order`, async () => {
      await using store = await engine.open({ empty: true })
      const database = await withTable(store)
      const rows = Array.from({ length: size }, (_, index) => [
        `id${index}`,
        index % 2 === 0 ? `h${index}` : null,
        index,
      ])
      await database.insertMany('thing', columns, rows)
      const stored = await database.all('select id, holder, until from thing order by until')
      assert.deepEqual(
        stored.map((row) => [row.id, row.holder, row.until]),
        rows,
      )
    })

  test(`${engine.name}: insertMany writes all rows or none, and what its suffix says`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    const rows = Array.from({ length: 250 }, (_, index) => [`id${index % 249}`, null, index])
    await assert.rejects(database.insertMany('thing', columns, rows), faults('constraint'))
    assert.equal(await count(database), 0)
    await database.insertMany('thing', columns, rows, 'on conflict (id) do nothing')
    assert.equal(await count(database), 249)
    await assert.rejects(database.insertMany('thing', columns, [['a', null]]), faults('statement'))
  })

  test(`${engine.name}: others get their turn while many rows are written`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    const many = 12_000
    const rows = Array.from({ length: many }, (_, index) => [`id${index}`, null, index])
    let [written, turns] = [false, 0]
    const writing = database.insertMany('thing', columns, rows).then(() => {
      written = true
    })
    while (!written) {
      assert.ok([0, many].includes(await count(database)))
      await new Promise(setImmediate)
      turns += 1
    }
    await writing
    assert.ok(turns >= 20, `${turns} turns`)
  })

  const refused: [what: string, text: string, parameters: (string | number | null)[], fault: StoreFault][] = [
    ['a second row with a unique value', `insert into thing (id, holder) values ('b', $1)`, ['h'], 'constraint'],
    ['a value that a check forbids', `insert into thing (id, until) values ('b', $1)`, [-1], 'constraint'],
    ['a missing value', `insert into thing (id) values ($1)`, [null], 'constraint'],
    ['text in a column of numbers', `insert into thing (id, until) values ('b', $1)`, ['soon'], 'statement'],
    ['a fraction in a column of integers', `insert into thing (id, until) values ('b', $1)`, [0.5], 'statement'],
    ['a number that is none', 'insert into thing (id, until) values ($1, $2)', ['b', Number.NaN], 'statement'],
    [
      'an infinite number',
      'insert into thing (id, share) values ($1, $2)',
      ['b', Number.POSITIVE_INFINITY],
      'statement',
    ],
    ['an integer beyond 2^53', 'insert into thing (id, until) values ($1, $2)', ['b', 2 ** 53], 'statement'],
    ['text with a zero character', 'insert into thing (id) values ($1)', ['a\0b'], 'statement'],
    ['a parameter too few', 'insert into thing (id, until) values ($1, $2)', ['b'], 'statement'],
    ['a parameter too many', 'insert into thing (id) values ($1)', ['b', 'c'], 'statement'],
    ['a table that does not exist', 'select * from nothing', [], 'statement'],
    ['what is no SQL', 'selct 1', [], 'statement'],
  ]
  for (const [what, text, parameters, fault] of refused)
    test(`${engine.name}: ${what} is refused as a fault of the ${fault}`, async () => {
      await using store = await engine.open({ empty: true })
      const database = await withTable(store)
      await database.run(`insert into thing (id, holder) values ('a', 'h')`)
      await assert.rejects(database.run(text, parameters), faults(fault))
      await assert.rejects(
        database.transaction((handle) => handle.run(text, parameters)),
        faults(fault),
      )
      assert.equal(await count(database), 1)
    })

  test(`${engine.name}: one answers the only row or null, and refuses several`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    assert.equal(await database.one('select * from thing'), null)
    await put(database, 'a')
    assert.equal((await database.one('select id from thing'))?.id, 'a')
    await put(database, 'b')
    await assert.rejects(database.one('select id from thing'), faults('statement'))
  })

  test(`${engine.name}: a write that answers rows is committed, asked for with all, one or run`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    const text = 'insert into thing (id) values ($1) returning id'
    assert.deepEqual(plain(await database.all(text, ['a'])), [{ id: 'a' }])
    assert.deepEqual({ ...(await database.one(text, ['b'])) }, { id: 'b' })
    assert.equal(await database.run(text, ['c']), 1)
    const other = await openDatabase(store.settings)
    assert.equal(await count(other), 3)
    await other.close()
    assert.equal(await database.run('update thing set until = 1'), 3)
    assert.equal(await database.run('delete from thing where id = $1', ['nobody']), 0)
  })

  test(`${engine.name}: a signal that has aborted stops what would follow, and takes a transaction back`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    const controller = new AbortController()
    const mine = database.withSignal(controller.signal)
    const reason = new Error('the client went away')
    await put(mine, 'before')
    await assert.rejects(
      mine.transaction(async (handle) => {
        await put(handle, 'within')
        controller.abort(reason)
        await put(handle, 'after')
      }),
      (error) => error === reason,
    )
    await assert.rejects(put(mine, 'late'), (error) => error === reason)
    await assert.rejects(count(mine.forBulk()), (error) => error === reason)
    await assert.rejects(count(mine.forTurns()), (error) => error === reason)
    assert.equal(await count(database), 1)
  })

  test(`${engine.name}: a snapshot reads one state, whatever is committed meanwhile, and holds nobody up`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    await put(database, 'before')
    const seen = await database.snapshot(async (state) => {
      const first = await state.all('select id from thing')
      await written(store, 'meanwhile')
      const second = await state.one('select count(*) as n from thing')
      return { first: plain(first), second: Number(second?.n) }
    })
    assert.deepEqual(seen, { first: [{ id: 'before' }], second: 1 })
    assert.equal(await count(database), 2)
    assert.equal(
      await database.snapshot(async (state) => Number((await state.one('select count(*) as n from thing'))?.n)),
      2,
    )
  })

  test(`${engine.name}: a snapshot does not wait for a transaction under way, and sees nothing of it`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    const [entered, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const transaction = database.transaction(async (handle) => {
      await put(handle, 'a')
      entered.resolve()
      await held.promise
    })
    await entered.promise
    assert.deepEqual(await database.snapshot((state) => state.all('select id from thing')), [])
    held.resolve()
    await transaction
  })

  test(`${engine.name}: others get their turn between the statements of a snapshot`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    }, 0)
    await database.snapshot(async (state) => {
      while (turns < 3) await state.all('select id from thing')
    })
    clearInterval(counting)
  })

  test(`${engine.name}: a snapshot only reads, and its handle is good for nothing when it has ended`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    await assert.rejects(
      database.snapshot((state) => state.all("insert into thing (id) values ('x') returning id")),
      StoreError,
    )
    await assert.rejects(
      database.snapshot(() => database.one('select 1 as one')),
      faults('statement'),
    )
    let kept: Reads | null = null
    await database.snapshot(async (state) => {
      kept = state
    })
    await assert.rejects(async () => (kept as Reads | null)?.all('select id from thing'), faults('statement'))
    assert.equal(await count(database), 0)
  })

  test(`${engine.name}: what fails in a snapshot is passed on, and a signal ends it`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    await assert.rejects(
      database.snapshot(() => Promise.reject(new Error('of the work'))),
      /of the work/,
    )
    const leaving = new AbortController()
    await assert.rejects(
      database.withSignal(leaving.signal).snapshot(async (state) => {
        await state.all('select id from thing')
        leaving.abort(new Error('the caller left'))
        return state.all('select id from thing')
      }),
      /the caller left/,
    )
    await put(database, 'after')
    assert.equal(await count(database), 1)
  })

  test(`${engine.name}: the bytes of a text, and whether a table is there, are said in the engine's own words`, async () => {
    await using store = await engine.open({ empty: true })
    const database = await withTable(store)
    const { bytesOf, tableNamed } = database.dialect
    const row = await database.one<{ b: string | Uint8Array }>(`select ${bytesOf("'é€😀'")} as b`)
    assert.equal(Buffer.from(row?.b ?? '').toString(), 'é€😀')
    assert.notEqual(await database.one(tableNamed, ['thing']), null)
    assert.equal(await database.one(tableNamed, ['nothing']), null)
  })
}
