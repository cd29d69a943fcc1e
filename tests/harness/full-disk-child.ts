/**
 * A service on the embedded store in a process whose files may not grow beyond a bound (`ulimit -f`), as on a full disk:
 * tells how it answers before and after the store is full.
 */
import { engines } from './databases.ts'
import { call } from './http.ts'
import { startService } from './service.ts'

const [engine] = engines
if (engine === undefined) throw new Error('there is always the embedded store')
const service = await startService(engine)
const json = { company: { employees: 12 } }

async function state() {
  const { pro: key } = service.keys
  const health = (await service.get('/v1/health')).json() as { status: string; database: string }
  return {
    ready: (await service.get('/readyz')).status,
    health: [health.status, health.database],
    match: (await call(service.origin, 'POST', '/v1/match', { key, json })).status,
  }
}

/** Writes rows of that size until the store takes no more of them. */
async function fill(bytes: number): Promise<void> {
  const text = 'x'.repeat(bytes)
  for (;;) {
    try {
      await service.database.run('insert into lease (name, holder, until) values ($1, $2, 0)', [
        crypto.randomUUID(),
        text,
      ])
    } catch {
      return
    }
  }
}

await service.publish([])
while ((await service.get('/readyz')).status !== 200) await new Promise((resolve) => setImmediate(resolve))
const before = await state()
for (const bytes of [200_000, 20_000, 2_000, 10]) await fill(bytes)
while ((await service.get('/readyz')).status === 200) await new Promise((resolve) => setImmediate(resolve))
const after = await state()
process.stdout.write(`${JSON.stringify({ before, after })}\n`, () => process.exit())
