/** Thirty questions of advisers, over the bundled records: what an assistant calls, and what its user is then told. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ask, type Heard, startAdviserService } from '../harness/adviser-service.ts'
import { clientsMissing } from '../harness/mcp-clients.ts'
import type { TestService } from '../harness/service.ts'
import { tokenCounter } from '../harness/tokens.ts'
import { questions } from './questions/all.ts'
import { callsMax } from './questions/question.ts'

/** What an assistant has to read of one answer, at most, where it asks as the tools advise. */
const tokensMax: Record<string, number> = {
  search_subsidies: 5_000,
  get_subsidy: 6_000,
  match_company: 8_500,
  explain_eligibility: 4_000,
  list_changes: 3_000,
  list_sources: 2_000,
}

let service: TestService
const heard: Heard[] = []
before(async () => {
  service = await startAdviserService()
})
after(() => service.stop())

for (const question of questions) {
  test(`answered in ${question.calls.length} calls: ${question.asked}`, async () => {
    assert.ok(question.calls.length <= callsMax)
    const here = await ask(service, question)
    heard.push(...here)
    question.says(here.map(({ answer }) => answer))
  })
}

test('no answer to them is longer than an assistant can be asked to read', { skip: clientsMissing }, async () => {
  const tokensIn = await tokenCounter()
  assert.equal(heard.length, questions.flatMap(({ calls }) => calls).length)
  const long = heard
    .map(({ tool, answer }) => ({ tool, tokens: tokensIn(JSON.stringify(answer)) }))
    .filter(({ tool, tokens }) => tokens > (tokensMax[tool] ?? 0))
  assert.deepEqual(long, [])
})
