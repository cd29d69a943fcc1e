/**
 * Somebody checks a company by its number, without script: what the register says stands before the answers, each fact with from where
 * it is known, and what the person tells goes before it.
 */
import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, suite, test } from 'node:test'
import { fetchAccountsJob } from '../../src/companies/filed-accounts/fetch-accounts.ts'
import type { Language } from '../../src/values/vocabularies.ts'
import { standInKey, startAccountsStandIn } from '../harness/accounts-stand-in.ts'
import { checkedRegister, numbers, personName } from '../harness/checked-companies.ts'
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
import { call } from '../harness/http.ts'
import { unobserved } from '../harness/observer.ts'
import { readPage } from '../harness/page-reader.ts'
import { processScene } from '../harness/process.ts'
import { dotted, numberOf, writeRegisterFile } from '../harness/register-files.ts'
import { withRegister } from '../harness/register-scene.ts'
import type { TestService } from '../harness/service.ts'
import { until } from '../harness/started-process.ts'

/** The facts with their sources, by the names that stand beside them. */
function factsIn({ page }: Checked): string {
  return page.all('dl', { class: 'facts' })[0]?.text ?? ''
}

const byLanguage: Record<
  Language,
  { said: RegExp; town: RegExp; source: RegExp; given: RegExp; label: string; use: RegExp }
> = {
  nl: {
    said: /Uit het register van 1 nov 2026 Bakkerij Voorbeeld, .*, BV \(.*\), sinds 2015, Gent /,
    town: /Vestiging 9000 Gent \(uit het register\)/,
    source: /Opgericht 1 jun 2015 \(uit het register\)/,
    given: /Personen 12 VTE \(vertelde u\)/,
    label: 'Ondernemingsnummer of postcode',
    use: /uit het register van 1 nov 2026 en uit neergelegde jaarrekeningen.*Gebruik voor reclame is verboden\./,
  },
  fr: {
    said: /D’après le registre du 1 nov. 2026 Bakkerij Voorbeeld, .*, SRL \(.*\), depuis 2015, Gand /,
    town: /Établissement 9000 Gand \(du registre\)/,
    source: /Constituée 1 juin 2015 \(du registre\)/,
    given: /Personnes 12 ETP \(dit par vous\)/,
    label: 'Numéro d’entreprise ou code postal',
    use: /du registre du 1 nov. 2026 et des comptes annuels déposés.*L’usage publicitaire est interdit\./,
  },
  en: {
    said: /From the register of 1 Nov 2026 Bakkerij Voorbeeld, .*, BV\/SRL \(.*\), since 2015, Gent /,
    town: /Establishment 9000 Gent \(from the register\)/,
    source: /Founded 1 Jun 2015 \(from the register\)/,
    given: /People 12 FTE \(you told this\)/,
    label: 'Enterprise number or postcode',
    use: /from the register of 1 Nov 2026 and from filed annual accounts.*Use for advertising is forbidden\./,
  },
}

