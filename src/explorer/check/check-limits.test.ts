import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { answer, begin, formNamed, keptIn, send, startChecking } from '../../../tests/harness/checking.ts'
import { engines } from '../../../tests/harness/databases.ts'
import { pressing } from '../../../tests/harness/forms.ts'
import { hostileTexts, takenForMarkup } from '../../../tests/harness/hostile.ts'
import type { TestService } from '../../../tests/harness/service.ts'
import { dialoguesPerDay, stepsMax } from './dialogue/dialogues.ts'
import { answersMax } from './dialogue/kept.ts'

for (const engine of engines) {
  suite(`${engine.name}: how often a company is checked, and with what`, () => {
    let service: TestService
    let visitor: () => string
    before(async () => {
      const started = await startChecking(engine)
      service = started.service
      visitor = started.visitor
    })
    after(() => service.stop())
    const told = { postcode: '9000', employees: '12' }
    test('a form that a page of another site sends is not answered, and begins no dialogue', async () => {
      const address = visitor()
      const form = { action: '/en/check', body: 'postcode=9000' }
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': '', origin: 'https://elsewhere.example' },
      ]) {
        for (let time = 0; time < dialoguesPerDay; time += 1) {
          const refused = await send(service, address, form, headers)
          assert.equal(refused.status, 403)
          assert.equal(refused.page.all('input', { id: 'postcode' })[0]?.attributes.value, '9000')
          service.clock.advance({ seconds: 1 })
        }
      }
      assert.equal((await send(service, address, form)).status, 200)
    })

    test('an address begins 20 dialogues a day; the next one is told so, and keeps what was told until the next day', async () => {
      const address = visitor()
      for (let time = 0; time < dialoguesPerDay; time += 1) {
        assert.equal((await begin(service, address, told)).status, 200)
        service.clock.advance({ seconds: 1 })
      }
      const refused = await begin(service, address, told)
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers['retry-after']) > 0)
      assert.match(refused.page.text, /The most for today is reached/)
      assert.equal(refused.headers['cache-control'], 'no-store')
      assert.equal((await begin(service, visitor(), told)).status, 200, 'others are not concerned')
      const again = pressing(formNamed(refused, 'again'), {}, null)
      assert.equal((await send(service, address, again)).status, 429)
      service.clock.advance({ hours: 24 })
      const later = await send(service, address, again)
      assert.equal(later.status, 200)
      assert.deepEqual(keptIn(later), keptIn(refused))
    })

    test('steps of one dialogue begin no other; after a hundred, or two hours, or with a token of nobody, another begins and nothing is lost', async () => {
      const address = visitor()
      const look = { name: 'ask', value: 'company.nace' }
      let page = await begin(service, address, told)
      const first = page
      for (let step = 1; step < stepsMax; step += 1) {
        page = await send(service, address, pressing(formNamed(page, 'again'), {}, look))
        assert.doesNotMatch(page.page.text, /A new dialogue has begun/)
        service.clock.advance({ seconds: 1 })
      }
      // The first token sent again has no steps left either.
      for (const used of [page, first]) {
        const renewed = await send(service, address, pressing(formNamed(used, 'again'), {}, look))
        assert.match(renewed.page.text, /A new dialogue has begun/)
        assert.equal(keptIn(renewed).company !== undefined, true)
      }
      const fresh = await begin(service, address, told)
      service.clock.advance({ hours: 2 })
      const late = await answer(service, address, fresh, 'yes')
      assert.match(late.page.text, /A new dialogue has begun/)
      assert.deepEqual(keptIn(late).answers, { 'al:own#roof': true })
      const forged = pressing(formNamed(fresh, 'again'), { token: 'AAAA' }, look)
      assert.match((await send(service, address, forged)).page.text, /A new dialogue has begun/)
    })

    test('whatever stands in the hidden fields is answered with a page, and never by a fault of ours', async () => {
      const begun = await begin(service, visitor(), told)
      const [token = ''] = formNamed(begun, 'again').fields.flatMap(([name, value]) =>
        name === 'token' ? [value] : [],
      )
      const answers = Object.fromEntries(
        Array.from({ length: answersMax + 1 }, (_, place) => [`al:own#c${place}`, true]),
      )
      const kepts = [
        '{',
        '[]',
        'null',
        '"a"',
        '{"company":[]}',
        '{"company":{"postcode":9000}}',
        '{"company":{"postcode":"0000"}}',
        '{"company":{"postcode":"9000","municipality":"11002"}}',
        '{"company":{"employees":1e400}}',
        '{"company":{"colour":"red"}}',
        '{"__proto__":{"postcode":"9000"}}',
        '{"answers":{"no_such_point":true}}',
        '{"skipped":["nothing"]}',
        `{"skipped":${JSON.stringify(Array(answersMax + 1).fill('answers.a'))}}`,
        `{"skipped":["answers.${'a'.repeat(600)}"]}`,
        JSON.stringify({ answers }),
        `{"measure":${JSON.stringify('a'.repeat(500))}}`,
        '{"company":{},"company":{}}',
      ]
      for (const kept of kepts) {
        const body = new URLSearchParams({ kept, token, do: 'results' }).toString()
        const answered = await send(service, visitor(), { action: '/en/check', body })
        assert.equal(answered.status, 400, kept.slice(0, 80))
        assert.match(answered.page.text, /We cannot read this form/)
        assert.ok(answered.page.all('input', { id: 'postcode' }).length === 1)
      }
      const works = [
        'ask=nothing',
        'do=dance',
        'do=yes&asked=company.postcode',
        'do=answer&asked=answers.will_hire',
        'do=answer',
        'do=yes&asked=answers.no_such_point',
      ]
      for (const work of works) {
        const body = `${new URLSearchParams({ kept: '{"company":{"postcode":"9000"}}', token })}&${work}`
        assert.equal((await send(service, visitor(), { action: '/en/check', body })).status, 400, work)
      }
      for (const [what, text] of hostileTexts) {
        for (const name of [
          'kept',
          'token',
          'do',
          'ask',
          'asked',
          'value',
          'measure',
          'postcode',
          'nace',
          'topics',
          'applicant',
          'unknown',
        ]) {
          for (const rest of [
            '',
            '&kept=%7B%22company%22%3A%7B%22postcode%22%3A%229000%22%7D%7D&do=answer&asked=company.nace',
          ]) {
            const answered = await send(service, visitor(), { action: '/fr/check', body: `${name}=${text}${rest}` })
            assert.ok([200, 400, 422].includes(answered.status), `${name}: ${what}: ${answered.status}`)
            assert.deepEqual(takenForMarkup(answered.body.toString(), 'text/html'), [], `${name}: ${what}`)
            assert.match(answered.headers['content-type'] ?? '', /text\/html/)
          }
        }
      }
    })

    test('a form that is none, or too large, is refused with a page', async () => {
      const address = visitor()
      const none = await send(
        service,
        address,
        { action: '/en/check', body: '{}' },
        { 'content-type': 'application/json' },
      )
      assert.equal(none.status, 400)
      const large = await send(service, address, { action: '/en/check', body: `postcode=${'9'.repeat(70_000)}` })
      assert.equal(large.status, 400)
      assert.match(large.headers['content-type'] ?? '', /text\/html/)
      const many = await send(service, address, { action: '/en/check', body: 'topics=energy&'.repeat(2_000) })
      assert.equal(many.status, 400)
    })
  })
}
