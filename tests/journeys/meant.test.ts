/** `words=meant` at the wire (contract 11): what is told of what was understood, what a cursor holds, and what is refused. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { input } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'

type List = {
  data: { id: string }[]
  pagination: { has_more: boolean; next_cursor?: string }
  meta: {
    total: number
    understood?: { kind: string; text: string; id: string | null; label: string | null }[]
    suggestions?: unknown[]
  }
}

function measures(): Record<string, unknown>[] {
  const many = Array.from({ length: 12 }, (_, number) =>
    input(`solar-${number}`, {
      title: { nl: `Zonnepanelen ${number}`, en: `Solar panels ${number}` },
      status: 'open',
      regions: ['flanders'],
    }),
  )
  const elsewhere = input('solar-w', { title: { fr: 'Panneaux solaires' }, status: 'open', regions: ['wallonia'] })
  return [...many, elsewhere, input('wage', { title: { en: 'Wage support' }, status: 'open' })]
}

for (const engine of engines) {
  suite(`${engine.name}: words=meant`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
      await service.publish(measures())
    })
    after(() => service.stop())
    const ask = async (query: Record<string, string>): Promise<{ status: number; body: List }> => {
      const answer = await service.get(`/v1/subsidies?${new URLSearchParams(query)}`)
      return { status: answer.status, body: answer.json() as List }
    }
    const meant = async (q: string, more: Record<string, string> = {}): Promise<List> => {
      const { status, body } = await ask({ q, words: 'meant', ...more })
      assert.equal(status, 200, q)
      return body
    }

    test('tells each thing that it understood, as typed, with what it took it for in the language asked', async () => {
      const { meta } = await meant('subsidie zonnepanelen bakkerij Gent', { lang: 'nl' })
      assert.equal(meta.total, 12)
      assert.deepEqual(meta.understood, [
        { kind: 'ignored', text: 'subsidie', id: null, label: null },
        { kind: 'purpose', text: 'zonnepanelen', id: 'solar_panels', label: 'zonnepaneel' },
        { kind: 'activity', text: 'bakkerij', id: '10.712', label: meta.understood?.[2]?.label ?? null },
        { kind: 'place', text: 'Gent', id: '44021', label: 'Gent (Vlaanderen)' },
      ])
      assert.ok(typeof meta.understood?.[2]?.label === 'string')
    })

    test('a filter that is given wins, and what was understood of its kind is ignored', async () => {
      const { meta, data } = await meant('zonnepanelen Gent', { region: 'wallonia' })
      assert.deepEqual(
        data.map(({ id }) => id.replace(/^.*:/, '')),
        ['solar-w'],
      )
      assert.equal(meta.understood?.find(({ text }) => text === 'Gent')?.kind, 'ignored')
    })

    test('a text without a word restricts nothing and understands nothing', async () => {
      const { meta } = await meant('- !')
      assert.deepEqual(meta.understood, [])
      assert.equal(meta.total, 14)
    })

    test('other words say nothing of what is understood', async () => {
      for (const words of ['all', 'most'])
        assert.equal((await ask({ q: 'zonnepanelen', words })).body.meta.understood, undefined)
    })

    test('pages hold what narrowed the first, each measure once, and a cursor holds for its language alone', async () => {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page: List = await meant('zonnepanelen Gent', {
          lang: 'nl',
          limit: '5',
          ...(cursor === undefined ? {} : { cursor }),
        })
        assert.equal(page.meta.total, 12)
        seen.push(...page.data.map(({ id }) => id))
        if (cursor !== undefined) {
          const other = await ask({ q: 'zonnepanelen Gent', words: 'meant', lang: 'fr', limit: '5', cursor })
          assert.equal(other.status, 400)
        }
        cursor = page.pagination.next_cursor
      } while (cursor !== undefined)
      assert.equal(seen.length, 12)
      assert.equal(new Set(seen).size, 12)
    })

    test('another order orders what was found', async () => {
      const { data } = await meant('zonnepanelen Gent', { sort: 'title', lang: 'nl', limit: '3' })
      assert.deepEqual(
        data.map(({ id }) => id.replace(/^.*:/, '')),
        ['solar-0', 'solar-1', 'solar-10'],
      )
    })

    test('it needs q, and another value is refused by its name', async () => {
      for (const query of [{ words: 'meant' }, { q: 'x', words: 'ment' }]) {
        const answer = await service.get(`/v1/subsidies?${new URLSearchParams(query)}`)
        assert.equal(answer.status, 400)
        assert.equal((answer.json() as { error: { details: { parameter: string } } }).error.details.parameter, 'words')
      }
    })

    test('nothing that somebody types is an error of ours', async () => {
      const letters = Array.from({ length: 100 }, (_, at) => String.fromCharCode(97 + (at % 26))).join(' ')
      const hostile = [
        '<script>alert(1)</script>',
        letters,
        '0 1 2 3 4 5',
        'ي م و',
        '漢字',
        '\u202e\u0007',
        '%%%',
        '🚲'.repeat(100),
      ]
      for (const q of hostile) await meant(q)
    })
  })
}
