import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { engines } from '../../../../tests/harness/databases.ts'
import { pgbouncer } from '../../../../tests/harness/middle-programs.ts'
import { startPooler } from '../../../../tests/harness/pooler.ts'
import { HeldByOthers, StoreError } from '../store-error.ts'
import { type CopiedRow, openOwnConnection } from './own-connection.ts'

async function* someRows(): AsyncGenerator<CopiedRow> {
  yield [1]
  yield [2]
}

const engine = engines.find(({ name }) => name === 'postgres')

async function withStore(work: (url: string) => Promise<void>): Promise<void> {
  if (engine === undefined) throw new Error('TEST_DATABASE_URL names no server')
  await using store = await engine.open({ empty: true })
  await work(store.settings.databaseUrl ?? '')
}

const databaseOf = (url: string): string => new URL(url).pathname.slice(1)

if (engine !== undefined) {
  test('postgres: a bound that a database sets for statements and for idle transactions does not end long work', () =>
    withStore(async (url) => {
      const first = await openOwnConnection(url)
      for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout'])
        await first.run(`alter database ${databaseOf(url)} set ${setting} = '50ms'`)
      await first.close()
      const connection = await openOwnConnection(url)
      try {
        await connection.run('select pg_sleep(0.2)')
        await connection.begin()
        await new Promise((resolve) => setTimeout(resolve, 200))
        assert.deepEqual(await connection.run('select 1 as one'), [{ one: 1 }])
      } finally {
        await connection.close()
      }
    }))

  test(
    'postgres: behind a pooler its bounds hold, and are left to nobody who gets the connection of the server afterwards',
    {
      skip: pgbouncer === null ? 'pgbouncer is not installed' : false,
    },
    () =>
      withStore(async (url) => {
        const names = ['statement_timeout', 'lock_timeout', 'max_parallel_workers_per_gather']
        const direct = await openOwnConnection(url)
        await direct.run(`alter database ${databaseOf(url)} set statement_timeout = '300ms'`)
        await direct.close()
        await using pooler = await startPooler(url)
        const settingsNow = async (): Promise<unknown[]> => {
          const client = new pg.Client(pooler.urlOf(url))
          await client.connect()
          const found: unknown[] = []
          for (const name of names) found.push((await client.query(`show ${name}`)).rows[0]?.[name])
          await client.end()
          return found
        }
        const before = await settingsNow()
        const connection = await openOwnConnection(pooler.urlOf(url))
        try {
          await connection.run('create table filled (one integer)')
          await connection.copyIn('filled', ['one'], someRows())
          await connection.run('select pg_sleep(0.6)')
          await connection.begin()
          await connection.run('select pg_sleep(0.6)')
          await connection.commit()
          assert.deepEqual(await connection.run('select count(*)::int as rows from filled'), [{ rows: 2 }])
        } finally {
          await connection.close()
        }
        assert.deepEqual(await settingsNow(), before)
      }),
  )

  test('postgres: a statement that fails leaves the connection fit for the next one', () =>
    withStore(async (url) => {
      const connection = await openOwnConnection(url)
      try {
        await assert.rejects(connection.run('select one from nothing_of_that_name'), StoreError)
        assert.deepEqual(await connection.run('select 1 as one'), [{ one: 1 }])
        await assert.rejects(connection.copyIn('nothing_of_that_name', ['one'], someRows()), StoreError)
        assert.deepEqual(await connection.run('select 1 as one'), [{ one: 1 }])
      } finally {
        await connection.close()
      }
    }))

  test('postgres: long work has one process of the server', () =>
    withStore(async (url) => {
      const connection = await openOwnConnection(url)
      try {
        for (const setting of ['max_parallel_workers_per_gather', 'max_parallel_maintenance_workers'])
          assert.deepEqual(await connection.run(`show ${setting}`), [{ [setting]: '0' }])
      } finally {
        await connection.close()
      }
    }))

  test('postgres: a table that another connection holds is waited for within a bound, and then said to be held', () =>
    withStore(async (url) => {
      const [holder, other] = [await openOwnConnection(url), await openOwnConnection(url)]
      try {
        await holder.run('create table held (one integer)')
        await holder.begin()
        await holder.run('lock table held in access exclusive mode')
        await assert.rejects(other.run('drop table held'), HeldByOthers)
      } finally {
        await holder.close()
        await other.close()
      }
    }))

  test('postgres: what the role may not do is told as a missing right, with what to give it', () =>
    withStore(async (url) => {
      const role = `${databaseOf(url)}_guest`
      const owner = await openOwnConnection(url)
      try {
        await owner.run(`create role ${role}`)
        await owner.run(`set role ${role}`)
        await assert.rejects(
          owner.run('create table public.another (one integer)'),
          (fault) =>
            fault instanceof StoreError &&
            fault.fault === 'rights' &&
            /Give it the right to make tables/.test(fault.message),
        )
      } finally {
        await owner.run('reset role')
        await owner.run(`drop role ${role}`)
        await owner.close()
      }
    }))
}
