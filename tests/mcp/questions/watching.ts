/** What is asked of deadlines, changes and sources, and what the catalogue does not know. */
import assert from 'node:assert/strict'
import {
  eventsOf,
  hasMore,
  idsOf,
  includesAll,
  measureOf,
  metaOf,
  type Question,
  rowsOf,
  sourcesOf,
} from './question.ts'

export const watchingQuestions: readonly Question[] = [
  {
    asked: 'Voor welke oproepen waar Vlaamse ondernemingen aan kunnen meedoen moet ik nog dit jaar indienen?',
    calls: [
      [
        'search_subsidies',
        {
          region: ['flanders'],
          status: ['open', 'forthcoming'],
          deadline_after: '2026-12-04',
          deadline_before: '2026-12-31',
          sort: 'deadline',
          limit: 20,
          lang: 'nl',
        },
      ],
    ],
    says([found]) {
      assert.deepEqual(
        rowsOf(found).map(({ id, closes_at: closesAt }) => [id, closesAt?.slice(0, 10)]),
        [
          ['be:eic-accelerator', '2026-12-17'],
          ['be:eic-accelerator-equity', '2026-12-17'],
          ['be:fin-bicycle-allowance-credit', '2026-12-31'],
          ['be:vdab-loopbaancheque', '2026-12-31'],
        ],
      )
    },
  },
  {
    asked: 'What changed in support measures for Flanders since the first of December?',
    calls: [['list_changes', { since: '2026-12-01', region: ['flanders'], limit: 20 }]],
    says([changed]) {
      const events = eventsOf(changed).map(({ event, data }) => [event, data.id])
      assert.deepEqual(events[0], ['subsidy.amount_changed', 'be:vlaio-ecologiepremie-plus'])
      includesAll(
        eventsOf(changed)
          .filter(({ event }) => event === 'subsidy.closing_soon')
          .map(({ data }) => data.id),
        ['be:eic-accelerator', 'be:eic-accelerator-equity'],
      )
      // The Walloon voucher changed on the same day.
      assert.ok(!events.some(([, id]) => id === 'be:spw-cheque-cybersecurite'))
      assert.equal(hasMore(changed), false)
    },
  },
  {
    asked: "Qu'est-ce qui a changé dans la prime à l'écologie flamande, et que disait-elle fin novembre ?",
    calls: [
      ['search_subsidies', { q: 'ecologiepremie', limit: 3, lang: 'fr' }],
      ['list_changes', ([found]) => ({ subsidy: idsOf(found)[0], since: '2026-12-01', limit: 10 })],
      ['get_subsidy', ([found]) => ({ id: idsOf(found)[0], as_of: '2026-11-30', lang: 'fr' })],
    ],
    says([found, changed, then]) {
      assert.equal(idsOf(found)[0], 'be:vlaio-ecologiepremie-plus')
      assert.deepEqual(
        eventsOf(changed).map(({ event, data }) => [event, data.diff]),
        [['subsidy.amount_changed', { 'amount.max': { from: 1_000_000, to: 900_000 } }]],
      )
      assert.equal(measureOf(then).amount?.max, 1_000_000)
      assert.equal(rowsOf(found)[0]?.amount?.max, 900_000)
    },
  },
  {
    asked: 'Where does what you say of VLAIO come from, when was it last read, and may I republish it?',
    calls: [
      ['list_sources', {}],
      ['search_subsidies', { q: 'kmo-portefeuille', limit: 1, lang: 'en' }],
      ['get_subsidy', ([, found]) => ({ id: idsOf(found)[0], lang: 'en' })],
    ],
    says([listed, found, fetched]) {
      const [source] = sourcesOf(listed)
      assert.deepEqual([source?.id, source?.freshness, source?.reuse_mode], ['belgium-curated', 'fresh', 'facts_only'])
      assert.equal(source?.last_success_at.slice(0, 10), '2026-12-03')
      assert.equal(idsOf(found)[0], 'be:vlaio-kmo-portefeuille')
      // Read yesterday, but worded after a page that was last looked at long ago: both are said.
      const { source: provenance } = measureOf(fetched)
      assert.match(provenance.record_url ?? '', /^https:\/\/www\.vlaio\.be\//)
      assert.equal(provenance.last_checked_at?.slice(0, 10), '2026-01-01')
    },
  },
  {
    asked: 'Is there a Horizon Europe call on battery recycling that closes before March 2027?',
    calls: [
      [
        'search_subsidies',
        {
          q: 'battery recycling',
          government_level: ['eu'],
          deadline_before: '2027-03-01',
          status: ['open', 'forthcoming'],
          limit: 5,
        },
      ],
      ['search_subsidies', { q: 'battery recycling', words: 'most', government_level: ['eu'], limit: 5 }],
    ],
    says([strict, loose]) {
      assert.deepEqual([idsOf(strict), metaOf(strict).suggestions], [[], []])
      // What is like it has ended, and says so: there is nothing to be told as open.
      assert.ok(rowsOf(loose).length > 0)
      assert.deepEqual(new Set(rowsOf(loose).map(({ status }) => status)), new Set(['closed']))
    },
  },
  {
    asked: 'Bestaat er een premie voor een hondenasiel in Limburg?',
    calls: [
      ['search_subsidies', { q: 'hondenasiel', limit: 5, lang: 'nl' }],
      [
        'search_subsidies',
        { q: 'premie hondenasiel Limburg', words: 'most', region: ['flanders'], limit: 5, lang: 'nl' },
      ],
    ],
    says([strict, loose]) {
      assert.deepEqual([idsOf(strict), metaOf(strict).suggestions], [[], []])
      assert.ok(!rowsOf(loose).some(({ title }) => /hond|dier|asiel/i.test(title)))
    },
  },
]
