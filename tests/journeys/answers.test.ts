/** Answers to conditions at the wire: which are used, which are left aside with a warning, and what they count. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mergeMeasures } from '../../src/measures/merge.ts'
import { withdrawMeasure } from '../../src/measures/withdraw.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

const own = (id: string) =>
  input(id, {
    regions: [],
    status: 'open',
    company_sizes: ['micro'],
    conditions: [{ id: 'own', text: 'Eigen vraag.' }],
  })

let service: TestService
before(async () => {
  service = await startService(embedded)
  await service.publish([
    own('plain'),
    own('merged'),
    own('withdrawn'),
    input('shared', {
      ...{ regions: [], status: 'open', company_sizes: ['micro'] },
      rules: [
        {
          id: 'group',
          all: [
            { id: 'staff', field: 'company.employees', operator: 'at_least', value: 1 },
            { id: 'trade', field: 'company.nace', operator: 'covers', value: ['62'] },
          ],
        },
      ],
      conditions: [
        { id: 'sound', text: 'Niet in moeilijkheden.', point: 'in_difficulty', expects: false },
        { id: 'debts', text: 'Geen schulden.', kind: 'standing', point: 'has_public_debts', expects: false },
        { id: 'size', text: 'Micro.', rule_ids: ['company_sizes'] },
      ],
    }),
  ])
})
after(() => service.stop())

type Row = {
  subsidy: { id: string }
  status: string
  questions: string[]
  unevaluated_conditions: { id: string; kind: string; answer_as: string | null; answer: boolean | null }[]
  rules: { id: string; outcome: string; rules: { id: string; outcome: string }[] }[]
}
type Answer = { evaluated: number; matches: Row[]; meta: { warnings: { code: string; message: string }[] } }

async function matched(body: Record<string, unknown>): Promise<Answer> {
  const answer = await call(service.origin, 'POST', '/v1/match', {
    key: service.keys.enterprise,
    json: { company: { employees: 3, nace: ['62'] }, ...body },
  })
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json() as unknown as Answer
}
const rowOf = ({ matches }: Answer, id: string): Row | undefined => matches.find(({ subsidy }) => subsidy.id === id)
const unusedIn = ({ meta }: Answer): string[] =>
  meta.warnings.filter(({ code }) => code === 'answer_unused').map(({ message }) => message)

test('good standing may be answered and is not waited for; an answer that denies it refuses the measure', async () => {
  const asked = rowOf(await matched({ answers: { in_difficulty: false } }), 'al:shared')
  assert.deepEqual([asked?.status, asked?.questions], ['likely_eligible', []])
  assert.deepEqual(
    asked?.unevaluated_conditions.map(({ id, kind, answer_as, answer }) => [id, kind, answer_as, answer]),
    [
      ['sound', 'eligibility', 'in_difficulty', false],
      ['debts', 'standing', 'has_public_debts', null],
    ],
  )
  const denied = await matched({
    answers: { in_difficulty: false, has_public_debts: true },
    include_not_eligible: true,
  })
  assert.equal(rowOf(denied, 'al:shared')?.status, 'not_eligible')
})

test('a condition with a point is not answered under its own name, one that a rule evaluates under none', async () => {
  const answers = { 'al:shared#sound': true, 'al:shared#size': false }
  const answer = await matched({ answers })
  const row = rowOf(answer, 'al:shared')
  assert.deepEqual([row?.status, row?.questions], ['possibly_eligible', ['answers.in_difficulty']])
  assert.match(unusedIn(answer).join(), /al:shared#sound, al:shared#size/)
})

test('an answer to a point that no measure asks is no matter', async () => {
  assert.deepEqual(unusedIn(await matched({ answers: { listed_on_exchange: true } })), [])
})

test('an answer is null, or true or false: null reads as not given, wherever it stands', async () => {
  const answer = await matched({ answers: { in_difficulty: null, 'al:gone#c': null, no_such_point: null } })
  assert.equal(rowOf(answer, 'al:shared')?.status, 'possibly_eligible')
  assert.deepEqual(unusedIn(answer), [])
})

test('what was answered to a measure that was merged or withdrawn since is left aside with a warning, and it is evaluated no more', async () => {
  const answers = { 'al:plain#own': true, 'al:merged#own': true, 'al:withdrawn#own': false }
  const first = await matched({ answers })
  assert.deepEqual(unusedIn(first), [])
  assert.equal(first.evaluated, 4)
  await mergeMeasures(service.means, 'al:merged', 'al:plain')
  await withdrawMeasure(service.means, 'al:withdrawn')
  const later = await matched({ answers })
  assert.equal(later.evaluated, 2)
  assert.match(unusedIn(later).join(), /: al:merged#own, al:withdrawn#own\.$/)
  assert.equal(rowOf(later, 'al:plain')?.status, 'likely_eligible')
})

test('the compact view shows a group that is undecided with all its members, those that pass too', async () => {
  const answer = await matched({ company: { employees: 3 }, view: 'compact' })
  const rules = rowOf(answer, 'al:shared')?.rules
  assert.deepEqual(
    rules?.map(({ id, outcome, rules: members }) => [
      id,
      outcome,
      members.map((member) => [member.id, member.outcome]),
    ]),
    [
      [
        'group',
        'unknown',
        [
          ['staff', 'pass'],
          ['trade', 'unknown'],
        ],
      ],
    ],
  )
  assert.doesNotMatch(JSON.stringify(rules), /provenance/)
})

test('1,000 answers are taken, one more is 422 that names answers, and the document says the bound', async () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, place) => [`al:gone#c${place}`, true]))
  await matched({ answers: many(1_000) })
  const answer = await call(service.origin, 'POST', '/v1/match', {
    key: service.keys.enterprise,
    json: { answers: many(1_001) },
  })
  assert.deepEqual([answer.status, answer.error().details], [422, { field: 'answers' }])
  const document = (await call(service.origin, 'GET', '/v1/openapi.json')).body.toString()
  assert.ok(document.includes('"maxProperties":1000'))
})
