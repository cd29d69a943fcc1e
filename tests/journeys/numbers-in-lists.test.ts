/** Clients by their numbers alone: in files and in lists that are pasted, looked at, taken, filled, and told of. */
import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, describe, test } from 'node:test'
import { makeLink } from '../../src/sign_in/links/links.ts'
import { pastedBounds } from '../../src/watchlists/file/pasted-numbers.ts'
import { engines } from '../harness/databases.ts'
import { formsIn, pressing, type Typed } from '../harness/forms.ts'
import { type Answer, type CallOptions, call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import {
  bakery,
  enterpriseAt,
  establishmentAt,
  type NumberedOffice,
  numberedOffice,
} from '../harness/numbered-clients.ts'
import { processScene } from '../harness/process.ts'
import { dotted } from '../harness/register-files.ts'
import { cookieOf, type SignedInBrowser } from '../harness/signed-in.ts'
import { workbookOf } from '../harness/workbooks.ts'

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
const text = (answer: Answer): string => answer.body.toString('utf8').replaceAll('\u00a0', ' ').replaceAll(/\s+/g, ' ')

const [chain, stranger, ceased] = [200, 202, 203]
const severalPlaces = [
  { number: establishmentAt(300), postcode: '9000', municipality: 'Gent' },
  { number: establishmentAt(301), postcode: '4000', municipality: 'Liège' },
]

type Outlook = {
  missing: { field: string; companies: number }[]
  register: null | {
    loaded: { extract: number; date: string } | null
    numbers: number
    filled: number
    fields: { field: string; companies: number }[]
    several_places: number
    not_in_register: number
    not_active: number
  }
}
type Taken = {
  added: number
  replaced: number
  read: { format: string; notes: { code: string; message: string }[] }
  rejected: {
    line: number
    reference: string | null
    faults: { code: string; message: string; column: string | null }[]
  }[]
  outlook: Outlook | null
}

for (const engine of engines) {
  describe(`${engine.name}: numbers in lists`, () => {
    let office: NumberedOffice
    let browser: SignedInBrowser
    before(async () => {
      office = await numberedOffice(engine)
      await office.load([
        ...Array.from({ length: 120 }, (_, index) => bakery(index)),
        bakery(chain, { establishments: severalPlaces }),
        bakery(ceased, { status: 'ST' }),
      ])
      await office.service.publish([
        input('bakers', { status: 'open', regions: ['flanders'], nace: { include: ['10.71'], version: 2025 } }),
      ])
      ;({ browser } = await office.office())
    })
    after(() => office[Symbol.asyncDispose]())

    let requests = 0
    const ask = async (method: string, path: string, options = {}): Promise<Answer> => {
      requests += 1
      office.service.clock.advance({ seconds: 1 })
      return browser.send(method, path, options)
    }
    const get = (path: string): Promise<Answer> => ask('GET', path)
    async function press(page: Answer, action: string, typed: Typed = {}, value: string | null = null) {
      const form = formsIn(page).find((one) => one.action === action)
      assert.ok(form, `no form to ${action} in ${text(page)}`)
      const sent = pressing(form, typed, value === null ? null : { value })
      return ask('POST', sent.action, { headers: urlencoded, body: sent.body })
    }
    /** The path of a new list, and its page. */
    async function newList(name: string): Promise<{ path: string; page: Answer }> {
      const made = await press(await get('/dashboard/watchlists'), '/dashboard/watchlists', { name })
      const to = made.headers.location ?? ''
      return { path: to.replace(/\?.*/, ''), page: await get(to) }
    }
    const sendFile = async (path: string, body: Buffer, query = ''): Promise<Taken> => {
      const api = path.replace('/dashboard', '/v1/dashboard')
      const answer = await ask('POST', `${api}/file${query}`, { body })
      assert.equal(answer.status, 200, answer.body.toString())
      return answer.json().data as Taken
    }
    const kept = async (path: string): Promise<Record<string, Record<string, unknown>>> => {
      const answer = await get(`${path.replace('/dashboard', '/v1/dashboard')}/companies`)
      const rows = answer.json().data as { reference: string; company: Record<string, unknown> }[]
      return Object.fromEntries(rows.map(({ reference, company }) => [reference, company]))
    }

    for (const format of ['csv', 'xlsx'] as const)
      test(`a ${format} of numbers and names is taken by them, filled when it is judged, and nothing of that is kept`, async () => {
        const { path } = await newList(`Bestand ${format}`)
        const rows = [
          ['Ondernemingsnummer', 'Naam', 'Vestigingsnummer'],
          [dotted(enterpriseAt(1)), 'Een', ''],
          [`BE ${enterpriseAt(chain)}`, 'Keten', ''],
          [enterpriseAt(chain + 1), 'Niemand', ''],
          [dotted(enterpriseAt(ceased)), 'Gestopt', ''],
          [dotted(enterpriseAt(3)), 'Andere', dotted(establishmentAt(4))],
          [dotted(enterpriseAt(5)), 'Eigen', dotted(establishmentAt(5))],
          ['0403.019.262', 'Fout', ''],
        ]
        const bytes =
          format === 'xlsx'
            ? workbookOf(
                rows.map((row, at) => (at === 1 ? [Number(enterpriseAt(1)), 'Een'] : row.map((cell) => cell || null))),
              )
            : Buffer.from(rows.map((row) => row.join(';')).join('\n'))
        const preview = await sendFile(path, bytes, '?preview=true&lang=nl')
        assert.deepEqual(preview.outlook?.register, {
          loaded: { extract: 141, date: '2026-11-01' },
          ...{ numbers: 5, filled: 4 },
          fields: [
            { field: 'company.postcode', companies: 3 },
            { field: 'company.legal_form', companies: 4 },
            { field: 'company.nace', companies: 4 },
            { field: 'company.founded_on', companies: 4 },
          ],
          ...{ several_places: 1, not_in_register: 1, not_active: 1 },
        })
        const missing = Object.fromEntries((preview.outlook?.missing ?? []).map((one) => [one.field, one.companies]))
        assert.deepEqual(
          [missing['company.postcode'], missing['company.nace'], missing['company.employees']],
          [2, 1, 5],
        )
        assert.deepEqual(
          preview.rejected.map(({ line, reference, faults }) => [line, reference, faults.map(({ code }) => code)]),
          [
            [6, enterpriseAt(3), ['other_enterprise']],
            [8, null, ['enterprise_number']],
          ],
        )
        assert.match(
          preview.rejected[0]?.faults[0]?.message ?? '',
          /^Kolom Vestigingsnummer: volgens het register is .* een vestiging van een andere onderneming/,
        )
        const taken = await sendFile(path, bytes)
        assert.deepEqual([taken.added, taken.replaced, taken.rejected.length], [5, 0, 2])
        const companies = await kept(path)
        assert.deepEqual(Object.keys(companies).length, 5)
        const one = companies[enterpriseAt(1)]
        assert.deepEqual([one?.postcode, one?.nace, one?.legal_form], [null, [], null], 'what was given alone is kept')
        assert.match(text(await get(`${path}/matches?company=${enterpriseAt(1)}`)), /bakers/)
      })

    test('an establishment among enterprise numbers is taken as one, which the preview says', async () => {
      const { path } = await newList('Vestigingen')
      const bytes = Buffer.from(`KBO\n${dotted(establishmentAt(7))}\n`)
      const preview = await sendFile(path, bytes, '?preview=true&lang=nl')
      assert.deepEqual(
        preview.read.notes.map(({ code, message }) => [code, message]),
        [['establishment_taken', 'Kolom KBO: 1 × het nummer van een vestiging, als vestiging gelezen.']],
      )
      assert.equal(preview.outlook?.register?.filled, 1)
      await sendFile(path, bytes)
      assert.equal((await kept(path))[establishmentAt(7)]?.establishment_number, establishmentAt(7))
    })

    test('an office pastes 120 numbers: so few presses and requests from the list to the first useful result', async () => {
      requests = 0
      let presses = 0
      const pressed = (page: Answer, action: string, typed: Typed, value: string | null = null) => {
        presses += 1
        return press(page, action, typed, value)
      }
      const numbers = Array.from({ length: 120 }, (_, index) => dotted(enterpriseAt(index))).join('\r\n')
      const made = await pressed(await get('/dashboard/watchlists'), '/dashboard/watchlists', { name: 'Kantoor' })
      const to = made.headers.location ?? ''
      const path = to.replace(/\?.*/, '')
      const preview = await pressed(await get(to), `${path}/numbers`, { numbers })
      for (const said of [/120 nieuw/, /120 van 120 bedrijven worden aangevuld/, /Uit het register van 1 nov 2026/])
        assert.match(text(preview), said)
      const taken = await pressed(preview, `${path}/numbers`, {}, 'take')
      assert.match(text(taken), /Toegevoegd: 120\. Vervangen: 0\./)
      const link = /class="filled" href="([^"]+)"/.exec(text(taken))?.[1] ?? ''
      presses += 1
      const matches = text(await get(link))
      assert.match(matches, /bakers/)
      assert.deepEqual({ presses, requests }, { presses: 4, requests: 6 })
      const rows = (await get(`${path.replace('/dashboard', '/v1/dashboard')}/matches?limit=500`)).json()
      assert.equal((rows.data as unknown[]).length, 120)
    })

    test('what is pasted is looked at: found, unknown, wrong, twice; nothing is written before it is taken, and the rest is told', async () => {
      const { path, page } = await newList('Geplakt')
      const numbers = [
        `${dotted(enterpriseAt(1))} Bakkerij Een`,
        '0403.019.262; Fout',
        '',
        `Bakkerij Een, BE${enterpriseAt(1)}`,
        dotted(enterpriseAt(stranger)),
        dotted(enterpriseAt(chain)),
        dotted(enterpriseAt(ceased)),
        'Bakkerij zonder nummer',
        `${dotted(enterpriseAt(3))} ${dotted(establishmentAt(4))}`,
      ].join('\r\n')
      const preview = await press(page, `${path}/numbers`, { numbers })
      assert.equal(preview.status, 200)
      const said = text(preview)
      for (const one of [
        /<li>4 nieuw<\/li>/,
        /4 niet te lezen/,
        /3 van 4 bedrijven worden aangevuld/,
        new RegExp(`Verschillende vestigingen, en dus geen plaats: 1\\..*lijn 6 \\(${enterpriseAt(chain)}\\)`),
        new RegExp(
          `Niet in het register met hun nummer of dat van hun vestiging, zodat er niets of geen plaats aangevuld wordt: 1\\..*lijn 5 \\(${enterpriseAt(stranger)}\\)`,
        ),
        /Niet meer actief: 1\..*lijn 7/,
        /scope="row">2<.*“0403\.019\.262” is geen ondernemingsnummer: de controlecijfers kloppen niet/,
        /scope="row">4<.*Dit nummer staat ook op lijn 1, en telt daar/,
        /scope="row">8<.*Op deze lijn staat geen nummer van tien cijfers/,
        /scope="row">9<.*een vestiging van een andere onderneming/,
        /Kost 4 evaluaties/,
      ])
        assert.match(said, one)
      assert.deepEqual(await kept(path), {})
      const taken = await press(preview, `${path}/numbers`, {}, 'take')
      assert.match(text(taken), /Toegevoegd: 4\. Vervangen: 0\./)
      assert.deepEqual(
        Object.keys(await kept(path)).toSorted(),
        [1, chain, stranger, ceased].map(enterpriseAt).toSorted(),
      )
    })

    test('the page of the list and of a company say what is filled and from where, and warn', async () => {
      const { path, page } = await newList('Getoond')
      const numbers = [1, chain, stranger, ceased].map(enterpriseAt).join('\n')
      await press(await press(page, `${path}/numbers`, { numbers }), `${path}/numbers`, {}, 'take')
      const list = text(await get(path))
      assert.match(list, /Bakkerij 1<\/strong>.*Uit het register van 1 nov 2026: 9000, BV, .*brood.*, sinds 2015/i)
      for (const said of [
        /Verschillende vestigingen, en dus geen plaats: 1\. <a href="[^"]+\/establishments"/,
        /Niet in het register[^<]*: 1\./,
        /Niet meer actief: 1\./,
      ])
        assert.match(list, said)
      const company = text(await get(`${path}/matches?company=${enterpriseAt(1)}`))
      assert.match(company, /Door u gegeven<\/h3>.*ondernemingsnummer.*Uit het register van 1 nov 2026<\/h3>.*postcode/)
      assert.doesNotMatch(company, /Door u gegeven<\/h3>.*postcode.*Uit het register/)
      const report = text(await get(`${path}/report?reference=${enterpriseAt(1)}`))
      assert.match(report, /Uit het register van 1 nov 2026<\/h3>.*bakers/)
      assert.match(text(await get(`${path}/matches?company=${enterpriseAt(ceased)}`)), /Niet meer actief/)
    })

    test('a company that is not to be filled is judged, shown and reported with what was given alone', async () => {
      const { path } = await newList('Niet aangevuld')
      const companies = [{ reference: 'bare', company: { enterprise_number: enterpriseAt(1) }, fill: false }]
      const api = `${path.replace('/dashboard', '/v1/dashboard')}/companies`
      assert.equal((await ask('POST', api, { json: { companies } })).status, 200)
      for (const page of [`${path}/report?reference=bare`, `${path}/matches?company=bare`, path]) {
        const shown = text(await get(page))
        assert.doesNotMatch(shown, /Uit het register|9000|Niet in het register/, page)
      }
    })

    test('a company with several establishments is given one, which is kept and judged; a wrong one is told', async () => {
      const { path, page } = await newList('Keten')
      const numbers = enterpriseAt(chain)
      await press(await press(page, `${path}/numbers`, { numbers }), `${path}/numbers`, {}, 'take')
      const action = `${path}/establishments`
      const choices = await get(action)
      assert.match(text(choices), new RegExp(`<option value="${establishmentAt(300)}">9000 Gent, `))
      const none = await press(choices, action, { number: '' })
      assert.deepEqual([none.status, /Kies minstens één vestiging/.test(text(none))], [422, true])
      for (const [number, fault] of [
        ['12', /geen vestigingsnummer/],
        [establishmentAt(999), /geen vestiging met dit nummer/],
        [establishmentAt(4), /vestiging van een ander bedrijf/],
      ] as const) {
        const wrong = await press(choices, action, { number })
        assert.deepEqual([wrong.status, fault.test(text(wrong))], [422, true], text(wrong))
      }
      const foreign = await ask('POST', action, {
        headers: urlencoded,
        body: `reference=nobody&number=${establishmentAt(300)}`,
      })
      assert.equal(foreign.status, 404)
      assert.equal((await kept(path))[enterpriseAt(chain)]?.establishment_number, null)
      const saved = await press(choices, action, { number: establishmentAt(300) })
      assert.equal(saved.headers.location, `${action}?placed=1`)
      assert.match(
        text(await get(saved.headers.location ?? '')),
        /Bewaard voor 1\..*Er is geen bedrijf meer zonder plaats/,
      )
      assert.equal((await kept(path))[enterpriseAt(chain)]?.establishment_number, establishmentAt(300))
      assert.match(text(await get(`${path}/matches`)), /bakers/)
      assert.doesNotMatch(text(await get(path)), /Verschillende vestigingen/)
    })

    test('who is given an establishment keeps everything else that was given, and one that is sent twice is refused', async () => {
      const { path } = await newList('Alles')
      const api = `${path.replace('/dashboard', '/v1/dashboard')}/companies`
      const given = {
        reference: 'alles',
        company: { enterprise_number: enterpriseAt(chain), applicant_types: ['company', 'non_profit'], employees: 3 },
        project: { topics: ['energy'] },
        answers: { in_difficulty: false },
      }
      const sent = await ask('POST', api, { json: { companies: [given] } })
      assert.equal(sent.status, 200, sent.body.toString())
      const row = async () => ((await get(api)).json().data as Record<string, unknown>[])[0] ?? {}
      const { company: before, updated_at: _, ...restBefore } = await row()
      const action = `${path}/establishments`
      const fields = `reference=alles&number=${establishmentAt(300)}`
      const twice = await ask('POST', action, { headers: urlencoded, body: `${fields}&${fields}` })
      assert.ok(twice.status >= 400 && twice.status < 500, `${twice.status}`)
      assert.equal((await ask('POST', action, { headers: urlencoded, body: fields })).status, 303)
      const { company: after, updated_at: __, ...restAfter } = await row()
      assert.deepEqual(after, { ...(before as object), establishment_number: establishmentAt(300) })
      assert.deepEqual(restAfter, restBefore)
    })

    test('as many numbers as may be pasted are looked at and taken at once, and nobody waits for it', async () => {
      const before = browser
      // The plan of the others takes no more than one such list.
      ;({ browser } = await office.office('nl', 'enterprise'))
      const { path, page } = await newList('Veel')
      const { linesMax } = pastedBounds
      const many = Array.from({ length: linesMax }, (_, index) => enterpriseAt(index))
      const same = enterpriseAt(1)
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      const preview = await press(page, `${path}/numbers`, { numbers: many.join('\r\n') })
      assert.match(text(preview).replaceAll('\u202f', ' '), /5 000 nieuw/)
      assert.match(
        text(await press(preview, `${path}/numbers`, {}, 'take')).replaceAll('\u202f', ' '),
        /Toegevoegd: 5 000/,
      )
      const alike = await press(page, `${path}/numbers`, { numbers: `${same}\r\n`.repeat(linesMax) })
      delay.disable()
      assert.match(text(alike).replaceAll('\u202f', ' '), /4 999 niet te lezen/)
      // Some 100 ms where nothing else has the machine.
      assert.ok(delay.max / 1e6 < 500, `${delay.max / 1e6} ms`)
      const list = await get(path)
      assert.match(text(list).replaceAll('\u202f', ' '), /Niet in het register[^<]*: 4 878\./)
      browser = before
    })

    test('a list that is empty or too long says what to do, with what was pasted; it stands in nobody else’s list', async () => {
      const { path } = await newList('Fouten')
      const form = await get(`${path}/numbers`)
      const empty = await press(form, `${path}/numbers`, { numbers: ' \r\n ' })
      assert.deepEqual([empty.status, /Plak minstens één nummer/.test(text(empty))], [422, true])
      assert.match(text(empty), /aria-invalid="true"/)
      const long = await press(form, `${path}/numbers`, { numbers: '1\r\n'.repeat(5_001) })
      assert.deepEqual(
        [long.status, /De lijst heeft meer dan 5 000 lijnen/.test(text(long).replaceAll('\u202f', ' '))],
        [422, true],
      )
      const other = await office.office()
      for (const end of ['/numbers', '/establishments']) {
        assert.equal((await other.browser.send('GET', `${path}${end}`)).status, 404)
        const sent = await other.browser.send('POST', `${path}${end}`, {
          headers: urlencoded,
          body: 'numbers=1&do=take&reference=a&number=2',
        })
        assert.equal(sent.status, 404)
      }
    })
  })
}

