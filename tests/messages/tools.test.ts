/** What assistants are told of wrong arguments: they read the message alone, and know of no address and no header. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { mcpCaller } from '../harness/mcp.ts'
import { type MistakeScene, mistakeScene } from '../harness/mistakes.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

let scene: MistakeScene
before(async () => {
  scene = await mistakeScene(embedded)
})
after(() => scene.stop())
const { fails } = mcpCaller(() => ({ origin: scene.service.origin, key: scene.service.keys.enterprise }))

const rows: [tool: string, given: unknown, told: RegExp][] = [
  ['search_subsidies', { region: 'flanders' }, /^region must be an array, not a string\. Write \["flanders"\]/],
  ['search_subsidies', { region: ['Flanders'] }, /^region\[0\] does not know "Flanders"\. Did you mean flanders\?/],
  ['search_subsidies', { regions: ['flanders'] }, /Did you mean region\?/],
  ['search_subsidies', { limit: '10' }, /^limit must be an integer, not a string\. Write 10, without quotes\.$/],
  ['search_subsidies', { page: 2 }, /Did you mean cursor\?/],
  ['search_subsidies', { source: ['vl'] }, /Did you mean vlaio\?/],
  ['search_subsidies', { deadline_before: '31/12/2026' }, /Write 2026-12-31\./],
  ['search_subsidies', { updated_since: '2026-03-01T09:30:00 01:00' }, /: 2026-03-01T09:30:00\+01:00\.$/],
  ['search_subsidies', { updated_since: '2026-03-01T09:30:00' }, /for example 2026-03-01T09:30:00Z/],
  ['get_subsidy', { id: 'vl:ecology-premum' }, /Did you mean vl:ecology-premium\?$/],
  ['get_subsidy', { subsidy_id: 'vl:ecology-premium' }, /Did you mean id\?/],
  ['match_company', { postcode: '9000' }, /It may belong at company\.postcode/],
  ['match_company', { company: { nace: '62.01' } }, /Write \["62\.01"\]/],
  ['explain_eligibility', { id: 'growth-subsidi' }, /Did you mean growth-subsidy\?$/],
  ['list_changes', { type: ['subsidy.create'] }, /Did you mean subsidy\.created\?/],
  ['list_changes', { subsidy: 'ecology_premium' }, /Did you mean ecology-premium\?$/],
]
for (const [tool, given, told] of rows) {
  test(`${tool} of ${JSON.stringify(given)} is told what to give`, async () => {
    const { message } = await fails(tool, given)
    assert.match(message, told)
    assert.doesNotMatch(message, /%2B|address|=/)
  })
}
