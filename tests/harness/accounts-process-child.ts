/** Another process on a test's store that asks for filed accounts until it is killed. */
import { fetchAccountsJob } from '../../src/companies/filed-accounts/fetch-accounts.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createOutbound } from '../../src/platform/outbound/outbound.ts'
import { standInKey } from './accounts-stand-in.ts'
import { unobserved } from './observer.ts'

const { settings, origin, claimMs } = JSON.parse(process.argv[2] ?? '')
const database = await openDatabase(settings)
process.on('disconnect', () => process.exit())
const fetch = createOutbound({ version: '0.0.0', clock: systemClock, observer: unobserved })
fetchAccountsJob({
  ...{ settings: { accountsKey: standInKey, accountsUrl: origin }, fetch, observer: unobserved },
  ...{ chance: () => 0, claimMs },
})?.run({ database, clock: systemClock, signal: new AbortController().signal })
process.send?.({ error: null })
