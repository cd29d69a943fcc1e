/**
 * The service that advisers' questions are put to: the bundled curated records, read on 20 November 2026, and again on
 * 3 December with what two authorities have changed meanwhile; reminders of deadlines are made. It is then 4 December.
 */
import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { remindOfDeadlines } from '../../src/measures/reminders/closing-soon.ts'
import type { Question, ToolAnswer } from '../mcp/questions/question.ts'
import { readWhole, startCuratedService } from './curated-service.ts'
import { mcpCaller } from './mcp.ts'
import type { TestService } from './service.ts'

const bundled = path.join(import.meta.dirname, '..', '..', 'catalogue', 'curated')
const sourceId = 'belgium-curated'

/** As the service has it where its operator says nothing. */
const daysBefore = [14, 3]

/** What is changed: in that file, of that measure, the first text that reads so. */
const changes = [
  {
    file: 'flanders-vlaio.yaml',
    measure: 'vlaio-ecologiepremie-plus',
    before: '    max: 1000000\n',
    after: '    max: 900000\n',
  },
  {
    file: 'wallonia-cheques-entreprises-digital-innovation.yaml',
    measure: 'spw-cheque-cybersecurite',
    before: '    max: 50000\n',
    after: '    max: 60000\n',
  },
]

/** Whoever starts it stops it. */
export async function startAdviserService(): Promise<TestService> {
  const records = await mkdtemp(path.join(tmpdir(), 'subsidies-records-'))
  await cp(bundled, records, { recursive: true })
  const service = await startCuratedService(records)
  const stop = async (): Promise<void> => {
    await service.stop()
    await rm(records, { recursive: true, force: true })
  }
  try {
    await remind(service)
    service.clock.advance({ days: 13 })
    for (const change of changes) await apply(records, change)
    await readWhole(service, sourceId)
    service.clock.advance({ days: 1 })
    await remind(service)
    return { ...service, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}

export type Heard = { tool: string; answer: ToolAnswer }

/** Makes the calls of a question, one a second, as somebody whose plan is pro. Throws where a tool refuses. */
export async function ask(service: TestService, { calls }: Question): Promise<Heard[]> {
  const { answers } = mcpCaller(() => ({ origin: service.origin, key: service.keys.pro }))
  const heard: Heard[] = []
  for (const [tool, given] of calls) {
    service.clock.advance({ seconds: 1 })
    const words = typeof given === 'function' ? given(heard.map(({ answer }) => answer)) : given
    heard.push({ tool, answer: await answers(tool, words) })
  }
  return heard
}

async function remind(service: TestService): Promise<void> {
  await remindOfDeadlines({ ...service.means, daysBefore }, null)
}

async function apply(records: string, { file, measure, before, after }: (typeof changes)[number]): Promise<void> {
  const place = path.join(records, file)
  const text = await readFile(place, 'utf8')
  const start = text.indexOf(`local_id: ${measure}\n`)
  const found = text.indexOf(before, start)
  const end = text.indexOf('local_id: ', start + 1)
  assert.ok(start >= 0 && found >= 0 && (end < 0 || found < end), `${file} says nothing of ${measure} to change`)
  await writeFile(place, text.slice(0, found) + after + text.slice(found + before.length))
}
