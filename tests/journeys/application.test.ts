/** How to apply at the wire: wherever the full record is, in versions and the feed, withheld as a whole, and found by no search. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptAs } from '../../src/measures/record/kept-record.ts'
import { engines } from '../harness/databases.ts'
import { exportPath, linesById } from '../harness/downloads.ts'
import { input } from '../harness/ingestion.ts'
import { mcpCaller } from '../harness/mcp.ts'
import { startService, type TestService } from '../harness/service.ts'

const given = {
  steps: [{ nl: 'Bel het zonneloket.', fr: 'Appelez le guichet.' }, { nl: 'Stuur de factuur.' }],
  documents: [{ fr: 'Facture' }],
  contact: { name: { nl: 'Zonneloket', fr: 'Guichet solaire' }, email: 'zon@alpha.example', phone: '1700' },
  decision_days: 45,
  payment: 'instalments',
  note: { nl: 'Op afspraak.' },
}
const servedInFrench = {
  steps: ['Appelez le guichet.', 'Stuur de factuur.'],
  documents: ['Facture'],
  contact: { name: 'Guichet solaire', url: null, email: 'zon@alpha.example', phone: '1700' },
  decision_days: 45,
  payment: 'instalments',
  note: 'Op afspraak.',
}

type Full = { version: number; application: unknown }
type Version = { version: number; type: string; severity: string; categories: string[]; diff: Record<string, unknown> }
type Event = { data: { diff: Record<string, unknown> } }

const one = async (service: TestService, path: string): Promise<Full> => (await service.get(path)).json().data as Full
const listed = async <Item>(service: TestService, path: string): Promise<Item[]> =>
  (await service.get(path)).json().data as Item[]

/** What every place that shows the full record says of how to apply, in French. */
async function everywhere(service: TestService): Promise<unknown[]> {
  const { answers } = mcpCaller(() => ({ origin: service.origin, key: service.keys.enterprise }))
  const tool = (await answers('get_subsidy', { id: 'al:a', lang: 'fr' })) as unknown as { data: Full }
  const line = linesById((await service.get(`${exportPath}?lang=fr`)).body).get('al:a') ?? ''
  const records = [
    await one(service, '/v1/subsidies/al:a?lang=fr'),
    (await listed<Full>(service, '/v1/subsidies?view=full&lang=fr'))[0],
    await one(service, '/v1/subsidies/al:a/versions/2?lang=fr'),
    JSON.parse(line) as Full,
    tool.data,
  ]
  return records.map((record) => record?.application)
}

for (const engine of engines) {
  test(`${engine.name}: how to apply is served wherever the full record is, and is content of low severity in versions and feed`, async () => {
    const service = await startService(engine)
    try {
      await service.publish([input('a')])
      assert.equal((await one(service, '/v1/subsidies/al:a')).application, null)
      const run = await service.publish([input('a', { application: given })])
      assert.deepEqual([run.status, run.changed], ['succeeded', 1])
      for (const application of await everywhere(service)) assert.deepEqual(application, servedInFrench)
      assert.equal((await one(service, '/v1/subsidies/al:a/versions/1')).application, null)
      const changed = { ...given, steps: [{ nl: 'Bel het zonneloket.' }], decision_days: 30, note: { nl: 'Altijd.' } }
      await service.publish([input('a', { application: changed })])
      const [third, second] = await listed<Version>(service, '/v1/subsidies/al:a/versions')
      for (const version of [third, second])
        assert.deepEqual(
          [version?.type, version?.severity, version?.categories],
          ['subsidy.content_changed', 'low', ['subsidy.content_changed']],
        )
      assert.deepEqual(Object.keys(second?.diff ?? {}), ['application'])
      assert.deepEqual(third?.diff, {
        'application.steps': {
          from: [
            { nl: 'Bel het zonneloket.', fr: 'Appelez le guichet.', en: null, de: null },
            { nl: 'Stuur de factuur.', fr: null, en: null, de: null },
          ],
          to: [{ nl: 'Bel het zonneloket.', fr: null, en: null, de: null }],
        },
        'application.decision_days': { from: 45, to: 30 },
        'application.note.nl': { from: 'Op afspraak.', to: 'Altijd.' },
      })
      const events = await listed<Event>(service, '/v1/changes?type=subsidy.content_changed')
      assert.deepEqual(
        events.map(({ data }) => data.diff),
        [second?.diff, third?.diff],
      )
    } finally {
      await service.stop()
    }
  })

  test(`${engine.name}: a licence that withholds how to apply takes it whole out of every place, old versions and diffs too, and the paths stay`, async () => {
    const service = await startService(engine)
    try {
      await service.publish([input('a')])
      await service.publish([input('a', { application: given })])
      assert.equal((await everywhere(service)).includes(null), false)
      await service.publish([input('a', { application: given, licence: { application: 'link_only' } })])
      for (const application of await everywhere(service)) assert.equal(application, null)
      const versions = await listed<Version>(service, '/v1/subsidies/al:a/versions')
      const events = await listed<Event>(service, '/v1/changes')
      for (const diff of [versions.find(({ version }) => version === 2)?.diff, events[1]?.data.diff])
        assert.deepEqual(diff, { application: { from: null, to: null } })
      const page = (await service.get('/nl/measures/support-a', { key: '' })).body.toString()
      assert.ok(!page.includes('zonneloket') && !page.includes('zon@alpha.example'))
    } finally {
      await service.stop()
    }
  })

  test(`${engine.name}: no search finds a measure by how one applies`, async () => {
    const service = await startService(engine)
    try {
      await service.publish([input('a', { application: given })])
      for (const words of ['all', 'most', 'meant'])
        for (const q of ['zonneloket', 'afspraak', 'solaire', 'facture'])
          assert.deepEqual(await listed(service, `/v1/subsidies?q=${q}&words=${words}`), [], `${words} ${q}`)
    } finally {
      await service.stop()
    }
  })

  test(`${engine.name}: what was stored before there was such a field reads null and gets no version, event or other record by the next run`, async () => {
    const service = await startService(engine)
    try {
      const items = [input('a', { summary: 'As it was.' }), input('b')]
      await service.publish(items)
      const stored = () => service.database.all('select id, record from measure_record order by id')
      const before = await stored()
      // The records of an earlier release have no such key: what is stored now is what it stored.
      for (const { record } of before) assert.ok(!('application' in keptAs(String(record)).record))
      const events = await listed(service, '/v1/changes')
      service.clock.advance({ hours: 5 })
      const run = await service.publish(items)
      assert.deepEqual([run.created, run.changed, run.unchanged], [0, 0, 2])
      assert.deepEqual([await stored(), await listed(service, '/v1/changes')], [before, events])
      for (const path of ['/v1/subsidies/al:a', '/v1/subsidies/al:a/versions/1']) {
        const { version, application } = await one(service, path)
        assert.deepEqual([version, application], [1, null], path)
      }
    } finally {
      await service.stop()
    }
  })
}
