/** Taking companies off a watchlist. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, engines } from '../harness/databases.ts'
import { bodyOf, companiesScene, row } from '../harness/watched-companies.ts'
import { makeWatchlist, upload } from '../harness/watchlists.ts'

for (const engine of engines) testsOn(engine)

function testsOn(engine: Engine): void {
  const title = (words: string): string => `${engine.name}: ${words}`
  const scene = companiesScene(engine)
  const { send, companies, list } = scene

  test(title('DELETE of a company, 200: by its reference, percent-encoded, whatever it holds'), async () => {
    const id = await makeWatchlist(scene.service)
    const names = ['a', 'a/b', 'é', '🙂', ' ', '%2F', 'a?b#c', '...', '🙂'.repeat(200)]
    await upload(
      scene.service,
      id,
      names.map((name) => row(name)),
    )
    const made = await list(id)
    scene.service.clock.advance({ seconds: 5 })
    for (const name of names) {
      const answer = await send('DELETE', `/v1/watchlists/${id}/companies/${encodeURIComponent(name)}`)
      assert.equal(answer.status, 200, answer.body.toString())
      assert.deepEqual(answer.json().data, { reference: name, deleted: true })
    }
    assert.deepEqual(await companies(id), [])
    const now = await list(id)
    assert.equal(now.companies, 0)
    assert.ok(String(now.updated_at) > String(made.updated_at))
    const facts = await scene.service.database.all('select facts from watched_company where watchlist_id = $1', [id])
    assert.deepEqual(facts, [])
    const moved = await scene.service.database.one<{ revision: number; removed_revision: number; next_place: number }>(
      'select revision, removed_revision, next_place from watchlist where id = $1',
      [id],
    )
    assert.deepEqual({ ...moved }, { revision: 10, removed_revision: 10, next_place: 10 })
  })

  test(title('DELETE of a company, 404: a reference that is not on the list, or that none can be'), async () => {
    const id = await makeWatchlist(scene.service)
    await upload(scene.service, id, [row('a')])
    const listed = await list(id)
    const wrong = [
      'b',
      'A',
      'a%20',
      '%00',
      '%E2%82',
      '%2E%2E',
      '%0A',
      'a'.repeat(201),
      encodeURIComponent('🙂'.repeat(500)),
    ]
    const answers = await Promise.all(wrong.map((text) => send('DELETE', `/v1/watchlists/${id}/companies/${text}`)))
    for (const answer of answers)
      assert.deepEqual([answer.status, answer.error().code], [404, 'not_found'], answer.body.toString())
    assert.equal(new Set(answers.map(bodyOf)).size, 1)
    const twice = await Promise.all([1, 2].map(() => send('DELETE', `/v1/watchlists/${id}/companies/a`)))
    assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 404])
    assert.deepEqual([(await list(id)).companies, listed.companies], [0, 1])
  })
}
