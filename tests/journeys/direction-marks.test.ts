/** Marks that turn a text around stay in the texts of others, and reach no page, calendar, feed, CSV or mail. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutDirectionMarks } from '../../src/values/direction-marks.ts'
import { engines } from '../harness/databases.ts'
import { digestScene } from '../harness/digest-scene.ts'
import { input } from '../harness/ingestion.ts'
import { signedInTo } from '../harness/signed-in.ts'
import { makeWatchlist } from '../harness/watchlists.ts'

const marks = '\u202e\u2066\u200f\u061c'
/** As it is written, and as it is shown. */
const [title, shown] = [`Premie ${marks}fdp.exe`, 'Premie fdp.exe']
const [name, shownName] = [`Mijn ${marks}search`, 'Mijn search']

for (const engine of engines)
  test(`${engine.name}: marks of direction in a title and in a name reach no page, calendar, feed, CSV or mail`, async () => {
    await using scene = await digestScene(engine)
    const { service } = scene
    const list = await makeWatchlist(service, { name })
    await scene.ask('POST', `watchlists/${list}/companies`, {
      companies: [{ reference: `ref${marks}`, company: { postcode: '9000' } }],
    })
    await scene.saveSearch({ name, parameters: {}, digest: 'daily' })
    const window = { closes_at: '2026-03-20' }
    await service.publish([input('a', { title: { nl: title }, status: 'open', application_window: window })])

    const browser = await signedInTo(service, service.accounts.enterprise)
    const get = async (path: string): Promise<string> => {
      service.clock.advance({ seconds: 1 })
      const answer = await browser.send('GET', path)
      assert.equal(answer.status, 200, `${path}: ${answer.body}`)
      return answer.body.toString('utf8')
    }
    const { slug } = Object((await service.get('/v1/subsidies/al:a')).json().data)
    const served = [
      ['the page', await get('/nl/search')],
      ['the page of one', await get(`/nl/measures/${slug}`)],
      ['the calendar', (await get('/nl/deadlines.ics')).replaceAll('\r\n ', '')],
      ['the feed', await get('/nl/changes.atom')],
      ['the CSV', await get(`/dashboard/watchlists/${list}/matches.csv`)],
      ['the screen', await get(`/dashboard/watchlists/${list}/matches`)],
    ] as const
    for (const [what, text] of served) {
      assert.ok(text.includes(shown), `${what} has the title: ${text.slice(0, 2_000)}`)
      assert.equal(withoutDirectionMarks(text), text, what)
    }
    assert.ok((await get('/dashboard/searches')).includes(shownName))

    service.clock.advance({ days: 1 })
    const [mail] = await scene.digests()
    assert.ok(mail)
    const { subject, text, html } = mail.mail
    assert.equal(subject, `1 change: ${shownName}`)
    for (const said of [text, html]) assert.ok(String(said).includes(shown), String(said))
    for (const said of [subject, text, html]) assert.equal(withoutDirectionMarks(String(said)), said)
  })
