/** The screens of watchlists and of the matcher, as a browser without script has them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { listAudit } from '../../src/accounts/audit/audit.ts'
import { createAccount, setPlan } from '../../src/accounts/operations.ts'
import { digestsOf } from '../../src/digests/digests.ts'
import { engines } from '../harness/databases.ts'
import { append, sampleEvent } from '../harness/feed-events.ts'
import { formsIn, pressing, type Typed } from '../harness/forms.ts'
import type { Answer } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { loadSampleRegister, sampleBakery, sampleHairdresser } from '../harness/sample-register.ts'
import { startService, type TestService } from '../harness/service.ts'
import { type SignedInBrowser, signedInTo } from '../harness/signed-in.ts'
import { makeList } from '../harness/watchlists.ts'
import { workbookOf } from '../harness/workbooks.ts'

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
const text = (answer: Answer): string => answer.body.toString('utf8').replaceAll(/\s+/g, ' ')

/** A form with a file as a browser sends it. */
function upload(fields: Readonly<Record<string, string>>, file: Buffer | null) {
  const head = (more: string): string => `--b0undary\r\nContent-Disposition: form-data; ${more}\r\n\r\n`
  const parts = Object.entries(fields).map(([name, value]) => Buffer.from(`${head(`name="${name}"`)}${value}\r\n`))
  const own = file === null ? [] : [Buffer.from(head('name="file"; filename="k.csv"')), file, Buffer.from('\r\n')]
  const headers = { 'content-type': 'multipart/form-data; boundary=b0undary' }
  return { headers, body: Buffer.concat([...parts, ...own, Buffer.from('--b0undary--\r\n')]) }
}

const csv = Buffer.from(
  'Klantnr;Naam;Postcode;VTE;NACE-code;Kleur\r\nC1;Caf\xe9 <b>;9000;12;62.01;x\r\nC=2;b;4000;3;;\r\nC3;c;99999;drie;;\r\n',
  'latin1',
)

