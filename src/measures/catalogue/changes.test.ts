/** A catalogue that took in one change after another, against one that is read afresh from the same store. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { type FollowedScene, withFollowed } from '../../../tests/harness/followed.ts'
import { input } from '../../../tests/harness/ingestion.ts'
import { chance } from '../../../tests/harness/random-measures.ts'
import { cursorKeys } from '../../contract/cursor.ts'
import { answerCompany } from '../../matching/answer.ts'
import type { Matcher } from '../../matching/matcher.ts'
import { readMatchRequest } from '../../matching/request/match-request.ts'
import { coverageOf } from '../coverage.ts'
import type { ListRequest } from '../list.ts'
import { listMeasures } from '../list-measures.ts'
import { mergeMeasures } from '../merge.ts'
import { reinstateMeasure, withdrawMeasure } from '../withdraw.ts'
import type { FollowedCatalogue } from './follow.ts'

const measures = 40
const cursors = { keys: cursorKeys(Buffer.alloc(32, 1), null), generation: 'x' }
const rounds = 30
const idOf = (number: number): string => `m${number}`

/** All that anybody can be answered of the catalogue of now. */
function shown(followed: FollowedCatalogue, matcher: Matcher, now: number) {
  const request = readMatchRequest(
    { company: { postcode: '9000', employees: 8 }, limit: 100, include_not_eligible: true },
    now,
  )
  assert.ok('facts' in request)
  return followed.read((catalogue) => {
    const filters = { include_withdrawn: true }
    const { ids, total } = catalogue.index.search({ words: [], filters, sort: 'title:en', after: null, limit: 1_000 })
    const { state } = catalogue
    return {
      total,
      ids,
      rows: ids.map((id) => JSON.parse(catalogue.row('full', id, 'en').toString()) as unknown),
      compact: ids.map((id) => JSON.parse(catalogue.row('compact', id, 'fr').toString()) as unknown),
      resolved: Array.from({ length: measures }, (_, number) => state.resolveId(`al:${idOf(number)}`)),
      modes: Array.from({ length: measures }, (_, number) => state.modesOf(`al:${idOf(number)}`)),
      coverage: coverageOf(catalogue),
      match: answerCompany(matcher, catalogue, request).answer,
      words: catalogue.index.search({ words: ['edition'], filters: {}, sort: 'relevance', after: null, limit: 1_000 })
        .total,
    }
  })
}

/** The same page of a list, as it is answered to one who asks for it again and again. */
async function pagesOf(catalogue: FollowedCatalogue): Promise<string[]> {
  const request: ListRequest = {
    ...{
      q: undefined,
      words: undefined,
      sort: 'title',
      view: undefined,
      lang: undefined,
      limit: 20,
      cursor: undefined,
    },
    filters: { include_withdrawn: true },
  }
  const pages: string[] = []
  for (let time = 0; time < 3; time += 1) {
    const page = await listMeasures({ catalogue, cursors }, request, 100, 0)
    const rows = Buffer.concat(page.rows.parts).toString('utf8')
    pages.push([rows, JSON.stringify([page.pagination, page.meta, page.warnings])].join('\n'))
  }
  return pages
}

for (const engine of engines) {
  test(`${engine.name}: after any changes, merges and deadlines everything is answered as by a catalogue read afresh`, async () => {
    await using store = await engine.open()
    await withFollowed(store.database, async (scene) => {
      const { followed, matcher, clock, another } = scene
      const next = chance(7)
      const listed = Array.from({ length: measures }, (_, number) => randomInput(next, number, 0))
      await scene.publish(listed)
      await followed.catchUp()
      for (let round = 1; round <= rounds; round += 1) {
        await happen(scene, next, listed, round)
        clock.advance({ hours: Math.floor(next() * 30) })
        await followed.catchUp()
        const fresh = another()
        await fresh.followed.catchUp()
        const [one, other] = [
          await shown(followed, matcher, clock.now()),
          await shown(fresh.followed, fresh.matcher, clock.now()),
        ]
        assert.deepEqual(one, other, `round ${round}`)
        // Asked often enough that the page is kept, so that what is kept of the state before would show.
        const [pages, afresh] = [await pagesOf(followed), await pagesOf(fresh.followed)]
        for (const page of pages) assert.equal(page, afresh[0], `round ${round}`)
        await fresh.followed.stop()
      }
    })
  })
}

async function happen(
  { publish, means, changeSettings }: FollowedScene,
  next: () => number,
  listed: ReturnType<typeof randomInput>[],
  round: number,
): Promise<void> {
  const some = (): number => Math.floor(next() * measures)
  const dice = next()
  // What the operator asks may be refused (a circle, a withdrawn survivor, one merged already): that is a change of nothing.
  if (dice < 0.15) await mergeMeasures(means, `al:${idOf(some())}`, `al:${idOf(some())}`).catch(() => {})
  else if (dice < 0.25) await withdrawMeasure(means, `al:${idOf(some())}`).catch(() => {})
  else if (dice < 0.3) await reinstateMeasure(means, `al:${idOf(some())}`).catch(() => {})
  else if (dice < 0.35) await changeSettings(`Line ${round}`)
  else {
    for (let change = 0; change < 5; change += 1) {
      const number = some()
      listed[number] = randomInput(next, number, round)
    }
    await publish(listed)
  }
}

function randomInput(next: () => number, number: number, edition: number) {
  const others = Array.from({ length: measures }, (_, other) => `al:${idOf(other)}`).filter(() => next() < 0.04)
  const deadlines = [1, 2, 3]
    .filter(() => next() < 0.5)
    .map((day) => `2026-03-${String(Math.floor(next() * 28) + day).padStart(2, '0')}`)
  return input(idOf(number), {
    title: `Edition ${edition} of ${number}`,
    related: {
      excludes: others.filter((id) => id !== `al:${idOf(number)}`),
      replaced_by: others.filter(() => next() < 0.3),
    },
    regions: next() < 0.5 ? [] : ['flanders'],
    company_sizes: next() < 0.5 ? ['micro'] : [],
    ...(deadlines.length === 0
      ? {}
      : { application_window: { opens_at: '2026-01-01', cut_offs: [...new Set(deadlines)] } }),
  })
}
