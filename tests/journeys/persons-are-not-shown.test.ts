/** Somebody checks the number of a sole trader: whatever is asked, answered or made up, no page tells their name, day or place. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { askingWords } from '../../src/explorer/check/asking/asking-words.ts'
import { municipalities, municipalityName } from '../../src/reference/geography.ts'
import { languages } from '../../src/values/vocabularies.ts'
import {
  answer,
  askedIn,
  begin,
  type Checked,
  formNamed,
  keptIn,
  listIn,
  send,
  startChecking,
} from '../harness/checking.ts'
import { engines } from '../harness/databases.ts'
import { pressing } from '../harness/forms.ts'
import { input } from '../harness/ingestion.ts'
import { type CompanyGiven, numberOf, rowsOf } from '../harness/register-files.ts'
import { withRegister } from '../harness/register-scene.ts'
import type { TestService } from '../harness/service.ts'

type Person = { number: string; postcode: string; nis: string; kind: 'natural' | 'unknown'; named: string }

const name = 'Zefanja Voorbeeldsma'
/** 1070 and 4000 lie in several municipalities; of a place whose name is none of theirs the register does not tell which. */
const places: [postcode: string, nis: string, named: string][] = [
  ['9000', '44021', 'Gent'],
  ['1070', '21001', 'Anderlecht'],
  ['1070', '21001', 'Nulle Part'],
  ['4000', '62063', 'Liège'],
  ['4000', '62063', 'Nulle Part'],
]
const persons = places.flatMap(([postcode, nis, named], place) =>
  (['natural', 'unknown'] as const).map(
    (kind, at): Person => ({ number: numberOf(5_050_000 + 2 * place + at), postcode, nis, kind, named }),
  ),
)
const companies = persons.map(
  ({ number, kind, postcode, named }, place): CompanyGiven => ({
    ...{ number, kind, started: '05-03-1999', names: [['2', '001', name]] },
    establishments: [{ number: numberOf(21_500_000 + place), postcode, municipality: named }],
    activities: [['001', '2025', '96210', 'MAIN']],
  }),
)

const small = { id: 'small', field: 'company.employees', operator: 'at_most', value: 49 }
/** Rules on other municipalities of the same postcodes, and on a province: in Brussels there is none. */
const measures = [
  input('beside-liege', {
    ...{ title: { en: 'Grant of another town' }, status: 'open', regions: ['wallonia'] },
    rules: [{ id: 'town', field: 'company.municipality', operator: 'in', value: ['62093'] }],
  }),
  input('everywhere', {
    title: { en: 'Grant for all' },
    status: 'open',
    regions: ['brussels', 'wallonia'],
    rules: [small],
  }),
  input('beside-anderlecht', {
    ...{ title: { en: 'Grant of yet another town' }, status: 'open', regions: ['brussels'] },
    rules: [{ id: 'town', field: 'company.municipality', operator: 'in', value: ['21004'] }],
  }),
  input('provincial', {
    ...{ title: { en: 'Provincial grant' }, status: 'open', regions: [] },
    rules: [{ id: 'province', field: 'company.province', operator: 'in', value: ['antwerp'] }],
  }),
]

/** What a page shows and what its forms and links carry, without the token, and without the hint that has a postcode for an example. */
function allOf({ page }: Checked): string {
  const values = page.elements
    .filter(({ attributes }) => attributes.name !== 'token')
    .flatMap(({ attributes }) => Object.values(attributes))
  const texts = [page.text, ...values].join('\n')
  return languages.reduce((text, language) => text.replaceAll(askingWords[language].hints.postcode ?? '', ''), texts)
}

const townOf = (nis: string) => municipalities().find((one) => one.nis === nis)

function secretsOf({ postcode, nis }: Person): RegExp[] {
  const town = townOf(nis)
  assert.ok(town)
  const names = languages.map((language) => municipalityName(town, language))
  const day = ['1999', '05-03', '5 mrt', '5 mars', '5 Mar']
  return [postcode, nis, ...names, ...day, ...name.split(' ')].map(
    (secret) => new RegExp(`(?<![\\w-])${secret}(?!\\w)`),
  )
}

const questionsMost = 100

