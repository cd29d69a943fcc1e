import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../tests/harness/databases.ts'
import { HeldByOthers, StoreError } from '../store-error.ts'
import { openOwnConnection } from './own-connection.ts'

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
        await connection.run('begin')
        await new Promise((resolve) => setTimeout(resolve, 200))
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
        await holder.run('begin')
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
