/** A service that is started after a power cut, asked over the wire by those who had been told something before. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { call } from '../harness/http.ts'
import type { ProcessScene } from '../harness/process.ts'
import { until } from '../harness/started-process.ts'
import type { Claim } from './claims.ts'
import type { Life } from './life.ts'

type Page = { data: { id: string }[]; pagination: { has_more: boolean; next_cursor: string } }
const pagesMax = 100

/** What is wrong with it, in words; `folder` is its own. `environment`: what it is started with beside the scene's. */
export async function faultsOfService(
  scene: ProcessScene,
  life: Life,
  held: readonly Claim[],
  folder: string,
): Promise<string[]> {
  const sent: string[] = []
  const receiver = createServer((request, response) => {
    sent.push(String(request.headers['service-delivery']))
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => receiver.listen(life.receiverPort, '127.0.0.1', resolve))
  const isHeld = ({ claim }: { claim: Claim }): boolean => held.includes(claim)
  const service = await scene.serve([], { DATA_DIR: folder, LD_PRELOAD: '' })
  try {
    const ready = async (): Promise<boolean> => (await service.get('/readyz')).status === 200
    await until('it is ready', ready)
    for (const { key } of life.revoked.filter(isHeld))
      assert.equal((await service.get('/v1/key', { key })).status, 401, 'a revoked key is let in')
    if (life.first !== null && held.includes(life.first)) {
      const feed = await feedOf(service.origin, life.key)
      const shown = life.shown.filter(isHeld).map(({ id }) => id)
      assert.deepEqual(feed.slice(0, shown.length), shown, 'the feed is another than was shown')
      const { total } = (await service.get('/v1/subsidies?limit=1', { key: life.key })).json().meta as { total: number }
      assert.equal(total, await listedIn(scene, folder), 'the catalogue is not that of the store')
    }
    const again = life.delivered.filter(isHeld).filter(({ id }) => sent.includes(id))
    assert.deepEqual(again, [], 'what was shown as delivered is sent again')
    assert.equal(await service.process.stop(), 0, service.process.error)
    return []
  } catch (fault) {
    return [`as a service: ${fault instanceof Error ? fault.message.split('\n').slice(0, 6).join(' ') : fault}`]
  } finally {
    await service.process.kill()
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
  }
}

async function feedOf(origin: string, key: string): Promise<string[]> {
  const ids: string[] = []
  let target = '/v1/changes'
  for (let page = 0; page < pagesMax; page += 1) {
    const answer = await call(origin, 'GET', target, { key })
    assert.equal(answer.status, 200, String(answer.body))
    const { data, pagination } = answer.json() as unknown as Page
    ids.push(...data.map(({ id }) => id))
    if (!pagination.has_more) return ids
    target = `/v1/changes?cursor=${encodeURIComponent(pagination.next_cursor)}`
  }
  throw new Error('the feed has no end')
}

/** Measures that a list shows, as a command sees them. */
async function listedIn(scene: ProcessScene, folder: string): Promise<number> {
  const program = scene.start(['doctor', '--json'], { DATA_DIR: folder, LD_PRELOAD: '' })
  assert.equal((await program.end()).code, 0, program.out)
  const { findings } = JSON.parse(program.out) as { findings: { check: string; message: string }[] }
  const [, count = ''] =
    /(\d+) measures?/.exec(findings.find(({ check }) => check === 'source city')?.message ?? '') ?? []
  return Number(count)
}