for (const engine of engines)
  suite(`${engine.name}: of a sole trader no page of the check tells name, day or place`, () => {
    let service: TestService
    let visitor: () => string
    before(async () => {
      const register = withRegister(engine, { extract: 141, day: '01-11-2026', rows: rowsOf(companies) })
      const started = await startChecking(register, {}, measures)
      service = started.service
      visitor = started.visitor
    })
    after(() => service.stop())

    function assertUntold(person: Person, checked: Checked, what: string): void {
      assert.ok([200, 400, 422].includes(checked.status), `${what}: ${checked.status}`)
      const whole = allOf(checked)
      for (const secret of secretsOf(person)) assert.ok(!secret.test(whole), `${what}: ${secret}`)
    }
    const made = (path: string, address: string, fields: Record<string, string>): Promise<Checked> =>
      send(service, address, { action: path, body: new URLSearchParams(fields).toString() })

    for (const language of languages)
      test(`${language}: not in any question, asked to the end without an answer, nor in what comes of them`, async () => {
        const path = `/${language}/check`
        for (const person of persons) {
          const who = `${person.kind} ${person.postcode} ${person.named}`
          const address = visitor()
          let checked = await begin(service, address, { postcode: person.number }, path)
          const asked: string[] = []
          for (let property = askedIn(checked); property !== null; property = askedIn(checked)) {
            assertUntold(person, checked, `${who}, ${property}`)
            asked.push(property)
            assert.ok(asked.length < questionsMost, asked.join(' ').slice(0, 400))
            checked = await answer(service, address, checked, 'unknown')
          }
          assertUntold(person, checked, `${who}, at the end`)
          assert.ok(asked.length > 0 && !asked.includes('company.municipality'), `${who}: ${asked.join(' ')}`)
          const again = pressing(formNamed(checked, 'again'), {}, { value: 'report' })
          assertUntold(person, await send(service, address, again), `${who}, report`)
        }
      })

    test('not where a question is asked for by its name: the postcode is asked in the place of the municipality', async () => {
      for (const person of persons) {
        const address = visitor()
        const kept = JSON.stringify({ company: { enterprise_number: person.number } })
        for (const ask of ['company.municipality', 'company.postcode', 'company.founded_on']) {
          const checked = await made('/en/check', address, { kept, ask })
          assertUntold(person, checked, ask)
          assert.equal(askedIn(checked), ask === 'company.municipality' ? 'company.postcode' : ask)
          assert.equal(checked.page.all('option').length, 0)
        }
      }
    })

    test('not in the answer to a form that is made up', async () => {
      for (const person of persons) {
        const address = visitor()
        const company = { enterprise_number: person.number }
        const asked = { asked: 'company.municipality', do: 'answer' }
        const forms: Record<string, string>[] = [
          { ...asked, kept: JSON.stringify({ company }), value: '11002' },
          { ...asked, kept: JSON.stringify({ company }), value: '' },
          { kept: JSON.stringify({ company, skipped: ['company.postcode'] }), ask: 'company.municipality' },
          { kept: JSON.stringify({ company, project: { postcode: '1400' } }), ask: 'company.municipality' },
          { kept: JSON.stringify({ company, project: { postcode: '1400' } }), do: 'report' },
          { kept: JSON.stringify({ company: { ...company, municipality: '11002' } }), do: 'results' },
        ]
        for (const form of forms) assertUntold(person, await made('/en/check', address, form), JSON.stringify(form))
      }
    })

    test('nor by how a rule ends: that there is no province says Brussels', async () => {
      for (const [language, said] of [
        ['nl', /Provincie[^.]*\. Niet voldaan\./],
        ['fr', /Province[^.]*\. Non rempli\./],
        ['en', /Province[^.]*\. Not met\./],
      ] as const)
        for (const person of persons) {
          const path = `/${language}/check?measure=provincial-grant`
          const checked = await begin(service, visitor(), { postcode: person.number }, path)
          assert.match(checked.page.text, said)
          assertUntold(person, checked, person.postcode)
        }
    })

    test('what they tell themselves is asked on: a postcode in several municipalities, and which of them', async () => {
      const person = persons.find(({ named }) => named === 'Nulle Part')
      assert.ok(person)
      const address = visitor()
      const kept = JSON.stringify({ company: { enterprise_number: person.number } })
      const asked = await made('/en/check', address, { kept, ask: 'company.municipality' })
      const told = await answer(service, address, asked, 'answer', { value: '4000' })
      assert.deepEqual(keptIn(told), { company: { enterprise_number: person.number, postcode: '4000' } })
      const body = { kept: JSON.stringify(keptIn(told)), ask: 'company.municipality' }
      const town = await answer(service, address, await made('/en/check', address, body), 'answer', { value: '62093' })
      assert.equal(town.status, 200)
      assert.ok(listIn(town).some(({ slug }) => slug === 'grant-of-another-town'))
    })
  })
