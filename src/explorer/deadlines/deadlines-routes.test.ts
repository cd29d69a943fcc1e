import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { onlyValue, readCalendar } from '../../../tests/harness/calendar-reader.ts'
import { engines } from '../../../tests/harness/databases.ts'
import { input } from '../../../tests/harness/ingestion.ts'
import { type ReadPage, readPage } from '../../../tests/harness/page-reader.ts'
import { startService, type TestService } from '../../../tests/harness/service.ts'
import { withdrawMeasure } from '../../measures/withdraw.ts'
import { topics } from '../../values/vocabularies.ts'

const hostile = `"'><script>alert(1)</script>\r\nEND:VEVENT`
// The day of the service is 3 March 2026.
const inputs = [
  input('soon', {
    title: { en: 'Soon grant', nl: 'Weldra premie' },
    status: 'open',
    regions: ['flanders'],
    applicant_types: ['company'],
    topics: ['training'],
    amount: { max: 7500, per: 'year' },
    application_window: { opens_at: '2026-01-01', closes_at: '2026-03-15' },
  }),
  input('rounds', {
    title: { en: 'Rounds grant' },
    status: 'open',
    regions: ['wallonia'],
    application_window: { cut_offs: ['2026-02-01', '2026-04-01', '2026-06-30', '2027-05-01'] },
  }),
  input('hour', {
    title: { en: 'Hour grant' },
    status: 'open',
    application_window: { closes_at: '2026-03-29T17:00:00+02:00' },
  }),
  input('midnight', {
    title: { en: 'Midnight grant' },
    status: 'open',
    application_window: { closes_at: '2026-06-01T00:00:00+02:00' },
  }),
  input('paused', { title: 'Paused grant', status: 'paused', application_window: { closes_at: '2026-03-20' } }),
  input('over', { title: 'Over grant', application_window: { closes_at: '2026-03-02' } }),
  input('gone', { title: 'Gone grant', status: 'open', application_window: { closes_at: '2026-03-20' } }),
  input('later', { title: 'Later grant', application_window: { opens_at: '2026-04-02', closes_at: '2026-04-30' } }),
  input('german', { title: { de: 'Hilfe' }, status: 'open', application_window: { closes_at: '2026-03-16' } }),
  input('markup', { title: { en: hostile }, status: 'open', application_window: { closes_at: '2026-03-17' } }),
]

