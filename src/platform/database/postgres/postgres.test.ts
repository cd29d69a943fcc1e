/** What only a server shows: cancelling, losing it, and what may stand between it and us. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { connect as connectSocket, createServer, type Socket } from 'node:net'
import test from 'node:test'
import pg from 'pg'
import { engines, type TestStore } from '../../../../tests/harness/databases.ts'
import type { Database } from '../database.ts'
import { StoreError } from '../store-error.ts'
import { openPostgres } from './postgres.ts'

const isUnavailable = (error: unknown): boolean => error instanceof StoreError && error.fault === 'unavailable'
const answerWithinMs = 5_000

function urlOf(store: TestStore): string {
  assert.ok(store.settings.databaseUrl !== null)
  return store.settings.databaseUrl
}

/** A connection of its own to look at the server with. */
async function withObserver(store: TestStore, work: (observer: pg.Client) => Promise<void>): Promise<void> {
  const observer = new pg.Client({ connectionString: urlOf(store) })
  await observer.connect()
  try {
    await work(observer)
  } finally {
    await observer.end()
  }
}

/** Waits until so many statements that contain `text` are under way on the server. */
async function untilRunning(observer: pg.Client, text: string, expected: number): Promise<void> {
  const query = `select count(*)::int as n from pg_stat_activity
    where state = 'active' and pid <> pg_backend_pid() and datname = current_database() and query like $1`
  for (let look = 0; look < 2_000; look += 1) {
    const { rows } = await observer.query(query, [`%${text}%`])
    if (rows[0].n === expected) return
  }
  assert.fail(`the server does not come to run ${expected} of ${text}`)
}

const endOthers = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