for (const engine of engines) {
  describe(`${engine.name}: the screens of watchlists`, () => {
    let service: TestService
    let browser: SignedInBrowser
    let account: string
    let made = 0
    before(async () => {
      service = await startService(engine)
      await service.publish([
        input('m', {
          status: 'open',
          nace: { include: ['62'], version: 2025 },
          conditions: [{ id: 'sound', text: 'Niet in moeilijkheden.', point: 'in_difficulty', expects: false }],
        }),
      ])
      ;({ account, browser } = await person('business'))
    })
    after(() => service.stop())

    async function person(plan: 'business' | 'pro' | null) {
      made += 1
      const parts = { email: `lists${made}@example.org`, plan, language: 'nl' as const }
      const { id } = await createAccount(service.database, service.clock.now(), parts)
      return { account: id, browser: await signedInTo(service, id) }
    }
    const get = async (path: string, who = browser): Promise<Answer> => {
      service.clock.advance({ seconds: 1 })
      return who.send('GET', path)
    }
    async function press(
      page: Answer,
      action: string,
      typed: Typed = {},
      value: string | null = null,
      who = browser,
    ): Promise<Answer> {
      const form = formsIn(page).find((one) => one.action === action)
      assert.ok(form, `no form to ${action}`)
      const sent = pressing(form, typed, value === null ? null : { value })
      service.clock.advance({ seconds: 1 })
      return who.send('POST', sent.action, { headers: urlencoded, body: sent.body })
    }
    async function newList(name: string): Promise<string> {
      const answer = await press(await get('/dashboard/watchlists'), '/dashboard/watchlists', { name, language: 'nl' })
      assert.equal(answer.status, 303, text(answer))
      return /\/watchlists\/(wl_\w+)/.exec(answer.headers.location ?? '')?.[1] ?? ''
    }
    const sendFile = async (id: string, fields: Record<string, string>, file: Buffer | null): Promise<Answer> => {
      service.clock.advance({ seconds: 1 })
      return browser.send('POST', `/dashboard/watchlists/${id}/file`, upload(fields, file))
    }
    const evaluations = async (): Promise<number> => {
      const row = await service.database.one<{ used: number }>(
        'select coalesce(sum(evaluations), 0) as used from match_usage where account_id = $1',
        [account],
      )
      return Number(row?.used)
    }

    test('a list is made by a form; a name that is none, and one list too many, are said in the form', async () => {
      const lists = await get('/dashboard/watchlists')
      assert.match(text(lists), /Er is nog geen volglijst/)
      const empty = await press(lists, '/dashboard/watchlists', { name: '' })
      assert.deepEqual([empty.status, /Geef een naam van 1 tot 200 tekens/.test(text(empty))], [422, true])
      const id = await newList('Klanten <i>Gent</i>')
      const shown = text(await get(`/dashboard/watchlists/${id}?done=created`))
      assert.match(shown, /Klanten &lt;i>Gent&lt;\/i>/)
      assert.match(shown, /Er staat nog geen bedrijf op deze lijst/)
      const full = await person('business')
      for (let held = 0; held < 50; held += 1) await makeList(service.database, full.account, service.clock.now())
      const asked = { headers: urlencoded, body: 'name=51' }
      const refused = await full.browser.send('POST', '/dashboard/watchlists', asked)
      assert.deepEqual([refused.status, /Er zijn 50 lijsten/.test(text(refused))], [422, true])
    })

    test('a file is looked at before anything is written, goes along in the form, and is taken with one press', async () => {
      const id = await newList('Bestand')
      const form = await get(`/dashboard/watchlists/${id}/file`)
      assert.match(text(form), /enctype="multipart\/form-data"/)
      const before = await evaluations()
      const preview = await sendFile(id, { do: 'preview' }, csv)
      assert.equal(preview.status, 200)
      for (const said of [
        /<li>2 nieuw<\/li>/,
        /1 niet te lezen/,
        /windows-1252/,
        /kennen wij niet/,
        /namen bewaren wij niet/,
        /Kost 2 evaluaties/,
      ])
        assert.match(text(preview), said)
      assert.match(text(preview), /Kolom Postcode: “99999” is geen Belgische postcode/)
      assert.ok(!text(preview).includes('Café'))
      assert.equal(await evaluations(), before)
      const link =
        /href="data:text\/csv;charset=utf-8;base64,([^"]+)" download="rejected.csv"/.exec(text(preview))?.[1] ?? ''
      assert.match(Buffer.from(link, 'base64').toString(), /\r\n4;.*;C3;c;99999;drie;;\r\n$/)
      const take = formsIn(preview).find((one) => one.action.endsWith('/file'))
      const taken = await sendFile(id, { ...Object.fromEntries(take?.fields ?? []), do: 'take' }, null)
      assert.match(text(taken), /Toegevoegd: 2. Vervangen: 0./)
      assert.equal(await evaluations(), before + 2)
      const list = text(await get(`/dashboard/watchlists/${id}`))
      assert.match(list, /C1<\/a>.*9000.*62\.01.*12/)
    })

    test('of a file that hides rows it is asked whether they are taken too, and nothing is taken before', async () => {
      const id = await newList('Verborgen')
      const rows = [['Klantnr'], ['verborgen'], ['getoond']]
      const bytes = workbookOf(rows, { hiddenRows: [2] })
      // The word of a file without hidden rows is not one on them.
      for (const work of ['preview', 'take']) {
        const asked = text(await sendFile(id, { do: work }, bytes))
        assert.match(asked, /Verborgen rijen: 1\./)
        assert.match(asked, /value="take_shown">Alleen de getoonde rijen toevoegen</)
        assert.match(asked, /value="take_hidden">Ook de verborgen rijen toevoegen \(1\)</)
      }
      assert.doesNotMatch(text(await get(`/dashboard/watchlists/${id}`)), /getoond/)
      assert.match(text(await sendFile(id, { do: 'take_shown' }, bytes)), /Toegevoegd: 1\. Vervangen: 0\./)
      assert.doesNotMatch(text(await get(`/dashboard/watchlists/${id}`)), /verborgen/)
      assert.match(text(await sendFile(id, { do: 'take_hidden' }, bytes)), /Toegevoegd: 1\. Vervangen: 1\./)
      const hidden = text(await sendFile(id, { do: 'preview' }, workbookOf(rows, { hiddenRows: [2, 3] })))
      assert.doesNotMatch(hidden, /take_shown/)
      assert.match(hidden, /Ook de verborgen rijen toevoegen \(2\)/)
    })

    test('a file that is none, none at all, and one beyond the evaluations or the plan say so in the form', async () => {
      const id = await newList('Fouten')
      const none = await sendFile(id, { do: 'preview' }, Buffer.alloc(0))
      assert.deepEqual([none.status, /Het bestand is leeg/.test(text(none))], [422, true])
      const unchosen = await sendFile(id, { do: 'preview' }, null)
      assert.match(text(unchosen), /Kies eerst een bestand/)
      const nameless = await sendFile(id, { do: 'take' }, Buffer.from('naam\nx\n'))
      assert.match(text(nameless), /Geen kolom heet “referentie”/)
      const month = 'update match_usage set evaluations = $2 where account_id = $1'
      const used = await evaluations()
      await service.database.run(month, [account, 9_999])
      assert.match(text(await sendFile(id, { do: 'preview' }, csv)), /Dat zijn er meer dan er deze maand nog zijn/)
      assert.match(text(await sendFile(id, { do: 'take' }, csv)), /niet genoeg evaluaties meer. Er is niets toegevoegd/)
      await service.database.run(month, [account, used])
      const claim = 'update watchlist set companies = $2 where id = $1'
      await service.database.run(claim, [id, 5_000])
      assert.match(text(await sendFile(id, { do: 'take' }, csv)), /meer dan uw abonnement toelaat/)
      await service.database.run(claim, [id, 0])
      assert.equal(
        (await browser.send('POST', `/dashboard/watchlists/${id}/file`, { headers: urlencoded, body: 'do=take' }))
          .status,
        400,
      )
    })

    test('matches of all and of one company are shown, handed out as a file without formulas, and printed as a report', async () => {
      const id = await newList('Overeenkomsten')
      await sendFile(id, { do: 'take' }, Buffer.from('ref;postcode;nace;vte\n=C1;9000;62.01;5\nC2;9000;47.11;5\n'))
      const before = await evaluations()
      const all = text(await get(`/dashboard/watchlists/${id}/matches`))
      assert.match(all, /=C1<\/a>/)
      const one = await get(`/dashboard/watchlists/${id}/matches?company=C2`)
      assert.match(text(one), /Voor deze bedrijven is er nu geen maatregel/)
      const file = await get(`/dashboard/watchlists/${id}/matches.csv`)
      assert.equal(file.headers['content-disposition'], 'attachment; filename="matches.csv"')
      assert.match(file.body.toString(), /^\ufeffReferentie;Maatregel;id;.*\r\n'=C1;.*;al:m;/)
      const report = await get(`/dashboard/watchlists/${id}/report?reference=%3DC1`)
      for (const said of [/Nagekeken op/, /Alleen de bevoegde overheid beslist/, /9000/, /Niet in moeilijkheden/])
        assert.match(text(report), said)
      assert.equal((await get(`/dashboard/watchlists/${id}/report?reference=nobody`)).status, 404)
      assert.equal(await evaluations(), before)
    })

    test('what changed lately for the companies of a list stands on its screen, and nothing of others', async () => {
      const id = await newList('Wijzigingen')
      const match = { event: 'match.created', subject: 'match', regions: [], topics: [] } as const
      const summary = (list: string, reference: string) => ({
        ...{
          watchlist_id: list,
          company_reference: reference,
          subsidy_id: 'al:m',
          match_status: 'likely_eligible',
          previous_status: null,
        },
        title: { nl: 'Steun voor software', fr: null, en: null, de: null },
      })
      await append(service.database, service.clock.now(), [
        sampleEvent({ ...match, subjectId: `${id}:a:al:m`, accountId: account, summary: summary(id, 'a') }),
        sampleEvent({ ...match, subjectId: 'wl_other:b:al:m', accountId: account, summary: summary('wl_other', 'b') }),
      ])
      const shown = text(await get(`/dashboard/watchlists/${id}`))
      assert.match(shown, /matches\?company=a">a<\/a> komt nu misschien in aanmerking · .*Steun voor software/)
      assert.ok(!shown.includes('company=b'))
    })

    test('options and the digest are saved by the form, and noted; a list is deleted by its name alone', async () => {
      const id = await newList('Oud')
      const path = `/dashboard/watchlists/${id}`
      const saved = await press(await get(path), path, {
        name: 'Nieuw',
        digest: 'weekly',
        min_severity: 'high',
        language: 'fr',
      })
      assert.equal(saved.headers.location, `${path}?done=saved`)
      const api = (await browser.send('GET', `/v1/dashboard/watchlists/${id}`)).json().data as Record<string, unknown>
      assert.deepEqual([api.name, api.min_severity, api.language], ['Nieuw', 'high', 'fr'])
      assert.equal((await digestsOf(service.database, account))(id), 'weekly')
      const deeds = await listAudit(service.database, account, { limit: 2 })
      assert.deepEqual(deeds.map(({ action, actor }) => `${action} ${actor}`).toSorted(), [
        'digest_changed session',
        'watchlist_changed session',
      ])
      assert.equal((await press(await get(path), path, { name: ' '.repeat(300) })).status, 422)
      const wrong = await press(await get(`${path}/delete`), `${path}/delete`, { typed: 'nieuw' })
      assert.deepEqual([wrong.status, /De naam is niet dezelfde/.test(text(wrong))], [422, true])
      const gone = await press(await get(`${path}/delete`), `${path}/delete`, { typed: 'Nieuw' })
      assert.equal(gone.headers.location, '/dashboard/watchlists?done=removed')
      assert.equal((await get(path)).status, 404)
    })

    test('where no mail leaves, because the address was never shown to be theirs, the list says so', async () => {
      const path = `/dashboard/watchlists/${await newList('Post')}`
      const said = /geen e-mail/
      assert.doesNotMatch(text(await get(path)), said)
      await service.database.run('update account set email_verified = 0 where id = $1', [account])
      assert.match(text(await get(path)), said)
      await service.database.run('update account set email_verified = 1 where id = $1', [account])
    })

    test('a company is taken off by a form that names it; pages of companies follow one another', async () => {
      const id = await newList('Klanten')
      const path = `/dashboard/watchlists/${id}`
      const refs = Array.from({ length: 30 }, (_, index) => `R${String(index).padStart(2, '0')}`)
      await sendFile(id, { do: 'take' }, Buffer.from(`ref\n${refs.join('\n')}\n`))
      const first = text(await get(path))
      const cursor = /href="([^"]+cursor=[^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
      assert.ok(first.includes('R24</a>') && !first.includes('R25</a>'))
      const second = text(await get(cursor))
      assert.ok(second.includes('R25</a>') && !second.includes('R24</a>') && !second.includes('cursor='))
      const asked = await get(`${path}/remove?reference=R00`)
      assert.match(text(asked), /“R00” van de lijst halen/)
      const done = await press(asked, `${path}/remove`)
      assert.match(text(await get(done.headers.location ?? '')), /“R00” staat niet meer op de lijst/)
      assert.ok(!text(await get(path)).includes('R00</a>'))
      const deeds = (await listAudit(service.database, account, { limit: 10 })).filter(({ subject }) => subject === id)
      const noted = deeds.map(({ action, actor, about }) => `${action} ${actor} ${Object.values(about).join(' ')}`)
      assert.deepEqual(noted.toSorted(), [
        'companies_uploaded session Klanten 30',
        'company_removed session Klanten R00',
        'watchlist_created session Klanten',
      ])
    })

    test('a list of another account is none; without the plan it is said what lists are, and from which plan', async () => {
      const id = await newList('Mijn')
      const other = await person('business')
      for (const end of [
        '',
        '/file',
        '/matches',
        '/matches.csv',
        '/report?reference=a',
        '/delete',
        '/remove?reference=a',
      ])
        assert.equal((await get(`/dashboard/watchlists/${id}${end}`, other.browser)).status, 404, end)
      const pro = await person('pro')
      for (const path of ['/dashboard/watchlists', `/dashboard/watchlists/${id}`]) {
        const answer = await get(path, pro.browser)
        assert.equal(answer.status, 403)
        assert.match(text(answer), /Volglijsten houden uw klanten in het oog.*Vanaf het abonnement Business/)
      }
    })

    test('the matcher asks, answers and asks on; each answer counts one evaluation, a fault none', async () => {
      const path = '/dashboard/matcher'
      const before = await evaluations()
      const first = await get(path)
      assert.match(text(first), /Elk antwoord telt als één evaluatie/)
      const wrong = await press(first, path, { postcode: 'nergens' })
      assert.deepEqual([wrong.status, await evaluations()], [422, before])
      const results = await press(first, path, { postcode: '9000', nace: '62.01', employees: '5' })
      assert.equal(results.status, 200, text(results))
      assert.equal(await evaluations(), before + 1)
      assert.ok(!text(results).includes('action="/nl/check"') && !text(results).includes('formaction='))
      const asking = formsIn(results).find(({ id }) => id === 'question')
      assert.ok(asking)
      const { body } = pressing(asking, {}, { value: 'unknown' })
      const next = await browser.send('POST', path, { headers: urlencoded, body })
      assert.deepEqual([next.status, await evaluations()], [200, before + 2])
      const again = formsIn(results).find(({ id }) => id === 'again')
      assert.ok(again)
      const report = await browser.send('POST', path, {
        headers: urlencoded,
        body: pressing(again, {}, { value: 'report' }).body,
      })
      assert.match(text(report), /class="report"/)
      assert.equal((await browser.send('POST', path, { headers: urlencoded, body: 'kept=x' })).status, 400)
      assert.equal(await evaluations(), before + 3)
      await service.database.run('update match_usage set evaluations = 10000 where account_id = $1', [account])
      const usedUp = await press(await get(path), path, { postcode: '9000' })
      assert.deepEqual([usedUp.status, /De evaluaties van deze maand zijn op/.test(text(usedUp))], [429, true])
    })

    test('the matcher takes a number where a register is loaded, and says what it was filled with', async () => {
      await loadSampleRegister(service)
      const path = '/dashboard/matcher'
      const { browser: other } = await person('pro')
      const first = await get(path, other)
      assert.match(text(first), /Ondernemingsnummer of postcode/)
      const results = await press(first, path, { postcode: sampleBakery }, null, other)
      assert.equal(results.status, 200, text(results))
      assert.match(text(results), /Uit het register van/)
    })

    test('the matcher asks no municipality of a sole trader whose place is filled, and carries no postcode', async () => {
      const { browser: other } = await person('pro')
      const kept = JSON.stringify({ company: { enterprise_number: sampleHairdresser } })
      const body = new URLSearchParams({ kept, ask: 'company.municipality' }).toString()
      await get('/dashboard/matcher', other)
      const asked = await other.send('POST', '/dashboard/matcher', { headers: urlencoded, body })
      assert.equal(asked.status, 200, text(asked))
      const fields = formsIn(asked).find(({ id }) => id === 'question')?.fields ?? []
      assert.deepEqual(
        fields.filter(([field]) => field === 'asked' || field === 'postcode'),
        [['asked', 'company.postcode']],
      )
    })

    test('the matcher without a plan says what it is; with any plan it is there', async () => {
      const { account: id, browser: newcomer } = await person(null)
      const lacking = await get('/dashboard/matcher', newcomer)
      assert.deepEqual([lacking.status, /elk abonnement heeft het/.test(text(lacking))], [403, true])
      await setPlan(service.database, service.clock.now(), id, 'developer')
      assert.equal((await get('/dashboard/matcher', newcomer)).status, 200)
    })
  })
}
