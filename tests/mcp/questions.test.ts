/** Thirty questions of advisers, over the bundled records: what an assistant calls, and what its user is then told. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startAdviserService } from '../harness/adviser-service.ts'
import { mcpCaller } from '../harness/mcp.ts'
import type { TestService } from '../harness/service.ts'
import { enterpriseQuestions } from './questions/enterprise.ts'
import { personQuestions } from './questions/person.ts'
import { callsMax, type ToolAnswer } from './questions/question.ts'
import { verdictQuestions } from './questions/verdicts.ts'
import { watchingQuestions } from './questions/watching.ts'

let service: TestService
before(async () => {
  service = await startAdviserService()
})
after(() => service.stop())
const { answers } = mcpCaller(() => ({ origin: service.origin, key: service.keys.pro }))

for (const { asked, calls, says } of [
  ...enterpriseQuestions,
  ...verdictQuestions,
  ...personQuestions,
  ...watchingQuestions,
]) {
  test(`answered in ${calls.length} calls: ${asked}`, async () => {
    assert.ok(calls.length <= callsMax)
    const heard: ToolAnswer[] = []
    for (const [tool, given] of calls) {
      service.clock.advance({ seconds: 1 })
      heard.push(await answers(tool, typeof given === 'function' ? given(heard) : given))
    }
    says(heard)
  })
}