for (const engine of engines)
  test(`${engine.name}: where no register is loaded the preview says so, and numbers are taken all the same`, async () => {
    await using office = await numberedOffice(engine)
    const { browser } = await office.office('en')
    const send = async (path: string, body: string) => {
      office.service.clock.advance({ seconds: 1 })
      return browser.send('POST', path, { headers: urlencoded, body })
    }
    const made = await send('/dashboard/watchlists', 'name=a')
    const path = (made.headers.location ?? '').replace(/\?.*/, '')
    const preview = await send(`${path}/numbers`, `numbers=${enterpriseAt(1)}`)
    assert.match(text(preview), /No register of companies is loaded here: the numbers fill nothing/)
    assert.match(text(await send(`${path}/numbers`, `numbers=${enterpriseAt(1)}&do=take`)), /Added: 1\. Replaced: 0\./)
    assert.match(text(await browser.send('GET', path)), /Not in the register/)
  })

for (const engine of engines)
  test(`${engine.name}: at LOG_LEVEL=trace no number is logged, whether it is looked at, taken, shown or refused`, async () => {
    await using scene = await processScene(engine, { environment: { LOG_LEVEL: 'trace' } })
    await scene.lists('city', [])
    const { account } = await scene.customer('business')
    const { origin, process } = await scene.serve()
    const link = await makeLink(await scene.database(), Date.now(), account, null)
    const send = (method: string, path: string, cookie: string, options: CallOptions = {}) =>
      call(origin, method, path, {
        ...options,
        headers: { 'sec-fetch-site': 'same-origin', cookie, ...options.headers },
      })
    const json = { token: link.slice(link.lastIndexOf('/') + 1) }
    const cookie = cookieOf(await send('POST', '/v1/dashboard/session/link', '', { json }))
    const post = (path: string, body: string) => send('POST', path, cookie, { headers: urlencoded, body })
    const made = await post('/dashboard/watchlists', 'name=a')
    const path = (made.headers.location ?? '').replace(/\?.*/, '')
    const [number, other, wrong] = [enterpriseAt(1), establishmentAt(2), '0403019262']
    const numbers = `numbers=${number}%0A${other}%0A${wrong}`
    assert.equal((await post(`${path}/numbers`, numbers)).status, 200)
    assert.match(text(await post(`${path}/numbers`, `${numbers}&do=take`)), /Added: 2/)
    assert.equal((await send('GET', `${path}/matches?company=${number}`, cookie)).status, 200)
    assert.equal((await post(`${path}/establishments`, `reference=${number}&number=${wrong}`)).status, 422)
    assert.equal((await post(`${path}/establishments`, `reference=${wrong}&number=${other}`)).status, 404)
    process.child.kill('SIGTERM')
    await process.ended
    const logged = process.out + process.error
    assert.ok(
      logged.includes('/dashboard/watchlists/{id}/numbers'),
      'requests are logged by the pattern of their route',
    )
    for (const one of [number, other, wrong]) assert.ok(!logged.includes(one), one)
  })
