/** Facts of watched companies stand in no line of the log and in no error about the service, whatever becomes of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { processScene } from '../harness/process.ts'

/** A word that no text of ours holds. */
const marker = 'ZQXJKVMARK'

for (const engine of engines)
  test(`${engine.name}: at LOG_LEVEL=trace no fact, answer, name or reference is logged: accepted, rejected, refused or failed`, async () => {
    await using scene = await processScene(engine, { environment: { LOG_LEVEL: 'trace' } })
    await scene.lists('city', [])
    const { key } = await scene.customer('enterprise')
    const service = await scene.serve()
    const send = (method: string, path: string, json?: unknown) =>
      call(service.origin, method, path, json === undefined ? { key } : { key, json })

    const made = await send('POST', '/v1/watchlists', { name: `List ${marker}` })
    assert.equal(made.status, 201, made.body.toString())
    const { id } = made.json().data as { id: string }
    const companies = `/v1/watchlists/${id}/companies`
    const row = {
      reference: `Ref ${marker}`,
      company: { legal_form: 'BV', employees: 918_273_645, nace: ['62.010'] },
      answers: { [`al:a#${marker}`]: true },
    }
    const rejected = { ...row, reference: `Bad ${marker}`, company: { legal_form: marker } }
    const uploaded = await send('POST', companies, { companies: [row, rejected] })
    assert.equal(uploaded.status, 200, uploaded.body.toString())
    // The caller is told of his own values.
    assert.ok(uploaded.body.includes(marker))
    assert.equal((await send('GET', companies)).status, 200)
    assert.equal((await send('POST', companies, { companies: [{ ...row, [marker]: 1 }] })).status, 400)
    assert.equal((await send('POST', companies, { companies: [row, row] })).status, 422)
    assert.equal((await send('DELETE', `${companies}/${encodeURIComponent(`None ${marker}`)}`)).status, 404)

    // A store that fails in the middle of it: the fault is logged, and what was to be stored is not.
    const store = await scene.database()
    const failing =
      engine.name === 'sqlite'
        ? `create trigger failing before insert on watched_company begin select raise(abort, 'refused by the test'); end`
        : `alter table watched_company add constraint failing check (reference like 'Ref%')`
    await store.run(failing)
    const failed = await send('POST', companies, { companies: [{ ...row, reference: `New ${marker}` }] })
    assert.equal(failed.status, 500, failed.body.toString())
    assert.equal(failed.error().code, 'internal_error')
    assert.ok(!failed.body.includes(marker))
    assert.equal((await send('DELETE', `${companies}/${encodeURIComponent(row.reference)}`)).status, 200)

    const { process } = service
    process.child.kill('SIGTERM')
    await process.ended
    const logged = process.out + process.error
    assert.ok(logged.includes('/v1/watchlists/{id}/companies'), 'requests are logged by the pattern of their route')
    assert.match(logged, /failing|refused by the test/)
    assert.ok(!logged.includes(marker), `a line holds it: ${logged.split('\n').find((line) => line.includes(marker))}`)
    assert.ok(!logged.includes('918273645'))
  })
