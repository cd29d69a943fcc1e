/** The other process of `store-process.ts`: opens the store it is given and obeys, one order at a time. */
import { openSync, writeSync } from 'node:fs'
import { revokeKey, setPlan } from '../../src/accounts/operations.ts'
import { admit, takeToken } from '../../src/limits/store.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import type { Admission } from '../../src/values/admission.ts'
import type { Order } from './store-process.ts'

const database = await openDatabase(JSON.parse(process.argv[2] ?? ''))
let release: (() => void) | null = null

process.on('message', (order: Order) => {
  release?.()
  release = null
  obey(order).then(
    (done) =>
      process.send?.({
        ...(Array.isArray(done) ? { admissions: done } : { admissions: [], taken: done }),
        error: null,
      }),
    (error: unknown) => process.send?.({ admissions: [], error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({ admissions: [], error: null })

async function obey(order: Order): Promise<Admission[] | number> {
  switch (order.order) {
    case 'admit':
      return Promise.all(Array.from({ length: order.times }, () => admit(database, order.digest, order.now)))
    case 'take tokens': {
      const { account, now, times } = order
      const taken = await Promise.all(Array.from({ length: times }, () => takeToken(database, account, now)))
      return taken.filter((isTaken) => isTaken).length
    }
    case 'set the clock': {
      const right = Date.now
      Date.now = () => right() + order.aheadMs
      return []
    }
    case 'revoke':
      await revokeKey(database, order.now, { keyId: order.keyId })
      return []
    case 'plan':
      await setPlan(database, Date.now(), order.account, order.plan)
      return []
    case 'admit for ever':
      admitForEver(order)
      return []
    case 'hold a transaction':
      return holdTransaction(order.account)
  }
}

/** Notes every attempt before it, and every acknowledgement after it, where a killed process has left them. */
async function admitForEver(order: Order & { order: 'admit for ever' }): Promise<void> {
  const file = openSync(order.progress, 'w')
  const note = (attempted: number, acknowledged: number): void => {
    writeSync(file, `${String(attempted).padStart(9)}${String(acknowledged).padStart(9)}`, 0)
  }
  for (let count = 0; ; count += 1) {
    note(count + 1, count)
    const { outcome } = await admit(database, order.digest, order.now + count * order.stepMs)
    if (outcome !== 'admitted') throw new Error(`request ${count} was ${outcome}`)
    note(count + 1, count + 1)
  }
}

async function holdTransaction(account: string): Promise<Admission[]> {
  const begun = Promise.withResolvers<Admission[]>()
  const held = Promise.withResolvers<void>()
  release = held.resolve
  database
    .transaction(async (transaction) => {
      await transaction.run(`update account set plan = 'enterprise' where id = $1`, [account])
      begun.resolve([])
      await held.promise
    })
    .catch(begun.reject)
  return begun.promise
}
