/**
 * A program of a user that keeps a local copy: node copy-keeper-child.ts <settings as JSON>. It synchronises again and again,
 * whatever stops it, and prints a line each time.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { FileStore } from '../../clients/typescript/src/file-store.ts'
import { ApiError, SubsidiesClient } from '../../clients/typescript/src/subsidy-measures-client.ts'

const { folder, ...settings } = JSON.parse(process.argv[2] ?? '')
const client = new SubsidiesClient(settings)
const store = new FileStore(folder)
for (;;) {
  try {
    console.log(JSON.stringify(await client.sync(store)))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    console.log(JSON.stringify({ stopped: error instanceof ApiError ? error.code : error.name, why: error.message }))
  }
  await wait(20)
}
