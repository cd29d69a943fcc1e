/** Sixty companies of every kind, loaded and looked up on both engines: what is told of each, and what a match is filled with. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Found, RegisteredPlace } from '../../src/companies/registered-company.ts'
import { readGivenFacts } from '../../src/matching/request/facts.ts'
import { engines } from '../harness/databases.ts'
import { rowsOf } from '../harness/register-files.ts'
import { loadedOn, type RegisterScene, registerScene } from '../harness/register-scene.ts'
import { sixtyCompanies } from './sixty-companies.ts'

const placeWords = (place: RegisteredPlace | null): string =>
  place === null ? 'no place' : `${place.postcode} ${place.municipality ?? 'unknown'}`

function told({ company }: Found): string {
  const { total, items } = company.establishments
  const [first] = items
  const codes = company.nace.map(({ code, version, main }) => `${code}/${version}${main ? ' main' : ''}`)
  return [
    `${company.kind ?? 'unknown'} ${company.legalForm ?? 'no form'} ${company.foundedOn ?? 'no day'}${company.isActive ? '' : ' ceased'}`,
    company.name ?? 'no name',
    placeWords(company.office),
    first === undefined ? 'none' : `${total} (${items.length} told): ${placeWords(first.place)}`,
    codes.join(', ') || 'no activity',
  ].join(' | ')
}

function filled(found: Found): string {
  const outcome = readGivenFacts({ company: { enterprise_number: found.company.number } }, loadedOn, {
    found,
    figures: null,
  })
  assert.ok('facts' in outcome, JSON.stringify(outcome))
  const { facts, warnings } = outcome
  const { legalForm, foundedOn, postcode, place, nace, applicants, establishments } = facts
  return [
    `${legalForm ?? 'no form'} ${foundedOn ?? 'no day'}`,
    postcode === null
      ? `no postcode, ${establishments.length} to choose`
      : `${postcode} ${place.municipality ?? 'unknown'}`,
    (nace ?? []).map(({ code, version }) => `${code}/${version}`).join(', ') || 'no activity',
    (applicants?.types ?? []).join(', ') || 'nobody',
    ...warnings.filter((code) => code.startsWith('company_')),
  ].join(' | ')
}

test('there are sixty of them or more, each with a number of its own', () => {
  assert.ok(sixtyCompanies.length >= 60)
  assert.equal(new Set(sixtyCompanies.map(({ company }) => company.number)).size, sixtyCompanies.length)
})

for (const engine of engines) {
  let scene: RegisterScene
  before(async () => {
    scene = await registerScene(engine)
    await scene.load({ rows: rowsOf(sixtyCompanies.map(({ company }) => company)) })
  })
  after(() => scene[Symbol.asyncDispose]())

  for (const one of sixtyCompanies)
    test(`${engine.name}: ${one.what}`, async () => {
      const { number, establishments = [] } = one.company
      const [door] = establishments
      const found = await scene.companies.find(
        [number, ...(door === undefined ? [] : [door.number])],
        scene.store.database,
        'answer',
      )
      const company = found.get(number)
      assert.ok(company !== undefined)
      assert.deepEqual([told(company), filled(company)], [one.told, one.filled])
      if (door !== undefined) assert.deepEqual(found.get(door.number)?.company, company.company)
    })

  test(`${engine.name}: all of them are found at once, each the same as by itself`, async () => {
    const numbers = sixtyCompanies.map(({ company }) => company.number)
    const found = await scene.companies.find(numbers, scene.store.database, 'answer')
    assert.equal(found.size, numbers.length)
    for (const { company, told: says } of sixtyCompanies) {
      const one = found.get(company.number)
      assert.equal(one === undefined ? '' : told(one), says)
    }
  })
}
