import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import {
  answer,
  askedIn,
  begin,
  type Checked,
  formNamed,
  keptIn,
  listIn,
  markup,
  send,
  startChecking,
} from '../../../tests/harness/checking.ts'
import { engines } from '../../../tests/harness/databases.ts'
import { pressing } from '../../../tests/harness/forms.ts'
import { takenForMarkup } from '../../../tests/harness/hostile.ts'
import { call } from '../../../tests/harness/http.ts'
import type { TestService } from '../../../tests/harness/service.ts'
import { withdrawMeasure } from '../../measures/withdraw.ts'

for (const engine of engines) {
  suite(`${engine.name}: the company check`, () => {
    let service: TestService
    let visitor: () => string
    before(async () => {
      const started = await startChecking(engine)
      service = started.service
      visitor = started.visitor
    })
    after(() => service.stop())
    const told = { postcode: '9000', employees: '12' }
    /** Answers what is asked until a property is, which is not answered. */
    const until = async (address: string, property: string, begun: Checked): Promise<Checked> => {
      let page = begun
      for (let step = 0; step < 30 && askedIn(page) !== property; step += 1)
        page = await answer(service, address, page, 'unknown')
      assert.equal(askedIn(page), property)
      return page
    }

    test('a few facts are answered at once: counts, the best first with status, reason and amount, and one question', async () => {
      const checked = await begin(service, visitor(), told)
      assert.equal(checked.status, 200)
      const { page } = checked
      assert.match(page.text, /9000 (Gent|Flanders)/)
      assert.match(page.text, /12 FTE/)
      const listed = listIn(checked)
      assert.equal(listed.length, 25)
      assert.deepEqual([...new Set(listed.map(({ status }) => status))], ['likely', 'possibly', 'look'])
      assert.equal(
        listed.some(({ slug }) => slug === 'walloon-grant'),
        false,
        'what is refused is in no list',
      )
      assert.match(page.text, /All that can be checked is met; the authority decides\./)
      assert.match(page.text, /1 excluded or about something else/)
      assert.equal(askedIn(checked), 'answers.al:own#roof')
      assert.match(page.text, /Next question · decides 1 measure/)
    })

    test('what is answered is what POST /v1/match answers to the same facts, and counts no evaluation', async () => {
      const used = async () => ((await service.get('/v1/key')).json().data as { usage: unknown }).usage
      const before = JSON.stringify((await service.get('/v1/key')).json().data)
      const checked = await begin(service, visitor(), told)
      const more = await send(service, visitor(), pressing(formNamed(checked, 'again'), {}, { value: 'more' }))
      const evaluations = (text: string) =>
        [...text.matchAll(/"[a-z_]*(?:match|evaluation)[a-z_]*":(\d+)/g)].map(([, count]) => count)
      assert.deepEqual(evaluations(JSON.stringify((await service.get('/v1/key')).json().data)), evaluations(before))
      assert.ok(evaluations(before).length > 0, JSON.stringify(await used()))
      const answered = await call(service.origin, 'POST', '/v1/match', {
        key: service.keys.enterprise,
        json: { ...keptIn(checked), topics_only: true, limit: 100 },
      })
      const matches = answered.json().matches as { subsidy: { slug: string } }[]
      assert.deepEqual(
        listIn(more).map(({ slug }) => slug),
        matches.map(({ subsidy }) => subsidy.slug),
      )
    })

    test('an answer ranks the list anew, and rows that it moved say so; what it shuts out is told', async () => {
      const address = visitor()
      const begun = await until(address, 'company.founded_on', await begin(service, address, told))
      const young = await answer(service, address, begun, 'answer', { value: '1/11/2025' })
      assert.equal(young.status, 200)
      assert.deepEqual(listIn(young).find(({ slug }) => slug === 'grant-for-the-young')?.status, 'likely')
      assert.match(young.page.text, /Likely ▲ up \d Grant for the young/)
      assert.match(young.page.text, /[12] measures? changed places\./)
      const old = await answer(service, address, begun, 'answer', { value: '1/1/1990' })
      assert.match(old.page.text, /This answer leaves out 1 measure\./)
      assert.equal(
        listIn(old).some(({ slug }) => slug === 'grant-for-the-young'),
        false,
      )
    })

    test('who does not know goes on to the next question, and can take the one before up again', async () => {
      const address = visitor()
      const begun = await until(address, 'company.founded_on', await begin(service, address, told))
      const passed = await answer(service, address, begun, 'unknown')
      assert.notEqual(askedIn(passed), 'company.founded_on')
      assert.match(passed.page.text, /3 questions passed over/)
      const again = await send(
        service,
        address,
        pressing(formNamed(passed, 'again'), {}, { name: 'ask', value: 'company.founded_on' }),
      )
      assert.equal(askedIn(again), 'company.founded_on')
      const answered = await answer(service, address, again, 'answer', { value: '2025-11-01' })
      const { skipped, ...kept } = keptIn(answered)
      assert.deepEqual(kept, { company: { postcode: '9000', employees: 12, founded_on: '2025-11-01' } })
      assert.deepEqual(skipped, ['answers.al:own#roof', 'answers.al:secret#hidden'])
      assert.match(answered.page.text, /1 question answered/)
    })

    test('a condition of one measure is asked in its own language, with the measure; yes settles it, no shuts it out', async () => {
      const address = visitor()
      const asked = await until(address, 'answers.al:own#roof', await begin(service, address, told))
      const [question] = asked.page.all('h2', { id: 'question-text' })
      assert.equal(question?.text, 'Het dak is <b>rood</b>.')
      assert.equal(question?.attributes.lang, 'nl')
      assert.match(asked.page.text, /For Grant of its own/)
      const yes = await answer(service, address, asked, 'yes')
      assert.deepEqual(keptIn(yes).answers, { 'al:own#roof': true })
      assert.match(
        yes.page.text,
        /✓ Likely ▲ up 2 Grant of its own All that can be checked is met; the authority assesses/,
      )
      const no = await answer(service, address, asked, 'no')
      assert.match(no.page.text, /leaves out 1 measure/)
    })

    test('a condition of which no text may be shown is asked without it', async () => {
      const address = visitor()
      const asked = await until(address, 'answers.al:secret#hidden', await begin(service, address, told))
      assert.match(asked.page.text, /The text of this condition stands on the authority’s page alone/)
      assert.doesNotMatch(asked.body.toString(), /Words of others/)
    })

    test('what is still to be confirmed and what the authority judges stand folded in the row', async () => {
      const address = visitor()
      const checked = await begin(service, address, told)
      const more = await send(service, address, pressing(formNamed(checked, 'again'), {}, { value: 'more' }))
      assert.match(more.page.text, /Possible · 1 point to confirm Grant of its own/)
      const row = more.page.all('li').find(({ text }) => text.includes('Grant of its own') && text.includes('jury'))
      assert.match(row?.text ?? '', /Still to confirm \(1\).*rood.*The authority judges A jury ranks the files\./)
      assert.match(more.page.text, /To look at Closed grant A person has to look at it/)
    })

    test('a rule that lacks a fact is among what is to be confirmed, and what was answered is not any more', async () => {
      const address = visitor()
      const begun = await begin(service, address, told)
      const rowOf = ({ page }: Checked, title: string): string =>
        page.all('li').find(({ text }) => text.includes(title) && /Possible|Likely|To look at/.test(text))?.text ?? ''
      assert.match(
        rowOf(begun, 'Grant for the young'),
        /Still to confirm \(1\) Age of the enterprise in months: at most 36/,
      )
      const asked = await until(address, 'answers.al:own#roof', begun)
      assert.match(rowOf(asked, 'Grant of its own'), /rood/)
      const yes = await answer(service, address, asked, 'yes')
      assert.match(rowOf(yes, 'Grant of its own'), /jury/)
      assert.doesNotMatch(rowOf(yes, 'Grant of its own'), /rood/)
    })

    test('what is about another subject is in no list, and is told with what is left out, not with what is to look at', async () => {
      const plain = await begin(service, visitor(), told)
      assert.match(plain.page.text, /41 to look at 1 excluded or about something else · why 1: at least one condition/)
      assert.ok(listIn(plain).some(({ slug }) => slug === 'school-grant'))
      const chosen = await begin(service, visitor(), { ...told, topics: ['energy'] })
      assert.match(chosen.page.text, /41 to look at 2 excluded or about something else/)
      assert.match(chosen.page.text, /1: they are about another subject than those you chose/)
      const whole = await send(service, visitor(), pressing(formNamed(chosen, 'again'), {}, { value: 'more' }))
      assert.ok(listIn(whole).length > 40)
      assert.ok(listIn(whole).every(({ slug }) => slug !== 'school-grant'))
    })

    test('what is wrong is said at its field and above, and what was typed stays', async () => {
      const checked = await begin(service, visitor(), {
        postcode: '99999',
        nace: '99.99',
        employees: 'twelve',
        budget: '60 000',
      })
      assert.equal(checked.status, 422)
      const { page } = checked
      for (const name of ['postcode', 'employees', 'nace']) {
        const [field] = page.all('input', { id: name })
        assert.equal(field?.attributes['aria-invalid'], 'true', name)
        assert.match(field?.attributes['aria-describedby'] ?? '', new RegExp(`${name}-fault`))
        assert.equal(page.all('p', { id: `${name}-fault` }).length, 1)
        assert.equal(
          page.linksTo(name === 'postcode' ? 'Postcode' : name === 'nace' ? 'Activity' : 'Number of people')[0],
          `#${name}`,
        )
      }
      assert.equal(page.all('input', { id: 'postcode' })[0]?.attributes.value, '99999')
      assert.equal(page.all('input', { id: 'budget' })[0]?.attributes.value, '60 000')
      assert.equal(page.all('input', { id: 'budget' })[0]?.attributes['aria-invalid'], undefined)
    })

    test('a trade in words is no mistake: the page asks which activity is meant, in its own language, and keeps what was typed', async () => {
      for (const [path, question, title] of [
        ['/nl/check', /Welke activiteit past het best bij “bakkerij”\?/, /Nog één keuze/],
        ['/fr/check', /Quelle activité correspond le mieux à «\s?bakkerij\s?»\s?\?/, /Encore un choix/],
        ['/en/check', /Which activity fits “bakkerij” best\?/, /One more choice/],
      ] as const) {
        const { page, status } = await begin(service, visitor(), { nace: ' bakkerij ', postcode: '9000' }, path)
        assert.equal(status, 422)
        assert.match(page.text, question)
        assert.match(page.text, title)
        assert.equal(page.all('p', { class: 'fault' }).length, 0)
        const [field] = page.all('input', { id: 'nace' })
        assert.equal(field?.attributes['aria-invalid'], undefined)
        assert.equal(page.all('legend', { id: 'nace-fault' }).length, 1)
        const codes = page.all('input', { type: 'checkbox', name: 'nace' }).map(({ attributes }) => attributes.value)
        assert.equal(codes[0], '10712', codes.join())
      }
      const unknown = await begin(service, visitor(), { nace: 'qqqq' })
      assert.match(unknown.page.text, /We find no activity for “qqqq” yet/)
      assert.equal(unknown.page.all('input', { id: 'nace' })[0]?.attributes['aria-invalid'], 'true')
      const hostile = await begin(service, visitor(), { nace: `bakkerij ${markup}` })
      assert.deepEqual(takenForMarkup(hostile.body.toString(), 'text/html'), [])
    })

    test('what may be meant by what was typed is said at its field: four digits of a postcode, a figure rounded down', async () => {
      const said = async (typed: Record<string, string>, path?: string): Promise<string> => {
        const checked = await begin(service, visitor(), typed, path)
        assert.equal(checked.status, 422, JSON.stringify(typed))
        return checked.page.text
      }
      for (const postcode of ['B-9000', 'BE-9000', '9000 Gent', '9000.0'])
        assert.match(await said({ postcode }), /This is not a Belgian postcode\..* Write 9000\./)
      assert.match(await said({ employees: '8,5' }), /This number has decimals\. Round it down\. Write 8\./)
      assert.match(await said({ employees: '8,5' }, '/nl/check'), /Rond het naar beneden af\. Schrijf 8\./)
      assert.match(await said({ nace: '2.1' }, '/fr/check'), /Écrivez 02\.1\./)
    })

    test('a code that was found by words is chosen by ticking it', async () => {
      const checked = await begin(service, visitor(), { nace: ['bakery', '10712'] })
      assert.equal(checked.status, 200)
      assert.deepEqual(keptIn(checked), { company: { nace: ['10712'] } })
      assert.match(checked.page.text, /10\.712 /)
    })

    test('one fact at least is needed, and any one will do', async () => {
      const empty = await begin(service, visitor(), { postcode: '  ' })
      assert.equal(empty.status, 422)
      assert.match(empty.page.text, /Fill in one fact at least/)
      for (const typed of [{ applicant: 'type:household' }, { topics: ['energy'] }, { budget: '1' }, { nace: '62.01' }])
        assert.equal((await begin(service, visitor(), typed)).status, 200, JSON.stringify(typed))
    })

    test('who is several kinds of applicant at once says so in the first form, which shows it again beside a fault', async () => {
      const several = ['form:natural_person', 'type:household', 'type:self_employed']
      const begun = await begin(service, visitor(), { applicant: several })
      assert.equal(begun.status, 200)
      const company = { legal_form: 'natural_person', applicant_types: ['household', 'self_employed'] }
      assert.deepEqual(keptIn(begun), { company })
      const kinds = await begin(service, visitor(), { applicant: ['', 'type:household', 'type:starter'] })
      assert.deepEqual(keptIn(kinds), { company: { applicant_types: ['household', 'starter'] } })
      const withForm = await begin(service, visitor(), { applicant: ['form:610', 'type:household'] })
      assert.deepEqual(keptIn(withForm), { company: { legal_form: '610', applicant_types: ['household', 'company'] } })
      const again = await begin(service, visitor(), { applicant: several, employees: 'few' })
      assert.equal(again.status, 422)
      const ticked = again.page.all('input', { name: 'applicant' }).filter(({ attributes }) => 'checked' in attributes)
      assert.deepEqual(
        ticked.map(({ attributes }) => attributes.value),
        several.slice(1),
      )
      for (const wrong of [['form:610', 'form:017'], ['type:king'], ['household']]) {
        const refused = await begin(service, visitor(), { applicant: wrong })
        assert.equal(refused.status, 422, String(wrong))
      }
    })

    test('what is typed to a question and is no answer is said there, and the list stays', async () => {
      const address = visitor()
      const begun = await until(address, 'company.founded_on', await begin(service, address, told))
      for (const [value, said] of [
        ['', /There is nothing here/],
        ['soon', /This is not a day/],
        ['31/2/2020', /This is not a day/],
        [markup, /This is not a day/],
      ] as const) {
        const wrong = await answer(service, address, begun, 'answer', { value })
        assert.equal(wrong.status, 422)
        assert.match(wrong.page.text, said)
        assert.equal(wrong.page.all('input', { id: 'value' })[0]?.attributes.value, value)
        assert.deepEqual(listIn(wrong), listIn(begun))
        assert.deepEqual(takenForMarkup(wrong.body.toString(), 'text/html'), [])
      }
    })

    test('the report says what was told, every verdict with what is open, and the address, and holds nothing folded but reasons', async () => {
      const address = visitor()
      const asked = await until(address, 'company.founded_on', await begin(service, address, told))
      const begun = await answer(service, address, asked, 'answer', { value: '1/11/2025' })
      const report = await send(service, address, pressing(formNamed(begun, 'again'), {}, { value: 'report' }))
      assert.equal(report.status, 200)
      assert.match(report.page.text, /Report: what could be applied for/)
      assert.match(report.page.text, /https:\/\/api\.example\.org\/en\/check/)
      assert.match(report.page.text, /1 Nov 2025/)
      assert.match(report.page.text, /Only the competent authority decides/)
      assert.ok(report.page.text.includes('https://api.example.org/en/measures/grant-for-the-young'))
      const back = await send(service, address, pressing(formNamed(report, 'again'), {}, { value: 'results' }))
      assert.deepEqual(listIn(back), listIn(begun))
    })

    test('who comes from a measure is told of that one first, rule by rule, whatever becomes of it', async () => {
      const address = visitor()
      const checked = await begin(service, address, told, '/en/check?measure=walloon-grant')
      assert.match(checked.page.text, /The measure that you came for Walloon grant – Not met Not met: region/)
      assert.match(checked.page.text, /✕ Region of the establishment/)
      assert.match(checked.page.text, /✓ Staff in full-time equivalents/)
      const next = await answer(service, address, checked, 'unknown')
      assert.match(next.page.text, /The measure that you came for Walloon grant/)
      for (const slug of ['no-such-measure', '%00', 'a'.repeat(399)])
        assert.equal((await service.get(`/en/check?measure=${slug}`, { key: '' })).status, 200)
    })

    test('a measure that is withdrawn is none that one comes from, and is told of where one came from it before', async () => {
      await withdrawMeasure(service.means, 'al:withdrawn')
      await service.get('/v1/key')
      const asked = await service.get('/en/check?measure=grant-withdrawn', { key: '' })
      assert.doesNotMatch(asked.body.toString(), /Grant withdrawn|name="measure"/)
      const kept = JSON.stringify({ company: { postcode: '9000' }, measure: 'grant-withdrawn' })
      const body = new URLSearchParams({ kept, do: 'results' }).toString()
      const shown = await send(service, visitor(), { action: '/en/check', body })
      assert.match(shown.page.text, /The measure that you came for cannot be applied for any more/)
      assert.doesNotMatch(shown.page.text, /Grant withdrawn/)
    })

    test('nobody may keep an answer, and no facts stand in an address', async () => {
      const checked = await begin(service, visitor(), told)
      assert.equal(checked.headers['cache-control'], 'no-store')
      assert.equal(checked.headers.location, undefined)
      assert.equal(checked.headers['set-cookie'], undefined)
      assert.deepEqual(
        checked.page.all('a').filter(({ attributes }) => /9000|founded|kept=/.test(attributes.href ?? '')),
        [],
      )
      const asked = await service.get('/en/check?postcode=9000', { key: '' })
      assert.equal(readValue(asked.body.toString(), 'postcode'), '')
    })

    test('the other languages go on with what was told', async () => {
      const address = visitor()
      const checked = await begin(service, address, told)
      const dutch = formNamed(checked, 'again').buttons.find(({ action }) => action === '/nl/check')
      assert.ok(dutch)
      const { body } = pressing(formNamed(checked, 'again'), {}, { value: 'results' })
      const shown = await send(service, address, { action: '/nl/check', body })
      assert.equal(shown.status, 200)
      assert.match(shown.page.text, /Wat u zou kunnen aanvragen/)
      assert.deepEqual(keptIn(shown), keptIn(checked))
    })
  })
}

function readValue(html: string, id: string): string | undefined {
  return new RegExp(`id="${id}" value="([^"]*)"`).exec(html)?.[1] ?? ''
}
