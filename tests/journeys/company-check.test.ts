/**
 * The applicants of the stories walk through the company check as visitors without script: they fill in the first form with what their first
 * request says, and answer what they are asked with what their story tells. Whatever they have told by then, the page says of every
 * measure what `POST /v1/match` says for the same facts; that one counts an evaluation, the page none.
 */
import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { isProperty } from '../../src/explorer/check/asking/facts-given.ts'
import { isAnswer, type OpenProperty } from '../../src/matching/request/answers.ts'
import { type FactsInput, factOf } from '../../src/matching/request/request-schema.ts'
import { type Applicant, answerTold, applicants } from '../harness/applicants.ts'
import { answer, askedIn, begin, type Checked, formNamed, keptIn, listIn, send } from '../harness/checking.ts'
import { startCuratedService } from '../harness/curated-service.ts'
import { pressing, type Typed } from '../harness/forms.ts'
import { call } from '../harness/http.ts'
import type { TestService } from '../harness/service.ts'

const questionsMost = 12
/** Of each, so that every kind of company is walked with and none twice. */
const comparedEvery = 5

let service: TestService
before(async () => {
  service = await startCuratedService(undefined, { environment: { TRUST_PROXY: '127.0.0.0/8' } })
})
after(() => service.stop())

/** What the first form can take of a first request. */
function firstTyped({ company, project }: FactsInput): Typed {
  const typed: Record<string, string | string[]> = {}
  if (company?.postcode != null) typed.postcode = company.postcode
  const [kind, ...others] = company?.applicant_types ?? []
  if (kind !== undefined && others.length === 0) typed.applicant = `type:${kind}`
  if (company?.nace != null) typed.nace = company.nace.join(' ')
  if (company?.employees != null) typed.employees = String(company.employees)
  if (project?.topics != null) typed.topics = [...project.topics]
  if (project?.budget_eur != null) typed.budget = String(project.budget_eur)
  return typed
}

/** What a company knows: its story, and what its first request says beyond the form. */
function known(
  applicant: Applicant,
  property: OpenProperty,
): { work: 'yes' | 'no' | 'answer' | 'unknown'; typed: Typed } {
  const unknown = { work: 'unknown', typed: {} } as const
  if (isAnswer(property)) {
    const told = answerTold(applicant, property)
    return told === undefined ? unknown : { work: told ? 'yes' : 'no', typed: {} }
  }
  const value = factOf(applicant.request, property) ?? factOf(applicant.knows, property)
  if (value === undefined) return unknown
  const isTypedList = property === 'company.nace' || property === 'company.joint_committees'
  if (Array.isArray(value))
    return { work: 'answer', typed: { value: isTypedList ? value.join(' ') : value.map(String) } }
  return { work: 'answer', typed: { value: String(value) } }
}

const words: Record<string, string> = {
  likely_eligible: 'likely',
  possibly_eligible: 'possibly',
  needs_review: 'look',
}

async function sameAsMatch(page: Checked, address: string, what: string): Promise<void> {
  const whole = formNamed(page, 'again').buttons.some(({ value }) => value === 'more')
    ? await send(service, address, pressing(formNamed(page, 'again'), {}, { value: 'more' }))
    : page
  const { skipped: _skipped, long: _long, ...facts } = keptIn(page)
  const matched = await call(service.origin, 'POST', '/v1/match', {
    key: service.keys.enterprise,
    json: { ...facts, topics_only: true, limit: 100, view: 'compact' },
  })
  assert.equal(matched.status, 200, matched.body.toString().slice(0, 300))
  const { matches, counts, other_topic } = matched.json() as {
    matches: { status: string; subsidy: { slug: string } }[]
    counts: Record<string, number>
    other_topic: number
  }
  assert.deepEqual(
    listIn(whole),
    matches.map(({ status, subsidy }) => ({ status: words[status], slug: subsidy.slug })),
    what,
  )
  const figure = (count = 0): string => String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f')
  const text = whole.page.text
  assert.match(
    text,
    new RegExp(`${figure(counts.likely_eligible)} likely ${figure(counts.possibly_eligible)} possible`),
    what,
  )
  assert.ok(text.includes(`${figure((counts.needs_review ?? 0) - other_topic)} to look at`), what)
}

const all = applicants()

test('every applicant can tell the page what it knows, and is told what POST /v1/match says to the same facts', async (context) => {
  let [asked, told, visitors] = [0, 0, 0]
  for (const applicant of all) {
    const name = path.basename(applicant.file, '.yaml')
    visitors += 1
    const address = `203.0.113.${visitors}`
    let page = await begin(service, address, firstTyped(applicant.request))
    if (page.status === 422 && Object.keys(firstTyped(applicant.request)).length === 0) continue
    assert.equal(page.status, 200, name)
    for (let step = 0; step < questionsMost; step += 1) {
      const property = askedIn(page)
      if (property === null) break
      assert.ok(isProperty(property), `${name}: ${property}`)
      const { work, typed } = known(applicant, property)
      asked += 1
      if (work !== 'unknown') told += 1
      page = await answer(service, address, page, work, typed)
      assert.equal(page.status, 200, `${name}: ${property}: ${JSON.stringify(typed)}`)
      assert.notEqual(askedIn(page), property, `${name}: ${property} is asked once`)
      service.clock.advance({ seconds: 1 })
      if (step % comparedEvery === 0) await sameAsMatch(page, address, `${name}, after ${property}`)
    }
    await sameAsMatch(page, address, name)
  }
  context.diagnostic(`${all.length} applicants, ${asked} questions asked, ${told} answered`)
  assert.ok(told > all.length)
})