for (const engine of engines) {
  suite(`${engine.name}: a company is checked by its number`, () => {
    let service: TestService
    let visitor: () => string
    before(async () => {
      const started = await startChecking(withRegister(engine, checkedRegister))
      service = started.service
      visitor = started.visitor
    })
    after(() => service.stop())

    const ask = (address: string, before: Checked, property: string): Promise<Checked> =>
      send(service, address, pressing(formNamed(before, 'again'), {}, { name: 'ask', value: property }))
    const press = (address: string, before: Checked, value: string): Promise<Checked> =>
      send(service, address, pressing(formNamed(before, 'again'), {}, { value }))

    for (const language of ['nl', 'fr', 'en'] as const)
      test(`${language}: the form asks for a number or a postcode and says what a number serves for; what the register says stands first, each fact with its source`, async () => {
        const expected = byLanguage[language]
        const first = readPage(await service.get(`/${language}/check`, { key: '' }))
        assert.equal(first.all('label', { for: 'postcode' })[0]?.text, expected.label)
        const [field] = first.all('input', { id: 'postcode' })
        assert.deepEqual([field?.attributes.autocomplete, field?.attributes.inputmode], ['off', undefined])
        assert.match(first.text, expected.use)
        const typed = { postcode: dotted(numbers.bakery), employees: '12' }
        const checked = await begin(service, visitor(), typed, `/${language}/check`)
        assert.equal(checked.status, 200)
        for (const said of [expected.said]) assert.match(checked.page.text, said)
        for (const fact of [expected.town, expected.source, expected.given]) assert.match(factsIn(checked), fact)
        assert.deepEqual(keptIn(checked), { company: { enterprise_number: numbers.bakery, employees: 12 } })
      })

    test('what is answered is what POST /v1/match answers to the same number', async () => {
      const address = visitor()
      const checked = await begin(service, address, { postcode: numbers.bakery })
      const more = await press(address, checked, 'more')
      const matched = await call(service.origin, 'POST', '/v1/match', {
        key: service.keys.enterprise,
        json: { ...keptIn(checked), topics_only: true, limit: 100 },
      })
      const { matches, company } = matched.json() as {
        matches: { subsidy: { slug: string } }[]
        company: { filled: Record<string, string> }
      }
      assert.equal(company.filled.postcode, 'register')
      assert.deepEqual(
        listIn(more).map(({ slug }) => slug),
        matches.map(({ subsidy }) => subsidy.slug),
      )
      assert.ok(!listIn(more).some(({ slug }) => slug === 'walloon-grant'))
    })

    test('every form of a number is one: dots, spaces, BE, VAT as programs print it, and the number of an establishment', async () => {
      const { bakery, oven } = numbers
      const written = [
        bakery,
        dotted(bakery),
        `BE ${dotted(bakery)}`,
        `BE-${bakery}`,
        `0208:${bakery}`,
        `BTW BE${bakery}`,
      ]
      for (const postcode of written) {
        const checked = await begin(service, visitor(), { postcode })
        assert.equal(checked.status, 200, postcode)
        assert.deepEqual(keptIn(checked), { company: { enterprise_number: bakery } }, postcode)
      }
      for (const postcode of [oven, dotted(oven), `BE${oven}`]) {
        const checked = await begin(service, visitor(), { postcode })
        assert.deepEqual(keptIn(checked), { company: { establishment_number: oven } }, postcode)
        assert.match(factsIn(checked), new RegExp(`Number ${dotted(bakery)} · ${dotted(oven)} `))
        assert.match(factsIn(checked), /Establishment 9000 Gent \(from the register\)/)
      }
    })

    test('four digits are a postcode as before, without a word of a register', async () => {
      const checked = await begin(service, visitor(), { postcode: '9000' })
      assert.deepEqual(keptIn(checked), { company: { postcode: '9000' } })
      assert.doesNotMatch(checked.page.text, /register|you told this|leave out/)
      const both = await begin(service, visitor(), { postcode: [numbers.bakery, '4000'] })
      assert.deepEqual(keptIn(both), { company: { enterprise_number: numbers.bakery, postcode: '4000' } })
      assert.match(factsIn(both), /Establishment 4000 Wallonia \(you told this\)/)
      for (const postcode of [
        ['9000', '4000'],
        [numbers.bakery, numbers.oven],
        ['9000', numbers.bakery, '4000'],
      ])
        assert.match((await begin(service, visitor(), { postcode })).page.text, /one number and one postcode at most/)
    })

    test('what is neither is told what to write, and keeps standing in the field', async () => {
      const wrongDigit = `${numbers.bakery.slice(0, 9)}${(Number(numbers.bakery.slice(9)) + 1) % 10}`
      const wrongDoor = `${numbers.oven.slice(0, 9)}${(Number(numbers.oven.slice(9)) + 1) % 10}`
      const rows: [typed: string, said: RegExp][] = [
        [numbers.bakery.slice(1), new RegExp(`ten digits; these are nine\\..* Write ${dotted(numbers.bakery)}\\.`)],
        ['123456789', /ten digits; these are nine\./],
        [wrongDigit, /A digit is wrong: the last two do not fit the others/],
        [`BE ${dotted(wrongDigit)}`, /A digit is wrong/],
        [wrongDoor, /A digit is wrong/],
        ['NL812345678B01', /VAT number of another country/],
        ['FR 40 303 265 045', /VAT number of another country/],
        ['CHE-123.456.789', /VAT number of another country/],
        ['99999', /neither an enterprise number nor a postcode/],
        ['bakery', /neither an enterprise number nor a postcode/],
        ['9999', /not a Belgian postcode/],
        ['9000 Gent', /not a Belgian postcode\..* Write 9000\./],
      ]
      for (const [postcode, said] of rows) {
        const refused = await begin(service, visitor(), { postcode, employees: '12' })
        assert.equal(refused.status, 422, postcode)
        assert.match(refused.page.text, said, postcode)
        const [field] = refused.page.all('input', { id: 'postcode' })
        assert.equal(field?.attributes.value, postcode)
        assert.match(field?.attributes['aria-describedby'] ?? '', /postcode-fault/)
        assert.equal(refused.page.linksTo('Enterprise number or postcode')[0], '#postcode')
      }
    })

    test('what is told goes before what the register says, and taking it back brings the register back', async () => {
      const address = visitor()
      const begun = await begin(service, address, { postcode: numbers.bakery, employees: '12' })
      const asked = await ask(address, begun, 'company.founded_on')
      assert.equal(asked.page.all('input', { id: 'value' })[0]?.attributes.value, '2015-06-01')
      const told = await answer(service, address, asked, 'answer', { value: '1/1/2026' })
      assert.deepEqual(keptIn(told), {
        company: { enterprise_number: numbers.bakery, employees: 12, founded_on: '2026-01-01' },
      })
      assert.match(told.page.text, /1 Jan 2026/)
      assert.doesNotMatch(factsIn(told), /1 Jun 2015/)
      assert.equal(listIn(told).find(({ slug }) => slug === 'grant-for-the-young')?.status, 'likely')
      assert.ok(!listIn(begun).some(({ slug }) => slug === 'grant-for-the-young'))
      const place = await answer(service, address, await ask(address, told, 'company.postcode'), 'answer', {
        value: '4000',
      })
      assert.match(factsIn(place), /Establishment 4000 Wallonia \(you told this\)/)
      assert.ok(listIn(place).some(({ slug }) => slug === 'walloon-grant'))
      const again = await answer(service, address, await ask(address, place, 'company.founded_on'), 'unknown')
      assert.match(factsIn(again), /Founded 1 Jun 2015 \(from the register\)/)
      assert.doesNotMatch(again.page.text, /passed over/)
    })

    test('several establishments are a question with postcodes and towns; the choice is sent as a number, and can be changed', async () => {
      const address = visitor()
      const [ghent = '', liege = '', second = ''] = numbers.shops
      const begun = await begin(service, address, { postcode: numbers.chain })
      assert.equal(askedIn(begun), 'company.postcode')
      assert.match(begun.page.text, /Meer Deuren, .*3 establishments/)
      assert.match(begun.page.text, /Establishment not told/)
      const choices = begun.page.all('input', { name: 'establishment' })
      assert.deepEqual(
        choices.map(({ attributes }) => [attributes.value, 'checked' in attributes]),
        [ghent, liege, second, 'elsewhere'].map((value) => [value, false]),
      )
      assert.ok(begun.page.text.includes(`9000 Gent (${dotted(ghent)})`))
      assert.ok(begun.page.text.includes(`4000 Liège (${dotted(liege)})`))
      const chosen = await answer(service, address, begun, 'answer', { establishment: liege })
      const kept = { company: { enterprise_number: numbers.chain, establishment_number: liege } }
      assert.deepEqual(keptIn(chosen), kept)
      assert.match(factsIn(chosen), /Establishment 4000 Liège \(from the register\)/)
      assert.ok(listIn(chosen).some(({ slug }) => slug === 'walloon-grant'))
      assert.ok(!listIn(chosen).some(({ slug }) => slug === 'flemish-grant'))
      assert.match(chosen.page.text, /This answer leaves out \d+ measures/)
      const again = await ask(address, chosen, 'company.postcode')
      const ticked = again.page
        .all('input', { name: 'establishment' })
        .filter(({ attributes }) => 'checked' in attributes)
      assert.deepEqual(
        ticked.map(({ attributes }) => attributes.value),
        [liege],
      )
      const other = await answer(service, address, again, 'answer', { establishment: ghent, value: '' })
      assert.match(factsIn(other), /Establishment 9000 Gent \(from the register\)/)
      const passed = await answer(service, address, begun, 'unknown')
      assert.notEqual(askedIn(passed), 'company.postcode')
    })

    test('another place is told by its postcode; a choice beside a postcode is asked again, and one of no enterprise is refused', async () => {
      const address = visitor()
      const [ghent = ''] = numbers.shops
      const begun = await begin(service, address, { postcode: numbers.chain })
      const typed = await answer(service, address, begun, 'answer', { establishment: 'elsewhere', value: '5000' })
      assert.deepEqual(keptIn(typed), { company: { enterprise_number: numbers.chain, postcode: '5000' } })
      const both = await answer(service, address, begun, 'answer', { establishment: ghent, value: '5000' })
      assert.equal(both.status, 422)
      assert.match(both.page.text, /Choose an establishment or write a postcode, one of the two/)
      const empty = await answer(service, address, begun, 'answer', { value: '' })
      assert.equal(empty.status, 422)
      for (const establishment of ['12', numbers.oven, numbers.bakery])
        assert.equal((await answer(service, address, begun, 'answer', { establishment, value: '' })).status, 400)
    })

    test('of a place in several municipalities that the register does not tell apart, the municipality is asked, and its postcode is then told too', async () => {
      const address = visitor()
      const begun = await begin(service, address, { postcode: numbers.between })
      assert.match(factsIn(begun), /Establishment 4000 Wallonia \(from the register\)/)
      const body = new URLSearchParams({ kept: JSON.stringify(keptIn(begun)), ask: 'company.municipality' }).toString()
      const asked = await send(service, address, { action: '/en/check', body })
      const [liege = ''] = asked.page
        .all('option')
        .flatMap(({ text, attributes: { value = '' } }) => (text === 'Liège' ? [value] : []))
      const told = await answer(service, address, asked, 'answer', { value: liege })
      assert.equal(told.status, 200)
      const company = { enterprise_number: numbers.between, postcode: '4000', municipality: liege }
      assert.deepEqual(keptIn(told), { company })
    })

    test('of more than 20 establishments the first 20 are shown, and the postcode of another can be typed', async () => {
      const address = visitor()
      const begun = await begin(service, address, { postcode: numbers.large })
      assert.equal(begun.page.all('input', { name: 'establishment' }).length, 21)
      assert.match(begun.page.text, /The first 20 of 25 establishments are shown\. Write the postcode of another/)
      const last = numberOf(40_000_024)
      const named = await begin(service, address, { postcode: last })
      assert.match(factsIn(named), new RegExp(`Number ${dotted(numbers.large)} · ${dotted(last)} .*3000 Leuven`))
    })

    test('of a person neither name, day nor place is shown, and nothing of them begins a field', async () => {
      const address = visitor()
      const checked = await begin(service, address, { postcode: numbers.person })
      const shown = `${checked.page.text} ${JSON.stringify(keptIn(checked))}`
      for (const secret of [personName, 'Zefanja', '1999', '8310', '8000', 'Brugge'])
        assert.ok(!shown.includes(secret), `${secret} is shown`)
      assert.match(checked.page.text, /we show neither name, day nor place/)
      assert.match(factsIn(checked), /Establishment known \(from the register\)/)
      assert.match(factsIn(checked), /Founded known \(from the register\)/)
      assert.ok(!listIn(checked).some(({ slug }) => slug === 'walloon-grant'), 'it is judged by its place all the same')
      for (const property of ['company.postcode', 'company.founded_on']) {
        const asked = await ask(address, checked, property)
        assert.equal(asked.page.all('input', { id: 'value' })[0]?.attributes.value, '')
      }
      // A rule says how it stands, without the months and the place that would tell the day and the town.
      for (const [language, young, walloon] of [
        ['nl', /hoogstens 36\. Niet voldaan\./, /Wallonië\. Niet voldaan\./],
        ['fr', /36\. Non rempli\./, /Wallonie\. Non rempli\./],
        ['en', /at most 36\. Not met\./, /Wallonia\. Not met\./],
      ] as const) {
        const typed = { postcode: numbers.person }
        for (const [slug, said] of [
          ['grant-for-the-young', young],
          ['walloon-grant', walloon],
        ] as const)
          assert.match((await begin(service, address, typed, `/${language}/check?measure=${slug}`)).page.text, said)
      }
      // Of a company the same rules say what they go by.
      const company = await begin(service, address, { postcode: numbers.bakery }, '/en/check?measure=walloon-grant')
      assert.match(company.page.text, /Wallonia\. Not met: Flanders\./)
    })

    test('a person with several establishments is asked for a postcode, and no place is offered', async () => {
      const address = visitor()
      const checked = await begin(service, address, { postcode: numbers.manyStalls })
      assert.equal(askedIn(checked), 'company.postcode')
      assert.equal(checked.page.all('input', { name: 'establishment' }).length, 0)
      assert.doesNotMatch(checked.page.text, /8310|Assebroek|Brugge|9000 Gent/)
      const told = await answer(service, address, checked, 'answer', { value: '9000' })
      assert.match(factsIn(told), /Establishment 9000 Gent \(you told this\)/)
    })

    test('a number that the register has not, one of an enterprise that has ceased, and a household say what to do next', async () => {
      const unknown = await begin(service, visitor(), { postcode: numbers.unknown, employees: '12' })
      assert.equal(unknown.status, 200)
      const { unknown: number } = numbers
      assert.match(
        unknown.page.text,
        new RegExp(`${dotted(number)} is not in the register of 1 Nov 2026 Compare the digits`),
      )
      assert.doesNotMatch(unknown.page.text, /nothing was filled from it/, 'it is said once')
      const ceased = await begin(service, visitor(), { postcode: numbers.ceased })
      assert.match(ceased.page.text, /The register says that this enterprise is not active Look the number up again/)
      assert.match(ceased.page.text, /From the register of 1 Nov 2026 Gestopt,/)
      const household = await begin(service, visitor(), { postcode: numbers.bakery, applicant: 'type:household' })
      assert.match(household.page.text, /was not looked up A household alone has no enterprise/)
      assert.doesNotMatch(household.page.text, /Bakkerij/)
    })

    test('the number goes along to the report and the other languages, and can be left out with all that it filled', async () => {
      const address = visitor()
      const begun = await begin(service, address, { postcode: numbers.bakery, employees: '12' })
      const report = await press(address, begun, 'report')
      assert.match(report.page.text, /Bakkerij Voorbeeld, .*since 2015/)
      assert.match(
        factsIn(report),
        new RegExp(`Number ${dotted(numbers.bakery)} Establishment 9000 Gent \\(from the register\\)`),
      )
      assert.match(report.page.text, /Crossroads Bank for Enterprises .* Use for advertising is forbidden/)
      const { body } = pressing(formNamed(begun, 'again'), {}, { value: 'results' })
      const dutch = await send(service, address, { action: '/nl/check', body })
      assert.match(dutch.page.text, byLanguage.nl.said)
      const without = await press(address, begun, 'without_number')
      assert.equal(without.status, 200)
      assert.deepEqual(keptIn(without), { company: { employees: 12 } })
      assert.doesNotMatch(without.page.text, /Bakkerij|from the register/)
      assert.match(without.page.text, /This answer brings back \d+ measures?/)
    })

    test('no address and no header has the number, and a visitor who may begin no more learns of no company', async () => {
      const address = visitor()
      let page = await begin(service, address, { postcode: numbers.bakery })
      const links = page.page.elements.flatMap(({ attributes: { href = '', action = '', formaction = '' } }) => [
        href,
        action,
        formaction,
      ])
      const digits = new RegExp(`${numbers.bakery}|${dotted(numbers.bakery).replaceAll('.', '\\.')}`)
      assert.deepEqual(
        links.filter((link) => digits.test(link)),
        [],
      )
      assert.equal(page.headers['cache-control'], 'no-store')
      assert.doesNotMatch(JSON.stringify(page.headers), digits)
      assert.doesNotMatch(service.printed(), digits)
      for (let time = 0; time < 20 && page.status === 200; time += 1) {
        service.clock.advance({ seconds: 1 })
        page = await begin(service, address, { postcode: numbers.bakery })
      }
      assert.equal(page.status, 429)
      assert.doesNotMatch(page.page.text, /Bakkerij/)
    })
  })

  test(`${engine.name}: the check waits for filed accounts, and says of which day a figure is; of a person nobody is asked`, async () => {
    await using standIn = await startAccountsStandIn()
    const { service, visitor } = await startChecking(withRegister(engine, checkedRegister), {
      ACCOUNTS_KEY: standInKey,
    })
    const worker = fetchAccountsJob({
      settings: { accountsKey: standInKey, accountsUrl: standIn.origin },
      fetch: service.means.fetch,
      observer: unobserved,
      chance: () => 0,
    })
    assert.ok(worker)
    const stop = new AbortController()
    const running = worker.run({ database: service.database, clock: service.clock, signal: stop.signal })
    try {
      const filing = { reference: '2025-00000001', end: '2024-12-31', deposited: '2025-06-30' }
      standIn.files(numbers.bakery, { ...filing, values: { '9087': '8.9', '20/58': '640000' } })
      const checked = await begin(service, visitor(), { postcode: numbers.bakery })
      const from = String.raw`\(from the annual accounts of 31 Dec 2024\)`
      assert.match(factsIn(checked), new RegExp(`People 8 FTE ${from}`))
      assert.match(factsIn(checked), new RegExp(`Balance sheet total in euros € 640 000 ${from}`))
      const told = await begin(service, visitor(), { postcode: numbers.bakery, employees: '60' })
      assert.match(factsIn(told), /People 60 FTE \(you told this\)/)
      const asked = standIn.asked.length
      const person = await begin(service, visitor(), { postcode: numbers.person })
      assert.doesNotMatch(factsIn(person), /annual accounts/)
      assert.equal(standIn.asked.length, asked)
    } finally {
      stop.abort(new Error('the test is over'))
      await running
      await service.stop()
    }
  })

  test(`${engine.name}: where filed accounts do not come in time, the check is answered without them`, async () => {
    const { service, visitor } = await startChecking(withRegister(engine, checkedRegister), {
      ACCOUNTS_KEY: standInKey,
    })
    try {
      const begun = performance.now()
      const checked = await begin(service, visitor(), { postcode: numbers.bakery })
      const took = performance.now() - begun
      assert.ok(took > 1_900 && took < 10_000, `${took} ms`)
      assert.equal(checked.status, 200)
      assert.match(factsIn(checked), /People not told/)
      assert.match(factsIn(checked), /Establishment 9000 Gent \(from the register\)/)
    } finally {
      await service.stop()
    }
  })

  test(`${engine.name}: where no register is loaded the form asks for a postcode, and a number is taken with a word on it`, async () => {
    const { service, visitor } = await startChecking(engine)
    try {
      const first = readPage(await service.get('/en/check', { key: '' }))
      assert.equal(first.all('label', { for: 'postcode' })[0]?.text, 'Postcode')
      assert.doesNotMatch(first.text, /advertising/)
      const checked = await begin(service, visitor(), { postcode: dotted(numbers.bakery), employees: '12' })
      assert.equal(checked.status, 200)
      assert.deepEqual(keptIn(checked), { company: { enterprise_number: numbers.bakery, employees: 12 } })
      const said = `The number ${dotted(numbers.bakery)} was not looked up No register of companies is loaded here`
      assert.ok(checked.page.text.includes(said))
    } finally {
      await service.stop()
    }
  })

  test(`${engine.name}: a whole service that an operator has loaded a register into writes no number into its log`, async () => {
    await using scene = await processScene(engine, { environment: { LOG_LEVEL: 'trace' } })
    const file = path.join(scene.folder, 'KboOpenData.zip')
    writeRegisterFile(file, checkedRegister)
    assert.equal((await scene.command('companies', 'load', '--file', file)).status, 0)
    const { process, origin } = await scene.serve()
    const send = async (postcode: string): Promise<string> => {
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams({ postcode }).toString()
      return readPage(await call(origin, 'POST', '/en/check', { headers, body })).text
    }
    assert.match(await send(numbers.bakery), /From the register of 1 Nov 2026 Bakkerij Voorbeeld/)
    assert.match(await send(dotted(numbers.shops[1] ?? '')), /4000 Liège/)
    assert.match(await send(numbers.unknown), /is not in the register/)
    assert.match(await send(`${numbers.bakery.slice(0, 9)}0`), /A digit is wrong/)
    await until('the requests are logged', () => process.out.concat(process.error).includes('/en/check'))
    const printed = process.out + process.error
    for (const number of [numbers.bakery, numbers.shops[1] ?? '', numbers.unknown])
      for (const written of [number, dotted(number), number.slice(0, 9)])
        assert.ok(!printed.includes(written), `${written} is in the log`)
  })
}
