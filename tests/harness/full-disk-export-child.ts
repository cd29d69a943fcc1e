/**
 * A service whose files may not grow beyond a bound for a while (`prlimit`), as on a full disk, and then may again: tells how it
 * answers those who ask for the export meanwhile and afterwards.
 */
import { execFileSync } from 'node:child_process'
import { engines } from './databases.ts'
import { exportPath, holdDownload, largeRecords } from './downloads.ts'
import { startService } from './service.ts'

const [engine] = engines
if (engine === undefined) throw new Error('there is always the embedded store')
/** Less than the lines of the export, and more than what answering a request writes. */
const bytesMax = 8 * 1024 * 1024
const service = await startService(engine)
const { origin, keys } = service
const bound = (bytes: number | 'unlimited'): void =>
  void execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`])
const ask = async (coding: string): Promise<[status: number, code: unknown]> => {
  const answer = await service.get(exportPath, { headers: { 'accept-encoding': coding } })
  return [answer.status, answer.status === 200 ? answer.headers['x-record-count'] : answer.error().code]
}

await service.publish(largeRecords())
bound(bytesMax)
const full = [await ask('identity'), await ask('gzip'), await ask('identity')]
bound('unlimited')
const after = [await ask('identity'), await ask('gzip')]
const held = await Promise.all([0, 1].map(() => holdDownload(origin, keys.enterprise)))
const places = held.map(({ status }) => status)
process.stdout.write(`${JSON.stringify({ full, after, places })}\n`, () => process.exit())
