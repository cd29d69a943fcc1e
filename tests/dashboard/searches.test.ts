/** Saved searches as people keep them: from a search page, by a form, with their mail. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { startService, type TestService } from '../harness/service.ts'
import { type SignedInBrowser, signedInTo } from '../harness/signed-in.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

for (const engine of engines) {
  describe(`${engine.name}: saved searches in the dashboard`, () => {
    let service: TestService
    let ann: SignedInBrowser
    before(async () => {
      service = await startService(engine)
      ann = await signedInTo(service, service.accounts.none)
    })
    after(() => service.stop())
    const post = (path: string, fields: Record<string, string>) =>
      ann.send('POST', path, { headers: form, body: new URLSearchParams(fields).toString() })
    const kept = async () => (await ann.send('GET', '/v1/dashboard/searches')).json().data as Record<string, unknown>[]

    test('a search page leads to the screen with what is asked there, through the door and back', async () => {
      const page = (await call(service.origin, 'GET', '/en/search?q=roof&region=flanders')).body.toString()
      const link = /href="(\/dashboard\/searches\?from=[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
      const door = await call(service.origin, 'GET', link)
      assert.equal(door.status, 303)
      assert.equal(new URL(door.headers.location ?? '', 'http://x').searchParams.get('next'), link)
      const screen = (await ann.send('GET', link)).body.toString()
      assert.match(screen, /name="query"[^>]*value="q=roof&amp;words=meant&amp;region=flanders"/)
    })

    test('a whole address, a query or nothing is taken; what the list of measures refuses is said, and stays as typed', async () => {
      const address = 'https://x.example/nl/search?q=dak&region=flanders&page=3#top'
      assert.equal(
        (await post('/dashboard/searches', { name: 'Dak', query: address, language: 'nl', digest: 'daily' })).status,
        303,
      )
      assert.equal(
        (await post('/dashboard/searches', { name: 'Alles', query: '', language: 'fr', digest: 'none' })).status,
        303,
      )
      assert.deepEqual(
        (await kept()).map(({ name, parameters, language, digest }) => [name, parameters, language, digest]),
        [
          ['Dak', { q: 'dak', region: 'flanders' }, 'nl', 'daily'],
          ['Alles', {}, 'fr', 'none'],
        ],
      )
      const shown = (await ann.send('GET', '/dashboard/searches')).body.toString()
      assert.match(shown, />“dak” · (Vlaanderen|Flandre|Flanders)<\/a>/)
      for (const query of ['region=atlantis', 'q=a&q=b', 'q=%ff', 'unknown=1']) {
        const answer = await post('/dashboard/searches', { name: 'x', query, language: 'en', digest: 'none' })
        assert.equal(answer.status, 422, query)
        assert.ok(answer.body.toString().includes(`value="${query.replaceAll('&', '&amp;')}"`), query)
      }
      assert.equal(
        (await post('/dashboard/searches', { name: '', query: '', language: 'en', digest: 'none' })).status,
        422,
      )
      assert.equal((await kept()).length, 2)
    })

    test('the mail is set and the search deleted by a press; another’s are not there', async () => {
      const [first] = await kept()
      assert.equal((await post(`/dashboard/searches/${first?.id}/digest`, { digest: 'weekly' })).status, 303)
      assert.equal((await kept())[0]?.digest, 'weekly')
      const bea = await signedInTo(service, service.accounts.pro)
      const theirs = await bea.send('POST', `/dashboard/searches/${first?.id}/delete`, { headers: form, body: 'x=' })
      assert.equal(theirs.status, 404)
      assert.equal((await post(`/dashboard/searches/${first?.id}/delete`, {})).status, 303)
      assert.equal((await kept()).length, 1)
    })
  })
}
