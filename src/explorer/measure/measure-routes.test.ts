import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { call } from '../../../tests/harness/http.ts'
import { input } from '../../../tests/harness/ingestion.ts'
import { type ReadPage, readPage } from '../../../tests/harness/page-reader.ts'
import { startService, type TestService } from '../../../tests/harness/service.ts'
import { mergeMeasures } from '../../measures/merge.ts'
import { withdrawMeasure } from '../../measures/withdraw.ts'

const roof = {
  title: { nl: 'Dakpremie', en: 'Roof premium' },
  summary: { nl: 'Voor het isoleren van een dak.' },
  description: { en: 'First paragraph.\nSecond paragraph.' },
  status: 'open',
  instrument_type: 'rebate',
  regions: ['flanders'],
  applicant_types: ['company'],
  application_window: { closes_at: '2026-03-15', note: { de: 'Nur online.' } },
  rules: [
    {
      id: 'year',
      field: 'building.year',
      operator: 'at_most',
      value: 2005,
      provenance: { url: 'https://alpha.example/roof-conditions', method: 'curated', checked_at: '2026-02-02' },
    },
  ],
  amount: {
    max: 7500,
    rate_min: 0.2,
    rate_max: 0.4,
    basis: 'eligible_costs',
    tiers: [{ when: [{ id: 'small', field: 'company.size', operator: 'in', value: ['small'] }], rate: 0.4 }],
  },
  application: {
    steps: [{ nl: 'Vraag het attest.', en: 'Ask for the <b>certificate</b>.' }, { en: 'Send the form.' }],
    documents: [{ en: 'Invoice' }],
    contact: {
      name: { nl: 'Daklijn', en: 'Roof line' },
      url: 'https://alpha.example/desk',
      email: 'roof+desk@alpha.example',
      phone: '+32 (0)2 123 45 67',
    },
    decision_days: 90,
    payment: 'after_proof',
    note: { de: 'Samstags geschlossen.' },
  },
  application_url: 'https://alpha.example/apply',
  conditions: [
    { id: 'flemish', text: 'The roof stands in Flanders.', kind: 'eligibility', rule_ids: ['regions'] },
    { id: 'old', text: 'The roof is older than <b>ten</b> years.', kind: 'eligibility' },
    { id: 'judged', text: 'A jury ranks the files.', kind: 'assessment' },
    { id: 'debts', text: 'No debts to the state.', kind: 'standing' },
    { id: 'form', text: 'Apply online.', kind: 'procedure' },
  ],
  related: { excludes: ['al:shed', 'al:nowhere'], requires: ['al:double'], replaced_by: ['al:month'] },
  legal_basis: [{ title: { nl: 'Decreet over daken' }, url: 'https://example.org/decree' }],
}

const others = [
  input('shed', { title: { en: 'Shed grant' } }),
  input('month', {
    title: { en: 'Monthly round' },
    status: 'open',
    application_window: { closes_at: '2026-04-30', precision: 'month' },
  }),
  input('double', { title: { en: 'Roof premium, again' } }),
  input('gone', { title: { en: 'Gone grant' }, status: 'open' }),
  input('secret', {
    title: { en: 'Silent grant' },
    summary: { en: 'Words of others.' },
    conditions: [{ text: 'A condition of others.' }],
    application: { steps: ['A step of others.'], contact: { email: 'of-others@alpha.example' } },
    licence: { summary: 'link_only', description: 'link_only', conditions: 'link_only', application: 'link_only' },
  }),
  input('eifel', {
    title: { fr: 'Prime du toit', de: 'Dachprämie' },
    summary: { fr: 'Pour isoler un toit.', de: 'Für die Dämmung eines Dachs.' },
    description: { fr: 'Un texte.', de: 'Ein Text.' },
    status: 'open',
    amount: { max: 100, note: { fr: 'Par toit.', de: 'Je Dach.' } },
    conditions: [
      { id: 'old', text: { fr: 'Le toit est ancien.', de: 'Das Dach ist alt.' } },
      { id: 'owner', text: { fr: 'Le toit est à vous.' } },
    ],
    application: {
      steps: [{ fr: 'Appelez.', de: 'Rufen Sie an.' }],
      documents: [{ fr: 'Devis', de: 'Angebot' }, { fr: 'Photo' }],
      contact: { name: { fr: 'Guichet', de: 'Schalter' } },
      note: { fr: 'Gratuit.', de: 'Kostenlos.' },
    },
    legal_basis: [{ title: { fr: 'Décret', de: 'Dekret' }, url: 'https://example.org/dekret' }],
    licence: { description: 'link_only' },
  }),
]

