/** Digests end to end: what is saved in the dashboard, what happens in the feed, and the mail that tells it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queueDigests } from '../../src/digests/queue-digests.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { type DigestScene, digestBaseUrl, digestScene } from '../harness/digest-scene.ts'
import { append, sampleEvent } from '../harness/feed-events.ts'
import { call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { headerOf } from '../harness/mail-server.ts'
import { signedInTo } from '../harness/signed-in.ts'
import { makeWatchlist, upload } from '../harness/watchlists.ts'

const inScene = (engine: Engine, work: (scene: DigestScene) => Promise<void>) => async (): Promise<void> => {
  await using scene = await digestScene(engine)
  await work(scene)
}

const { signal } = new AbortController()
const flemish = { regions: ['flanders'] }
const brussels = { regions: ['brussels'] }
const day = { days: 1 }

for (const engine of engines) {
  test(`${engine.name}: a digest says of a measure whose reading is in doubt when it was read, and on whose page`, async () => {
    await using scene = await digestScene(engine, { curated: true })
    const { service } = scene
    await scene.saveSearch({ name: 'Premies', parameters: { q: 'premie' }, language: 'nl', digest: 'daily' })
    await service.publish([
      input('new', {
        title: 'Premie nieuw',
        checked: { on: '2026-03-01', url: 'https://alpha.example/m', by: 'authority' },
      }),
      input('old', {
        title: 'Premie oud',
        checked: { on: '2024-03', url: 'https://alpha.example/m', by: 'authority' },
      }),
      input('unread', { title: 'Premie ongelezen' }),
    ])
    service.clock.advance(day)
    const [mail] = await scene.digests()
    const said = Object.fromEntries(
      (mail?.mail.text ?? '').split(/(?=Premie )/).flatMap((part) => {
        const [name] = /^Premie (?:nieuw|oud|ongelezen)/.exec(part) ?? []
        return name === undefined
          ? []
          : [[name, /gelezen (?!op de)[^\n]*|nog niet gelezen/.exec(part.slice(name.length))?.[0] ?? null]]
      }),
    )
    assert.deepEqual(said, {
      'Premie nieuw': null,
      'Premie oud': 'gelezen in maart 2024 op een pagina van alpha.example',
      'Premie ongelezen': 'nog niet gelezen',
    })
  })

  test(
    `${engine.name}: a search's digest tells the events whose measure passed it before or passes it since, from when it was switched on, once a day`,
    inScene(engine, async (scene) => {
      const { service } = scene
      await service.publish([input('old', { ...flemish, title: 'Premie oud' })])
      const id = await scene.saveSearch({
        ...{
          name: 'Vlaamse premies',
          parameters: { region: 'flanders', q: 'premie' },
          language: 'nl',
          digest: 'daily',
        },
      })
      assert.deepEqual(await scene.digests(), [], 'nothing is due before seven')
      service.clock.advance(day)
      assert.deepEqual(await scene.digests(), [], 'nothing happened: no mail')
      assert.deepEqual(await service.database.all('select id from mail'), [])
      await service.publish([
        input('old', { ...flemish, title: 'Premie oud' }),
        input('new', { ...flemish, title: 'Premie <b>nieuw</b>\r\nBcc: x@evil.example' }),
        input('elsewhere', { ...brussels, title: 'Premie Brussel' }),
        input('other', { ...flemish, title: 'Lening' }),
        input('moves', { ...brussels, title: 'Premie die verhuist' }),
      ])
      await service.publish([
        input('old', { ...brussels, title: 'Premie oud' }),
        input('new', { ...flemish, title: 'Premie <b>nieuw</b>\r\nBcc: x@evil.example' }),
        input('elsewhere', { ...brussels, title: 'Premie Brussel', description: 'Meer' }),
        input('other', { ...flemish, title: 'Lening', description: 'Meer' }),
        input('moves', { ...flemish, title: 'Premie die verhuist' }),
      ])
      assert.deepEqual(await scene.digests(), [])
      service.clock.advance(day)
      const [mail, ...others] = await scene.digests()
      assert.ok(mail)
      assert.deepEqual(others, [])
      assert.equal(mail.to, 'enterprise@example.org')
      assert.equal(mail.mail.subject, '3 wijzigingen: Vlaamse premies')
      const text = mail.mail.text ?? ''
      assert.match(
        text,
        /Premie <b>nieuw<\/b> Bcc: x@evil\.example\nhttps:\/\/api\.example\.org\/nl\/measures\/\S+\n- Nieuwe maatregel/,
      )
      assert.match(text, /Premie oud\n\S+\n- .*\n {2}voldoet niet meer aan je zoekopdracht/)
      assert.match(text, /Premie die verhuist\n\S+\n- .*\n {2}voldoet nu aan je zoekopdracht/)
      assert.ok(!/Premie Brussel|Lening/.test(text))
      assert.ok(!(mail.mail.html ?? '').includes('<b>nieuw'))
      const [, address] = /(https:\/\/api\.example\.org)(\/nl\/measures\/premie-oud)\n/.exec(text)?.slice(1) ?? []
      assert.equal((await service.get(address ?? '')).status, 200, 'the link leads to a page')
      assert.deepEqual(await scene.digests(), [])
      service.clock.advance(day)
      assert.deepEqual(await scene.digests(), [], 'what was told is not told again')
      await scene.ask('PATCH', `searches/${id}`, { digest: 'none' })
      await service.publish([input('new', { ...flemish, title: 'Premie, nog eens nieuw' })])
      service.clock.advance(day)
      assert.deepEqual(await scene.digests(), [])
    }),
  )

  test(
    `${engine.name}: a search that was kept with a value that is refused now: its owner is told why and what to do, and other searches go on`,
    inScene(engine, async (scene) => {
      const { service } = scene
      const loose = await scene.saveSearch({
        name: 'Los',
        parameters: { nace: '62.01' },
        digest: 'daily',
        language: 'nl',
      })
      await scene.saveSearch({ name: 'All', parameters: {}, digest: 'daily' })
      const kept = JSON.stringify({ nace: '1.5' })
      await service.database.run('update saved_search set parameters = $2 where id = $1', [loose, kept])
      await service.publish([input('a')])
      service.clock.advance(day)
      const mails = (await scene.digests()).map(({ mail }) => mail)
      assert.deepEqual(mails.map(({ subject }) => subject).sort(), [
        '1 change: All',
        'Je zoekopdracht kan niet meer gelezen worden: Los',
      ])
      const told = mails.find(({ subject }) => subject !== '1 change: All')
      for (const said of [/Write 01\.5\./, /Bewaar de zoekopdracht opnieuw/, /dashboard\/searches/])
        assert.match(told?.text ?? '', said)
      const searches = await scene.ask<{ id: string; fault: { parameter: string; message: string } | null }[]>(
        'GET',
        'searches',
      )
      assert.deepEqual(
        searches.map(({ fault }) => fault?.parameter ?? null),
        ['nace', null],
      )
      const browser = await signedInTo(service, service.accounts.enterprise)
      const screen = (await browser.send('GET', '/dashboard/searches')).body.toString()
      assert.match(screen, /cannot be read any more.*Write 01\.5\..*from=nace%3D1\.5/s)
      await scene.ask('PATCH', `searches/${loose}`, { parameters: { nace: '01.5' } })
      await service.publish([input('a'), input('b')])
      service.clock.advance(day)
      assert.deepEqual((await scene.digests()).map(({ mail }) => mail.subject).sort(), [
        '1 change: All',
        '1 wijziging: Los',
      ])
    }),
  )

  test(
    `${engine.name}: a watchlist's digest tells its match events by company, in the list's language; what was missed comes as one mail`,
    inScene(engine, async (scene) => {
      const { service } = scene
      const list = await makeWatchlist(service, { name: 'Clients', language: 'fr' })
      const other = await makeWatchlist(service, { name: 'Others' })
      const companies = [{ reference: 'bakkerij & zoon', company: { postcode: '9000' } }]
      for (const one of [list, other]) assert.equal((await upload(service, one, companies)).status, 200)
      assert.deepEqual(await scene.ask('PUT', `watchlists/${list}/digest`, { digest: 'daily' }), {
        id: list,
        digest: 'daily',
      })
      await service.publish([input('m', { status: 'continuous', company_sizes: ['small'] })])
      await scene.reevaluate()
      // Nobody looked for three days.
      service.clock.advance({ days: 3 })
      const mails = await scene.digests()
      assert.equal(mails.length, 1)
      const [mail] = mails
      assert.equal(mail?.mail.subject, '1 changement : Clients')
      const text = mail?.mail.text ?? ''
      assert.match(
        text,
        /\nEntreprise bakkerij & zoon\n- Support m\n {2}Nouvelle correspondance : peut-être éligible · en continu\n/,
      )
      assert.match(text, /\n {2}https:\/\/api\.example\.org\/fr\/measures\/support-m\n/)
      assert.ok(text.includes(`${digestBaseUrl}/dashboard/watchlists/${list}`))
      const rows = await service.database.all('select due_at from digest')
      assert.deepEqual(
        rows.map(({ due_at }) => new Date(Number(due_at)).toISOString()),
        ['2026-03-07T06:00:00.000Z'],
      )
    }),
  )

  test(
    `${engine.name}: a weekly digest comes on Monday at seven, over the change of the clock; daily from then on it goes on from there`,
    inScene(engine, async (scene) => {
      const { service } = scene
      const id = await scene.saveSearch({ name: 'All', parameters: {}, digest: 'weekly' })
      const dueIs = async (at: string): Promise<void> => {
        const [row] = await service.database.all('select due_at from digest')
        assert.equal(new Date(Number(row?.due_at)).toISOString(), at)
      }
      await dueIs('2026-03-09T06:00:00.000Z')
      await service.publish([input('a')])
      service.clock.advance({ days: 5 })
      assert.equal((await scene.digests()).length, 0, 'Sunday')
      service.clock.advance(day)
      const [mail] = await scene.digests()
      assert.equal(mail?.mail.subject, '1 change: All')
      assert.match(mail?.mail.text ?? '', /What has changed since 3\s*Mar\s*2026, 10:00/)
      await dueIs('2026-03-16T06:00:00.000Z')
      service.clock.advance({ days: 15 })
      await scene.digests()
      await dueIs('2026-03-30T05:00:00.000Z')
      await service.publish([input('a', { title: 'Support, anew' })])
      await scene.ask('PATCH', `searches/${id}`, { digest: 'daily' })
      await dueIs('2026-03-25T06:00:00.000Z')
      service.clock.advance(day)
      assert.equal((await scene.digests())[0]?.mail.subject, '1 change: All')
    }),
  )

  test(
    `${engine.name}: a digest tells a hundred events at most, then the number left`,
    inScene(engine, async (scene) => {
      const { service } = scene
      const list = await makeWatchlist(service)
      await scene.ask('PUT', `watchlists/${list}/digest`, { digest: 'daily' })
      const summary = (number: number) => ({
        ...{ watchlist_id: list, company_reference: `client ${number % 7}`, subsidy_id: 'al:a' },
        ...{ match_status: 'likely_eligible', previous_status: null, closes_at: null, status: 'open' },
        title: { nl: null, fr: null, en: 'Support', de: null },
      })
      const events = Array.from({ length: 1_234 }, (_, number) =>
        sampleEvent({
          ...{ event: 'match.created', subject: 'match', subjectId: `${list}:${number}:al:a` },
          ...{ accountId: service.accounts.enterprise, summary: summary(number) },
        }),
      )
      await append(service.database, service.clock.now(), events)
      service.clock.advance(day)
      const [mail] = await scene.digests()
      assert.match(mail?.mail.subject ?? '', /^1\s234 changes: Clients$/)
      const text = mail?.mail.text ?? ''
      assert.equal(text.match(/^- Support$/gm)?.length, 100)
      assert.equal(text.match(/^Company client \d$/gm)?.length, 7)
      assert.match(text, /And 1\s134 more changes\./)
    }),
  )

  test(
    `${engine.name}: two processes make each period's digest once, and one whose transaction is not committed is made again`,
    inScene(engine, async (scene) => {
      const { service } = scene
      for (let number = 0; number < 5; number += 1)
        await scene.saveSearch({ name: `Search ${number}`, parameters: {}, digest: 'daily' })
      await service.publish([input('a')])
      service.clock.advance(day)
      const { database, clock } = service
      await assert.rejects(
        queueDigests({
          clock,
          signal,
          database: new Proxy(database, {
            get: (target, name) =>
              name === 'transaction'
                ? (work: Parameters<typeof target.transaction>[0]) =>
                    target.transaction(async (transaction) => {
                      await work(transaction)
                      throw new Error('killed before the commit')
                    })
                : Reflect.get(target, name),
          }),
        }),
        /killed/,
      )
      const made = await Promise.all([1, 2].map(() => queueDigests({ database, clock, signal })))
      assert.equal(made[0] ?? 0, 5 - (made[1] ?? 0))
      assert.equal((await scene.digests()).length, 5)
    }),
  )

  test(
    `${engine.name}: what is deleted is told no more; a mail that was made before says nothing then`,
    inScene(engine, async (scene) => {
      const { service } = scene
      const list = await makeWatchlist(service)
      await scene.ask('PUT', `watchlists/${list}/digest`, { digest: 'daily' })
      const gone = await scene.saveSearch({ name: 'Gone', parameters: {}, digest: 'daily' })
      const late = await scene.saveSearch({ name: 'Late', parameters: {}, digest: 'daily' })
      await service.publish([input('a')])
      await scene.ask('DELETE', `watchlists/${list}`)
      await scene.ask('DELETE', `searches/${gone}`)
      service.clock.advance(day)
      assert.equal(await queueDigests({ database: service.database, clock: service.clock, signal }), 1)
      await scene.ask('DELETE', `searches/${late}`)
      assert.deepEqual(await scene.digests(), [])
      assert.deepEqual(await service.database.all('select subject from digest'), [])
      assert.deepEqual(
        (await service.database.all('select state from mail')).map(({ state }) => state),
        ['dropped'],
      )
    }),
  )

  test(
    `${engine.name}: a digest that is stopped while its mail waits for another attempt is not sent any more`,
    inScene(engine, async (scene) => {
      const { service } = scene
      const stopped = await scene.saveSearch({ name: 'Stopped', parameters: {}, digest: 'daily' })
      await scene.saveSearch({ name: 'Kept', parameters: {}, digest: 'daily' })
      await service.publish([input('a')])
      service.clock.advance(day)
      assert.equal(await queueDigests({ database: service.database, clock: service.clock, signal }), 2)
      await scene.ask('PATCH', `searches/${stopped}`, { digest: 'none' })
      const subjects = (await scene.digests()).map(({ mail }) => mail.subject)
      assert.equal(subjects.length, 1)
      assert.match(subjects[0] ?? '', /Kept$/)
    }),
  )

  test(
    `${engine.name}: the link in a digest shows a button, and ends that digest alone when it is pressed, by anybody, by a mail program too`,
    inScene(engine, async (scene) => {
      const { service } = scene
      const ids: string[] = []
      for (const name of ['First', 'Second', 'Third'])
        ids.push(await scene.saveSearch({ name, parameters: {}, language: 'fr', digest: 'daily' }))
      await service.publish([input('a')])
      service.clock.advance(day)
      const mails = await scene.digests()
      const addressOf = (name: string): string => {
        const mail = mails.find(({ mail }) => mail.subject?.endsWith(name))
        assert.ok(mail)
        assert.equal(headerOf(mail, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
        const address = headerOf(mail, 'list-unsubscribe')?.slice(1, -1) ?? ''
        assert.ok(mail.mail.text?.includes(address) && mail.mail.html?.includes(address))
        return new URL(address).pathname
      }
      const chosen = async (): Promise<string[]> =>
        (await scene.ask<{ name: string; digest: string }[]>('GET', 'searches')).map(
          ({ name, digest }) => `${name} ${digest}`,
        )
      const address = addressOf('First')
      const page = await service.get(address, { key: '', headers: {} })
      assert.equal(page.status, 200)
      assert.match(page.body.toString(), /<html lang="fr"/)
      assert.match(page.body.toString(), new RegExp(`<form method="post" action="${address}">`))
      assert.match(String(page.headers['cache-control']), /no-store/)
      assert.deepEqual(await chosen(), ['First daily', 'Second daily', 'Third daily'], 'opening it ends nothing')
      const press = (path: string, body: string, type: string) =>
        call(service.origin, 'POST', path, { body, headers: { 'content-type': type, origin: 'https://mail.example' } })
      const pressed = await press(address, '', 'application/x-www-form-urlencoded')
      assert.equal(pressed.status, 200)
      assert.deepEqual(await chosen(), ['First none', 'Second daily', 'Third daily'])
      const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
      const oneClick = await press(addressOf('Second'), parts, 'multipart/form-data; boundary=x')
      assert.equal(oneClick.status, 200)
      assert.equal(
        (await press(address, 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded')).status,
        200,
      )
      assert.deepEqual(await chosen(), ['First none', 'Second none', 'Third daily'])
      const [head = '', code = ''] = addressOf('Third').split('.')
      const foreign = [
        ...[
          `${head}.${code.slice(0, -1)}${code.endsWith('A') ? 'Q' : 'A'}`,
          `${addressOf('First').split('.')[0]}.${code}`,
        ],
        ...[head, `${head}.`, `${head}.${code}A`, '/mail/unsubscribe/x', '/mail/unsubscribe/%00.%00'],
      ]
      for (const path of foreign) {
        assert.equal((await call(service.origin, 'GET', path)).status, 404, path)
        assert.equal((await press(path, '', 'application/x-www-form-urlencoded')).status, 404, path)
      }
      assert.deepEqual(await chosen(), ['First none', 'Second none', 'Third daily'])
      service.clock.advance(day)
      const audit = await service.database.all(
        `select actor, about from audit_entry where action = 'digest_changed' and actor = 'service'`,
      )
      assert.deepEqual(
        audit.map(({ about }) => about),
        Array(2).fill('{"digest":"none","by":"mail"}'),
      )
    }),
  )
}
