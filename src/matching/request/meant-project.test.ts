import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purposeOf } from '../../reference/purposes.ts'
import { type KnownNames, readSituation } from '../../situations/read-situation.ts'
import { readMatchRequest } from './match-request.ts'
import { withMeantProject } from './meant-project.ts'
import type { MatchInput } from './request-schema.ts'

const noNames: KnownNames = { idsNamed: () => [], hasWord: () => false }
const meant = (text: string, input: MatchInput = {}): MatchInput =>
  withMeantProject({ ...input, project: { ...input.project, text } }, readSituation(text, noNames))
const purpose = readSituation('zonnepanelen', noNames).parts.flatMap((part) =>
  part.kind === 'sense' ? part.senses.flatMap((sense) => (sense.kind === 'purpose' ? [sense.purpose] : [])) : [],
)[0]

test('a purpose becomes its topics and cost types, a topic itself, and nothing else of the words becomes a fact', () => {
  assert.ok(purpose !== undefined && purposeOf(purpose.id) === purpose && purpose.costTypes.length > 0)
  assert.deepEqual(meant('zonnepanelen'), { project: { topics: purpose.topics, cost_types: purpose.costTypes } })
  assert.deepEqual(meant('bakkerij in Gent, vzw, 8 werknemers, 40.000 euro').company, undefined)
  assert.deepEqual(meant('bakkerij in Gent'), { project: { topics: [], cost_types: [] } })
})

test('what is given stands first and once, and everything else of the request stays', () => {
  const given: MatchInput = {
    company: { postcode: '9000' },
    project: { topics: ['fisheries', 'renewable_energy'], cost_types: ['land'], budget_eur: 5 },
    limit: 3,
  }
  const { project, ...rest } = meant('zonnepanelen', given)
  assert.deepEqual(rest, { company: { postcode: '9000' }, limit: 3 })
  assert.equal(project?.budget_eur, 5)
  assert.deepEqual(project?.topics, [...new Set(['fisheries', 'renewable_energy', ...(purpose?.topics ?? [])])])
  assert.equal(project?.cost_types?.[0], 'land')
  assert.equal('text' in (project ?? {}), false)
})

test('a request that is right stays right with what its words mean, also where its lists are full', () => {
  const topics = Array.from({ length: 100 }, () => 'fisheries' as const)
  const now = Date.parse('2026-03-03T12:00:00Z')
  assert.ok('facts' in readMatchRequest(meant('zonnepanelen en opleiden', { project: { topics } }), now))
})