for (const engine of engines) {
  suite(`${engine.name}: deadlines`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
      await service.publish(inputs)
      await withdrawMeasure(service.means, 'al:gone')
      await service.get('/v1/key')
    })
    after(() => service.stop())
    const get = (path: string, headers: Record<string, string> = {}) => service.get(path, { key: '', headers })
    const page = async (path: string): Promise<ReadPage> => {
      const answer = await get(path)
      assert.equal(answer.status, 200, path)
      return readPage(answer)
    }
    const entriesOf = ({ all }: ReadPage) =>
      all('li')
        .filter(({ text }) => /^(\d|opens)/.test(text) && / 20\d\d/.test(text))
        .map(({ text }) => text)
    const calendar = async (path: string) => {
      const answer = await get(path)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers['content-type'], 'text/calendar; charset=utf-8')
      return readCalendar(answer.body)
    }

    test('the last month that can be written is a page like others', async () => {
      assert.equal((await get('/en/deadlines?month=9999-12')).status, 200)
    })

    test('every deadline ahead stands once, the nearest first, cut-offs each by themselves, and none that is over, paused or withdrawn', async () => {
      const shown = await page('/en/deadlines')
      const entries = entriesOf(shown)
      const days = entries
        .filter((text) => !text.startsWith('opens'))
        .map((text) => text.replaceAll(/\s/g, ' ').slice(0, 11))
      assert.deepEqual(
        days.map((text) => text.trim()),
        [
          '15 Mar 2026',
          '16 Mar 2026',
          '17 Mar 2026',
          '29 Mar 2026',
          '1 Apr 2026',
          '30 Apr 2026',
          '31 May 2026',
          '30 Jun 2026',
        ],
      )
      assert.ok(!/Paused|Over grant|Gone/.test(shown.text))
      assert.match(
        entries[0] ?? '',
        /in 12 days.*Soon grant.*Agency Alpha.*Flanders.*Company.*up to €\s7\s500 per year$/,
      )
      assert.match(entries[3] ?? '', /29\sMar\s2026, 17:00/)
      assert.match(entries[4] ?? '', /Rounds grant.*cut-off 2 of 4/)
      assert.match(shown.text, /Later than that: 1\./)
      assert.deepEqual(
        shown.all('h2').map(({ text }) => text),
        ['March 2026', 'April 2026', 'May 2026', 'June 2026', 'Opens soon'],
      )
    })

    test('what opens next stands in a list of its own, with its day', async () => {
      const opens = entriesOf(await page('/en/deadlines')).filter((text) => text.startsWith('opens'))
      assert.equal(opens.length, 1)
      assert.match(opens[0] ?? '', /^opens 2\sApr\s2026 Later grant/)
    })

    test('filters stand in the address, and what a form sends for all is all', async () => {
      const walloon = await page('/en/deadlines?region=wallonia&topic=&applicant_type=')
      assert.ok(walloon.text.includes('Rounds grant') && !walloon.text.includes('Soon grant'))
      assert.equal(walloon.all('option', { value: 'wallonia' })[0]?.attributes.selected, '')
      assert.equal(walloon.all('meta', { name: 'robots' }).length, 1)
      assert.equal((await page('/en/deadlines?region=&topic=')).all('meta', { name: 'robots' }).length, 0)
      const training = entriesOf(await page('/en/deadlines?topic=training&applicant_type=company'))
      assert.equal(training.length, 1)
    })

    test('one month alone is shown with all of it; a month that is none is a page with 400', async () => {
      const month = await page('/en/deadlines?month=2027-05')
      assert.match(month.text, /Rounds grant/)
      assert.equal(month.all('h1')[0]?.text, 'Deadlines in May 2027')
      for (const wrong of ['2027-13', '2027-00', '27-05', '2027-05-01', '', '%00', '%F0%9F']) {
        assert.equal((await get(`/en/deadlines?month=${wrong}`)).status, 400, wrong)
      }
    })

    test('where nothing is ahead it says what that does not mean, and what opens next', async () => {
      const nothing = await page('/nl/deadlines?region=brussels&topic=fisheries')
      assert.match(nothing.text, /geen deadline bekend/)
      assert.deepEqual(nothing.linksTo('Toon alle deadlines'), ['/nl/deadlines'])
    })

    test('each text says its language where it is another, and markup is text', async () => {
      const { all, text } = await page('/fr/deadlines')
      assert.equal(all('a', { lang: 'de' })[0]?.text, 'Hilfe')
      assert.equal(all('script').length, 1)
      assert.ok(text.includes('<script>alert(1)</script>'))
    })

    test('the calendar has what the page has, in the language asked, with stable names and the version as its sequence', async () => {
      const whole = await calendar('/nl/deadlines.ics')
      const uids = whole.parts.map((event) => onlyValue(event, 'UID').split('@')[0])
      assert.deepEqual(uids, [
        'al:soon/deadline-1',
        'al:german/deadline-1',
        'al:markup/deadline-1',
        'al:hour/deadline-1',
        'al:rounds/deadline-2',
        'al:later/deadline-1',
        'al:midnight/deadline-1',
        'al:rounds/deadline-3',
        'al:rounds/deadline-4',
      ])
      const [soon = assert.fail()] = whole.parts
      assert.equal(onlyValue(soon, 'SUMMARY'), 'Deadline: Weldra premie')
      assert.equal(onlyValue(soon, 'DTSTART'), '20260315')
      assert.equal(onlyValue(soon, 'SEQUENCE'), '1')
      assert.equal(onlyValue(soon, 'URL'), 'https://api.example.org/nl/measures/soon-grant')
      assert.equal(onlyValue(whole.parts[3] ?? assert.fail(), 'DTSTART'), '20260329T150000Z')
      const walloon = await calendar('/nl/deadlines.ics?region=wallonia&topic=')
      assert.ok(walloon.parts.some((event) => onlyValue(event, 'UID').startsWith('al:rounds')))
      assert.ok(!walloon.parts.some((event) => onlyValue(event, 'UID').startsWith('al:soon')))
    })

    test('the calendar of one measure has its deadlines alone; of one that never was it is 404, of a withdrawn one empty', async () => {
      const one = await calendar('/en/deadlines.ics?measure=rounds-grant')
      assert.equal(one.parts.length, 3)
      assert.equal((await calendar('/en/deadlines.ics?measure=al:gone')).parts.length, 0)
      assert.equal((await calendar('/en/deadlines.ics?measure=al:paused')).parts.length, 0)
      assert.equal((await get('/en/deadlines.ics?measure=never-was')).status, 404)
      assert.equal((await get(`/en/deadlines.ics?measure=${'x'.repeat(10_000)}`)).status, 400)
    })

    test('an unchanged calendar is not sent again; a deadline that moves keeps its name and has a higher sequence', async () => {
      const first = await get('/en/deadlines.ics?measure=soon-grant')
      const again = await get('/en/deadlines.ics?measure=soon-grant', { 'if-none-match': first.headers.etag ?? '' })
      assert.equal(again.status, 304)
      const moved = { ...inputs[0], application_window: { opens_at: '2026-01-01', closes_at: '2026-03-20' } }
      await service.publish([moved, ...inputs.slice(1)])
      await service.get('/v1/key')
      const [event = assert.fail()] = (await calendar('/en/deadlines.ics?measure=soon-grant')).parts
      assert.equal(onlyValue(event, 'UID'), 'al:soon/deadline-1@api.example.org')
      assert.equal(onlyValue(event, 'SEQUENCE'), '2')
      assert.equal(onlyValue(event, 'DTSTART'), '20260320')
    })

    test('what is kept of lists is what a list made anew says, however many are asked, and what is over is not in it', async () => {
      const found = new Map<string, string[]>()
      for (let round = 0; round < 2; round += 1) {
        for (const topic of ['', ...topics]) {
          service.clock.advance({ seconds: 1 })
          const entries = entriesOf(await page(`/en/deadlines?topic=${topic}`))
          assert.deepEqual(entries, found.get(topic) ?? entries, topic)
          found.set(topic, entries)
        }
      }
      assert.equal(found.get('training')?.length, 1)
      assert.equal(found.get('fisheries')?.length, 0)
      assert.equal(found.get('')?.length, 9)
      service.clock.advance({ days: 20 })
      assert.deepEqual(
        (await calendar('/en/deadlines.ics')).parts.map((event) => onlyValue(event, 'UID').split('@')[0]),
        [
          'al:hour/deadline-1',
          'al:rounds/deadline-2',
          'al:later/deadline-1',
          'al:midnight/deadline-1',
          'al:rounds/deadline-3',
          'al:rounds/deadline-4',
        ],
      )
      assert.equal(entriesOf(await page('/en/deadlines?topic=training')).length, 0)
    })

    test('what is kept of a page, calendar, feed or sitemap is what another process renders, until something is published', async () => {
      const paths = [
        ...[
          '/en/',
          '/nl/deadlines',
          '/nl/deadlines.ics',
          '/fr/deadlines.ics?region=wallonia',
          '/en/changes',
          '/en/coverage',
        ],
        ...['/sitemap.xml', '/sitemaps/measures-1.xml', '/sitemaps/pages.xml'],
      ]
      const store = await engine.open()
      const shared = { ...engine, open: async () => ({ ...store, close: async () => undefined }) }
      const kept = await startService(shared)
      const { keys, accounts } = kept
      const anew = await startService(shared, { holders: { keys, accounts } })
      const bodies = async (from: TestService) => {
        await from.get('/v1/key')
        const answers = await Promise.all(paths.map((path) => from.get(path, { key: '' })))
        return answers.map(({ body, headers }) => ({ body: body.toString(), etag: headers.etag }))
      }
      try {
        await kept.publish(inputs)
        const before = await bodies(kept)
        assert.deepEqual(await bodies(kept), before)
        assert.deepEqual(await bodies(anew), before)
        for (const one of [kept, anew]) one.clock.advance({ days: 1 })
        const isRounds = ({ local_id: id }: (typeof inputs)[number]) => id === 'rounds'
        const changed = inputs.map((one) => (isRounds(one) ? { ...one, title: { en: 'Other rounds' } } : one))
        await kept.publish([...changed, input('fresh', { title: { en: 'Fresh grant' } })])
        const after = await bodies(kept)
        for (const [place, path] of paths.entries()) {
          const isOfMeasures = path !== '/sitemap.xml' && path !== '/sitemaps/pages.xml'
          if (isOfMeasures) assert.notEqual(after[place]?.body, before[place]?.body, path)
        }
        assert.deepEqual(await bodies(anew), after)
      } finally {
        await anew.stop()
        await kept.stop()
        await store.close()
      }
    })

    test('with the next day in Brussels a kept page says another number of days', async () => {
      const other = await startService(engine)
      try {
        await other.publish(inputs.slice(0, 1))
        await other.get('/v1/key')
        const nearness = async () =>
          /in (\d+)\sdays/.exec((await other.get('/en/deadlines', { key: '' })).body.toString())?.[1]
        const days = Number(await nearness())
        assert.ok(days > 1)
        other.clock.advance({ days: 1 })
        assert.equal(Number(await nearness()), days - 1)
      } finally {
        await other.stop()
      }
    })
  })
}