for (const engine of engines) {
  suite(`${engine.name}: the page of a measure`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
      await publish(roof)
    })
    after(() => service.stop())
    const publish = async (first: Record<string, unknown>): Promise<void> => {
      const { status } = await service.publish([input('roof', first), ...others])
      assert.equal(status, 'succeeded')
      // A request with a key has this process show what was published.
      await service.get('/v1/key')
    }
    const get = (path: string, headers: Record<string, string> = {}) => service.get(path, { key: '', headers })
    const page = async (path: string, headers: Record<string, string> = {}): Promise<ReadPage> => {
      const answer = await get(path, headers)
      assert.equal(answer.status, 200, path)
      return readPage(answer)
    }

    test('in the first place stand what, how much, until when, for whom and whose, and the link of the authority first', async () => {
      const { all, text } = await page('/en/measures/roof-premium')
      assert.equal(all('h1').length, 1)
      assert.match(all('h1')[0]?.text ?? '', /^Roof premium Dakpremie$/)
      const facts = all('dl', { class: 'head-facts' })[0]?.text ?? ''
      assert.match(facts, /up to €\s?7\s?500/)
      assert.match(facts, /20 – 40\s?% of: eligible costs/)
      assert.match(facts, /Closes in 12 days/)
      assert.match(facts, /15\s?Mar\s?2026/)
      assert.match(facts, /Company/)
      const buttons = all('div', { class: 'buttons' })[0]?.text ?? ''
      assert.match(buttons, /^Go to the authority/)
      assert.equal(all('a', { class: 'filled' }).length, 1)
      assert.ok(text.indexOf('Support') < text.indexOf('Who may apply'))
    })

    test('what a rule checks, what the visitor confirms and what the authority judges are told apart', async () => {
      const { all } = await page('/en/measures/roof-premium')
      const items = all('li').filter(({ text }) => /checked by rule|you confirm|the authority/.test(text))
      const saying = (text: string) => items.find((item) => item.text.includes(text))?.text ?? ''
      assert.match(saying('stands in Flanders'), /^✓ .*checked by rule: Region of the establishment: .*Flanders/)
      assert.match(saying('older than <b>ten</b> years'), /^\? .*you confirm$/)
      assert.match(saying('jury ranks'), /^! .*the authority judges$/)
      assert.match(saying('No debts'), /^! .*the authority checks it$/)
      assert.equal(all('b').length, 0)
    })

    test('what took its place is named first of all, and on the other side what it replaces', async () => {
      const old = await page('/en/measures/roof-premium')
      assert.match(old.all('div', { class: 'notice look' })[0]?.text ?? '', /^Replaced by\s*Monthly round$/)
      assert.match((await page('/en/measures/monthly-round')).all('aside')[0]?.text ?? '', /Replaces\s*Roof premium/)
    })

    test('where the source names a month alone, the day is not said without that', async () => {
      assert.match((await page('/en/measures/monthly-round')).text, /30\s?Apr\s?2026.*the source names the month alone/)
      assert.ok(!(await page('/en/measures/roof-premium')).text.includes('the month alone'))
    })

    test('what the authority checks of everybody stands in the check of one measure too', async () => {
      const answer = await call(service.origin, 'POST', '/en/check', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'postcode=9000&measure=roof-premium',
      })
      assert.equal(answer.status, 200)
      const [verdict] = readPage(answer).all('section', { class: 'this-measure' })
      assert.match(verdict?.text ?? '', /The authority checks No debts to the state\./)
    })

    test('each part that a rule checks says when somebody last looked where it stands, and where that is', async () => {
      const { all, linksTo } = await page('/en/measures/roof-premium')
      const own = all('li').find(({ text }) => text.includes('2005'))?.text ?? ''
      assert.match(own, /seen 2\s?Feb\s?2026 · page$/)
      assert.deepEqual(linksTo('page'), ['https://alpha.example/roof-conditions'])
      const region = all('li').find(({ text }) => text.includes('stands in Flanders'))?.text ?? ''
      assert.match(region, /seen 3\s?Mar\s?2026$/)
    })

    test('each text says in which language it is, where that is not the language of the page', async () => {
      const { all } = await page('/fr/measures/roof-premium')
      assert.equal(all('span', { lang: 'en' })[0]?.text, 'Roof premium')
      assert.equal(all('p', { lang: 'nl' })[0]?.text, 'Voor het isoleren van een dak.')
      assert.equal(all('p', { lang: 'de' })[0]?.text, 'Nur online.')
      assert.equal(all('li', { lang: 'nl' })[0]?.text, 'Decreet over daken')
      assert.equal(all('section', { lang: 'en' }).length, 1)
      assert.equal(all('h2', { lang: 'fr' })[0]?.text, 'Description')
    })

    test('whose browser asks for German is given the German texts that are there and served, each marked as German', async () => {
      const german = { 'accept-language': 'de-BE,de;q=0.9,fr;q=0.5' }
      const { all, text } = await page('/fr/measures/prime-du-toit', german)
      assert.equal(all('h1')[0]?.text, 'Dachprämie')
      assert.equal(all('span', { lang: 'de' })[0]?.text, 'Dachprämie')
      assert.equal(all('p', { class: 'lead', lang: 'de' })[0]?.text, 'Für die Dämmung eines Dachs.')
      for (const said of [
        ...['Je Dach.', 'Das Dach ist alt.', 'Dekret', 'Le toit est à vous.'],
        ...['Rufen Sie an.', 'Angebot', 'Photo', 'Schalter', 'Kostenlos.'],
      ])
        assert.ok(text.includes(said), said)
      for (const absent of [
        'Ein Text.',
        'Un texte.',
        'Par toit.',
        'Pour isoler',
        'Appelez',
        'Devis',
        'Guichet',
        'Gratuit',
      ])
        assert.ok(!text.includes(absent), absent)
      const french = await page('/fr/measures/prime-du-toit', { 'accept-language': 'fr, de' })
      assert.ok(french.text.includes('Prime du toit') && !french.text.includes('Dach'))
    })

    test('rows of a search and of the first page have the German texts for that browser too, and the French for others', async () => {
      for (const path of ['/fr/search?q=toit', '/fr/']) {
        const told = async (accepted: string) =>
          (await page(path, { 'accept-language': accepted }))
            .all('ul')
            .flatMap(({ text }) => text)
            .join(' ')
        assert.match(await told('de'), /Dachprämie/, path)
        assert.match(await told('fr'), /Prime du toit/, path)
        assert.match(await told('de'), /Dachprämie/, path)
      }
    })

    test('how to apply stands in one place: what not to miss, numbered steps, documents, days, payment, the desk, the way there', async () => {
      const { all, linksTo } = await page('/en/measures/roof-premium')
      const section = all('section', { id: 'how-to-apply' })[0]?.text ?? ''
      assert.match(
        section,
        /^How to apply\s*Apply online\.\s*Step by step\s*Ask for the <b>certificate<\/b>\.\s*Send the form\./,
      )
      assert.match(
        section,
        /To have at hand\s*Invoice\s*Decision\s*within 90 calendar days\s*Paid\s*After proof of what was spent/,
      )
      assert.match(
        section,
        /Questions\s*Roof line · roof\+desk@alpha\.example · \+32\s\(0\)2\s123\s45\s67\s*Samstags geschlossen\./,
      )
      assert.equal(all('ol').length, 1)
      assert.deepEqual(linksTo('Roof line'), ['https://alpha.example/desk'])
      assert.deepEqual(linksTo('roof+desk@alpha.example'), ['mailto:roof%2Bdesk@alpha.example'])
      assert.deepEqual(linksTo(/^\+32\s\(0\)2\s123\s45\s67$/), ['tel:+3221234567'])
      assert.deepEqual(linksTo(/^Apply at the authority/), Array(2).fill('https://alpha.example/apply'))
      assert.deepEqual(linksTo('How to apply'), ['#how-to-apply'])
    })

    test('how to apply is told in the language of the page where it is there, and marked where it is not', async () => {
      const { all } = await page('/nl/measures/roof-premium')
      const section = all('section', { id: 'how-to-apply' })[0]?.text ?? ''
      assert.match(section, /^Hoe aanvragen.*Stap voor stap\s*Vraag het attest\..*binnen 90 kalenderdagen.*Daklijn/s)
      assert.ok(all('li', { lang: 'en' }).some(({ text }) => text === 'Send the form.'))
      assert.equal(all('p', { lang: 'de' }).at(-1)?.text, 'Samstags geschlossen.')
      const french = (await page('/fr/measures/roof-premium')).all('section', { id: 'how-to-apply' })[0]?.text ?? ''
      assert.match(french, /^Comment demander.*dans un délai de 90 jours calendrier.*Après preuve des dépenses/s)
    })

    test('a measure that says nothing of how to apply, or whose licence withholds it, has no such place', async () => {
      for (const name of ['shed-grant', 'silent-grant']) {
        const { all, text, linksTo } = await page(`/en/measures/${name}`)
        assert.deepEqual([all('section', { id: 'how-to-apply' }), linksTo('How to apply')], [[], []], name)
        assert.ok(!text.includes('of others'), name)
      }
    })

    test('rates and sums stand in a table, with the condition that each needs and the year of the figures', async () => {
      const { all, text } = await page('/en/measures/roof-premium')
      const table = all('table')[0]?.text ?? ''
      assert.match(table, /Size of the enterprise: .*Small enterprise/)
      assert.match(table, /40\s?%/)
      assert.match(text, /Figures as known in 2026/)
    })

    test('excluded measures are named both ways, with links where they are known', async () => {
      const roofPage = await page('/en/measures/roof-premium')
      assert.deepEqual(roofPage.linksTo('Shed grant'), ['/en/measures/shed-grant'])
      assert.match(roofPage.text, /al:nowhere/)
      assert.deepEqual((await page('/en/measures/shed-grant')).linksTo('Roof premium'), ['/en/measures/roof-premium'])
    })

    test('of the history the day and type of the last five changes are shown, and no value of them', async () => {
      for (let round = 1; round <= 6; round += 1) {
        service.clock.advance({ days: 1 })
        const changed = { ...roof, amount: { ...roof.amount, max: 7500 + round } }
        await publish(changed)
      }
      const { all, text } = await page('/en/measures/roof-premium')
      const changes = all('li').filter(({ text: line }) => /amount changed/.test(line))
      assert.equal(changes.length, 5)
      assert.match(changes[0]?.text ?? '', /^9\s?Mar\s?2026 · .*amount changed/)
      assert.ok(!text.includes('7503'))
      assert.match(text, /7\s?506/)
    })

    test('an id leads to the one address of the measure; one that never was is a page with 404', async () => {
      const byId = await get('/nl/measures/al:roof')
      assert.equal(byId.status, 301)
      assert.equal(byId.headers.location, '/nl/measures/roof-premium')
      const never = await get('/nl/measures/never-was')
      assert.equal(never.status, 404)
      assert.equal(readPage(never).all('form', { role: 'search' }).length, 1)
    })

    test('what a licence withholds is not on the page: the link stands in its place', async () => {
      const { text, linksTo } = await page('/en/measures/silent-grant')
      assert.ok(!text.includes('of others'))
      assert.match(text, /The licence does not allow the text to be shown here/)
      assert.equal(linksTo(/^Go to the authority/).length, 1)
    })

    test('a measure that was merged into this one is no other that it names', async () => {
      assert.match((await page('/en/measures/roof-premium')).text, /To be had first\s*Roof premium, again/)
      await mergeMeasures(service.means, 'al:double', 'al:roof')
      await service.get('/v1/key')
      assert.ok(!(await page('/en/measures/roof-premium')).text.includes('To be had first'))
    })

    test('a merged measure leads to its survivor for good; a withdrawn one is shown with a banner, unlisted', async () => {
      await withdrawMeasure(service.means, 'al:gone')
      await service.get('/v1/key')
      const merged = await get('/en/measures/roof-premium-again')
      assert.equal(merged.status, 301)
      assert.equal(merged.headers.location, '/en/measures/roof-premium')
      const answer = await get('/en/measures/gone-grant')
      assert.equal(answer.status, 200)
      assert.equal(answer.headers['x-robots-tag'], 'noindex')
      const gone = readPage(answer)
      assert.equal(gone.all('meta', { name: 'robots' })[0]?.attributes.content, 'noindex')
      assert.match(gone.text, /The source no longer lists this measure/)
      assert.ok(
        !/● Open|Closes/.test(gone.all('main')[0]?.text ?? ''),
        'what the source said last is not said of today',
      )
      assert.deepEqual(gone.linksTo(/^(Check my company|Put the deadline)/), ['/en/check'])
    })
  })
}
