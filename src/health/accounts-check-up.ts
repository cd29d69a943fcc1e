/** The check-up of what is asked of the National Bank: filed annual accounts. */
import { accountsStanding, waitingCountMax } from '../companies/filed-accounts/standing.ts'
import type { Database } from '../platform/database/database.ts'
import { formatInstant } from '../values/brussels.ts'
import { type Finding, finding } from './finding.ts'

const check = 'annual accounts'
const failures: Readonly<Record<string, string>> = {
  key: 'ACCOUNTS_KEY was not taken',
  too_fast: 'the office asked for fewer calls',
  unavailable: 'the office gave no whole answer. Does the machine of the worker reach ACCOUNTS_URL?',
  unreadable: 'the answer had a form that this release does not know',
  refused: 'the office refused the call. Is ACCOUNTS_URL its address?',
  lost: 'a process ended in the midst of asking',
}

/** `isOn`: whether the key is set for this command, as it should be for every process. */
export async function accountsFinding(database: Database, isOn: boolean): Promise<Finding> {
  if (!isOn)
    return finding(check, 'ok', 'ACCOUNTS_KEY is not set: figures of companies are not filled from filed accounts')
  const { waiting, failure } = await accountsStanding(database)
  const count = waiting < waitingCountMax ? String(waiting) : `${waitingCountMax} or more`
  const standing = `the key is set, and ${count} ${waiting === 1 ? 'company waits' : 'companies wait'} to be asked for`
  if (failure === null) return finding(check, 'ok', standing)
  const { fault, at } = failure
  const said = failures[fault] ?? fault
  if (fault !== 'key')
    return finding(check, 'warning', `${standing}. The last attempt failed at ${formatInstant(at)}: ${said}`)
  const message = `${standing}. At ${formatInstant(at)} ${said}, and nothing is asked for 15 minutes after each try. Look at the subscription on the developer portal of the office (docs/operating.md), and set the key for every process`
  return finding(check, 'fault', message)
}