/** A relay to the server that can fall silent: it takes what it is sent, and passes on nothing. */
async function withRelay(store: TestStore, work: (url: string, silence: () => void) => Promise<void>): Promise<void> {
  const target = new URL(urlOf(store))
  const sockets = new Set<Socket>()
  let silent = false
  const relay = createServer((socket) => {
    const upstream = connectSocket(Number(target.port), target.hostname)
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => silent || to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const address = relay.address()
  assert.ok(typeof address === 'object' && address !== null)
  const url = new URL(target)
  url.host = `127.0.0.1:${address.port}`
  try {
    await work(url.href, () => {
      silent = true
    })
  } finally {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => relay.close(resolve))
  }
}

async function withOneConnection(store: TestStore, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openPostgres({ url: urlOf(store), poolSize: 1 })
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

test('where nobody listens, opening fails at once and does not repeat the password', async () => {
  const opening = openPostgres({ url: 'postgres://user:secret@127.0.0.1:1/none', poolSize: 1 })
  await assert.rejects(opening, (error) => isUnavailable(error) && !String(error).includes('secret'))
})

for (const engine of engines.filter(({ name }) => name === 'postgres')) {
  test('a statement that has to give way to whoever waits for it in turn is asked again, and answers', async () => {
    await using store = await engine.open({ empty: true })
    const { database } = store
    await database.run('create table one (id integer primary key)')
    await database.run('create table two (id integer primary key)')
    const both = 'select count(*) as n from two cross join one'
    const [held, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = database.transaction(async (transaction) => {
      await transaction.run('lock table one in access exclusive mode')
      held.resolve()
      await waits.promise
      // Each waits for what the other has now. The server looks for that when one has waited for a second: this one later.
      await transaction.run(`set local deadlock_timeout = '1min'`)
      await transaction.run('lock table two in access exclusive mode')
    })
    await held.promise
    await withObserver(store, async (observer) => {
      const asking = database.one<{ n: number }>(both)
      await untilRunning(observer, both, 1)
      waits.resolve()
      assert.deepEqual({ ...(await asking) }, { n: 0 })
      await holding
    })
  })

  test('background work leaves a connection to requests, however much of it waits with one in hand', async () => {
    await using store = await engine.open({ empty: true })
    const database = await openPostgres({ url: urlOf(store), poolSize: 2 })
    const published = Promise.withResolvers<void>()
    const working = Array.from({ length: 3 }, () =>
      database.forBulk().transaction(async (transaction) => {
        await transaction.one('select 1 as one')
        await published.promise
      }),
    )
    try {
      await database
        .forBulk()
        .withSignal(AbortSignal.timeout(100))
        .one('select 1 as one')
        .catch(() => undefined)
      assert.equal((await database.one('select 1 as one'))?.one, 1)
      assert.equal(await database.transaction((transaction) => transaction.run('select 1')), 1)
    } finally {
      published.resolve()
      await Promise.all(working)
      await database.close()
    }
  })

  test('a signal ends the running statement on the server, at once for the caller, and frees the connection', async () => {
    await using store = await engine.open({ empty: true })
    await withObserver(store, (observer) =>
      withOneConnection(store, async (database) => {
        const controller = new AbortController()
        const reason = new Error('the client went away')
        const running = database.withSignal(controller.signal).one(`select pg_sleep(600), 'mine'`)
        await untilRunning(observer, 'pg_sleep(600)', 1)
        controller.abort(reason)
        await assert.rejects(running, (error) => error === reason)
        await untilRunning(observer, 'pg_sleep(600)', 0)
        assert.equal((await database.one('select 1 as one'))?.one, 1)
      }),
    )
  })

  test('a signal ends a transaction with its running statement, and what it held is free', async () => {
    await using store = await engine.open({ empty: true })
    await store.database.run('create table thing (id integer primary key)')
    await withObserver(store, async (observer) => {
      const controller = new AbortController()
      const running = store.database.withSignal(controller.signal).transaction(async (handle) => {
        await handle.run('insert into thing (id) values (1)')
        await handle.run('select pg_sleep(600)')
      })
      await untilRunning(observer, 'pg_sleep(600)', 1)
      controller.abort()
      await assert.rejects(running, { name: 'AbortError' })
      await store.database.run('insert into thing (id) values (1)')
      await untilRunning(observer, 'pg_sleep(600)', 0)
    })
  })

  test('a signal ends the wait for a connection, and who waits behind gets it', async () => {
    await using store = await engine.open({ empty: true })
    await withOneConnection(store, async (database) => {
      const held = Promise.withResolvers<void>()
      const entered = Promise.withResolvers<void>()
      const transaction = database.transaction(async () => {
        entered.resolve()
        await held.promise
      })
      await entered.promise
      const controller = new AbortController()
      const [first, second] = [
        database.withSignal(controller.signal).one('select 1 as one'),
        database.one('select 2 as two'),
      ]
      controller.abort()
      await assert.rejects(first, { name: 'AbortError' })
      held.resolve()
      await transaction
      assert.equal((await second)?.two, 2)
    })
  })

  test('when every connection is ended from outside, the next statements work, reads and writes and transactions', async () => {
    await using store = await engine.open()
    const { database } = store
    await withObserver(store, async (observer) => {
      const asks: (() => Promise<unknown>)[] = [
        () => database.one('select publication from feed_head'),
        () => database.run('update feed_head set publication = publication + 1'),
        () => database.transaction((handle) => handle.run('update feed_head set publication = publication + 1')),
        () => database.counters.one('select publication from feed_head where id = $1', [1]),
      ]
      for (const ask of asks) {
        await Promise.all(Array.from({ length: 10 }, () => database.one('select 1 as one')))
        await observer.query(endOthers)
        await ask()
      }
      assert.equal((await database.one('select publication from feed_head'))?.publication, 2)
    })
  })

  test('a server that ends a transaction half way is a fault of the store, nothing of it stays, and the next works', async () => {
    await using store = await engine.open()
    const { database } = store
    await withObserver(store, async (observer) => {
      const transaction = database.transaction(async (handle) => {
        await handle.run('update feed_head set publication = 7')
        await observer.query(endOthers)
        await handle.run('update feed_head set publication = 8')
      })
      await assert.rejects(transaction, isUnavailable)
      const idle = database.transaction(async (handle) => {
        await handle.run('update feed_head set publication = 7')
        await observer.query(endOthers)
      })
      await assert.rejects(idle, isUnavailable)
    })
    assert.equal((await database.one('select publication from feed_head'))?.publication, 0)
  })

  test('a server that falls silent is an error within 5 seconds, for a statement, a transaction and one that waits', async () => {
    await using store = await engine.open()
    await withRelay(store, async (url, silence) => {
      const database = await openPostgres({ url, poolSize: 2 })
      silence()
      const from = performance.now()
      const asked = await Promise.allSettled([
        database.one('select 1 as one'),
        database.transaction((handle) => handle.run('update feed_head set publication = 1')),
        database.run('update feed_head set publication = 1'),
        database.counters.one('select 1 as one'),
      ])
      const tookMs = performance.now() - from
      for (const each of asked) assert.ok(each.status === 'rejected' && isUnavailable(each.reason))
      assert.ok(tookMs < answerWithinMs, `${tookMs} ms`)
      await database.close()
    })
  })

  test('a transaction bounds itself on the server, and leaves nothing set on the connection', async () => {
    await using store = await engine.open({ empty: true })
    await withOneConnection(store, async (database) => {
      const settings = `select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`
      const within = await database.transaction((handle) => handle.one(settings))
      assert.deepEqual(within, { statement: '4s', idle: '30s' })
      assert.deepEqual(await database.forBulk().transaction((handle) => handle.one(settings)), {
        statement: '10min',
        idle: '5min',
      })
      for (const [turns, statement] of [
        [database.forTurns(), '4s'],
        [database.forTurns(60_000), '1min'],
      ] as const)
        assert.deepEqual(await turns.transaction((handle) => handle.one(settings)), { statement, idle: '5s' })
      assert.deepEqual(await database.one(settings), { statement: '0', idle: '0' })
    })
  })

  const counting = 'select count(*) as n from feed_head where id = $1'
  const name = hash('sha256', counting, 'hex').slice(0, 32)
  const betweens: [what: string, disturb: string][] = [
    ['is gone', 'deallocate all'],
    ['was made by another process', `prepare "${name}" as ${counting}`],
  ]
  for (const [what, disturb] of betweens)
    test(`a statement of the counters whose preparation ${what}, as behind a pooler, is answered all the same`, async () => {
      await using store = await engine.open()
      await withOneConnection(store, async (database) => {
        const ask = async () => (await database.counters.one(counting, [1]))?.n
        if (disturb.startsWith('deallocate')) assert.equal(await ask(), 1)
        await database.run(disturb)
        assert.equal(await ask(), 1)
        await database.run('deallocate all')
        assert.equal(await ask(), 1)
      })
    })

  test('more transactions than connections wait for one another and all succeed', async () => {
    await using store = await engine.open()
    const database = await openPostgres({ url: urlOf(store), poolSize: 2 })
    const increase = () =>
      database.transaction((handle) => handle.run('update feed_head set publication = publication + 1'))
    await Promise.all(Array.from({ length: 60 }, increase))
    assert.equal((await database.one('select publication from feed_head'))?.publication, 60)
    await database.close()
  })

  test('how numbers are read here changes nothing for other users of the driver', async () => {
    await using store = await engine.open({ empty: true })
    assert.equal((await store.database.one('select cast(7 as bigint) as n'))?.n, 7)
    await withObserver(store, async (observer) => {
      assert.equal((await observer.query('select cast(7 as bigint) as n')).rows[0].n, '7')
    })
    await assert.rejects(store.database.one('select 9007199254740993 as n'), StoreError)
  })
}
