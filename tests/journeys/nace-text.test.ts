/**
 * A NACE code means the same wherever somebody writes it: query, tool, page, file, form, JSON and records go through one reader. What
 * it cannot be sure of is refused, with the code that may be meant.
 */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { begin, keptIn } from '../harness/checking.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { mcpCaller } from '../harness/mcp.ts'
import { readPage } from '../harness/page-reader.ts'
import { startService, type TestService } from '../harness/service.ts'
import { signedInTo } from '../harness/signed-in.ts'
import { makeWatchlist } from '../harness/watchlists.ts'
import { workbookOf } from '../harness/workbooks.ts'

/** A measure for the activities of a list, in a version. */
const forActivity = (id: string, include: string[], version: number): unknown =>
  input(id, { status: 'open', title: { en: id }, nace: { include, version } })

const measures = [
  forActivity('software', ['6201'], 2008),
  forActivity('bread', ['1071'], 2025),
  forActivity('farms', ['015', '021'], 2025),
  forActivity('leather', ['15', '21'], 2025),
  forActivity('crops', ['01'], 2025),
  forActivity('press', ['6391'], 2008),
  forActivity('portals', ['6391'], 2025),
]

type Refused = { error: { message: string; details: Record<string, unknown> } }

for (const engine of engines) {
  suite(`${engine.name}: NACE codes as text`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
      const run = await service.publish(measures)
      assert.equal(run.rejected, 0)
      await service.get('/v1/key')
    })
    after(() => service.stop())
    const mcp = mcpCaller(() => ({ origin: service.origin, key: service.keys.enterprise }))

    const found = async (nace: string): Promise<string[]> => {
      const answer = await service.get(`/v1/subsidies?nace=${encodeURIComponent(nace)}`)
      assert.equal(answer.status, 200, answer.body.toString())
      return (answer.json().data as { id: string }[]).map(({ id }) => id.slice(3)).sort()
    }
    const match = async (nace: string[]) =>
      call(service.origin, 'POST', '/v1/match', {
        key: service.keys.enterprise,
        json: { company: { postcode: '9000', nace }, include_not_eligible: true },
      })
    const verdicts = async (nace: string[]): Promise<Record<string, string>> => {
      const answer = await match(nace)
      assert.equal(answer.status, 200, answer.body.toString())
      const { matches } = answer.json() as unknown as { matches: { status: string; subsidy: { id: string } }[] }
      return Object.fromEntries(matches.map(({ subsidy, status }) => [subsidy.id.slice(3), status]))
    }

    test('a comma is the decimal mark of the one code that a list is filtered by', async () => {
      assert.deepEqual(await found('62,01'), await found('62.01'))
      assert.deepEqual(await found('10,71'), ['bread'])
      assert.deepEqual(await found('01,5'), ['crops', 'farms'])
    })

    for (const [code, meant] of [
      ['1.5', '01.5'],
      ['2.1', '02.1'],
      ['1.1', '01.1'],
      ['1,5', '01.5'],
    ] as const) {
      test(`${code} is refused by every surface, and each says ${meant}`, async () => {
        const query = await service.get(`/v1/subsidies?nace=${code}`)
        assert.deepEqual([query.status, query.error().details.parameter], [400, 'nace'])
        assert.match(query.error().message, new RegExp(`Write ${meant}\\.`))

        const tool = await mcp.fails('search_subsidies', { nace: code })
        assert.equal(tool.code, 'invalid_parameter')
        assert.match(tool.message, new RegExp(`Write ${meant}\\.`))

        const page = await service.get(`/en/search?nace=${code}`, { key: '' })
        assert.equal(page.status, 400)
        assert.match(readPage(page).text, /It concerns nace/)

        const json = await match([code])
        assert.deepEqual([json.status, json.error().details.field], [422, 'company.nace[0]'])
        assert.match(json.error().message, new RegExp(`Write ${meant}\\.`))

        const asked = await mcp.fails('match_company', { company: { nace: [code] } })
        assert.match(asked.message, new RegExp(`Write ${meant}\\.`))

        const checked = await begin(service, '198.51.1.1', { nace: code })
        assert.equal(checked.status, 422)
        assert.match(checked.page.text, new RegExp(`Write ${meant}\\.`))

        const search = await (await signedInTo(service, service.accounts.business)).send(
          'POST',
          '/v1/dashboard/searches',
          {
            json: { name: 'x', parameters: { nace: code } },
          },
        )
        assert.deepEqual([search.status, search.error().details.parameter], [400, 'parameters.nace'])
        assert.match(search.error().message, new RegExp(`Write ${meant}\\.`))

        const record = await service.publish([...measures, forActivity('wrong', [code], 2025)])
        assert.equal(record.rejected, 1)
      })
    }

    test('what is none is refused, and named whole', async () => {
      for (const text of ['62 01', '6201.0', '62-01', '62.01, 47.91', '62.01,47.91', 'C10.71', '10.71 - Bread'])
        assert.equal((await service.get(`/v1/subsidies?nace=${encodeURIComponent(text)}`)).status, 400, text)
      const { message } = (await service.get('/v1/subsidies?nace=62.01,47.91')).error()
      assert.equal(message, 'nace takes one code, and "62.01,47.91" holds more. Ask for each by itself.')
      const several = (await match(['62.01, 47.91'])).json() as unknown as Refused
      assert.match(several.error.message, /Give each code by itself: "62\.01", "47\.91"\.$/)
      assert.match(((await match(['62,01'])).json() as unknown as Refused).error.message, /Write 62\.01\.$/)
      const given = await mcp.tool('search_subsidies', { nace: ['62', '01'] })
      assert.equal(given.isError, true)
    })

    test('a code that both versions have is read in the version that stands behind it, by filter and matcher alike', async () => {
      assert.notDeepEqual(await found('63.91'), await found('63.91 (2008)'))
      assert.ok((await found('63.91 (2008)')).includes('press'))
      const [older, newer] = [await verdicts(['63.91 (2008)']), await verdicts(['63.91'])]
      assert.deepEqual([older.press, newer.portals], ['likely_eligible', 'likely_eligible'])
      assert.notEqual(older.portals, 'likely_eligible')
      assert.notEqual(newer.press, 'likely_eligible')
      assert.deepEqual(await verdicts(['62.01 (2008)']), await verdicts(['62.01']))
      const refused = (await match(['62.01 (2025)'])).error()
      assert.match(refused.message, /does not exist in the version of NACE-BEL that is named behind it/)
      const shown = (await match(['63.91 (2008)', '63.91'])).json() as unknown as { company: { nace: string[] } }
      assert.deepEqual(shown.company.nace, ['6391 (2008)', '6391'])
    })

    test('a file is read cell by cell: decimal commas, lists, numbers, and the version that a header names', async () => {
      const id = await makeWatchlist(service, {}, service.keys.business)
      const browser = await signedInTo(service, service.accounts.business)
      const send = async (body: Buffer) => {
        const answer = await browser.send('POST', `/v1/dashboard/watchlists/${id}/file`, { body })
        assert.equal(answer.status, 200, answer.body.toString())
        return answer.json().data as { added: number; rejected: { reference: string; faults: { message: string }[] }[] }
      }
      const comma = await send(
        Buffer.from(
          'Klantnummer;Postcode;NACE\r\nsoft;9000;62,01\r\nbakker;9000;10,71\r\nteelt;9000;01,11\r\nfout;9000;1,5\r\n',
        ),
      )
      assert.equal(comma.added, 3)
      assert.deepEqual(
        comma.rejected.map(({ reference }) => reference),
        ['fout'],
      )
      assert.match(comma.rejected[0]?.faults[0]?.message ?? '', /01\.5/)
      const versions = await send(
        Buffer.from('Klantnummer;Postcode;NACE 2008\r\nnieuws;9000;63.91\r\nwebshop;9000;47.91\r\n'),
      )
      assert.equal(versions.added, 2)
      const workbook = await send(
        workbookOf([
          ['Klantnummer', 'NACE'],
          ['half', 1.5],
          ['groep', 62.1],
        ]),
      )
      assert.deepEqual([workbook.added, workbook.rejected.map(({ reference }) => reference)], [1, ['half']])

      const rows = await call(service.origin, 'GET', `/v1/watchlists/${id}/companies`, { key: service.keys.business })
      const kept = rows.json().data as { reference: string; company: { nace: string[] } }[]
      assert.deepEqual(Object.fromEntries(kept.map(({ reference, company }) => [reference, company.nace])), {
        ...{ soft: ['62.01'], bakker: ['10.71'], teelt: ['01.11'], groep: ['62.1'] },
        ...{ nieuws: ['63.91 (2008)'], webshop: ['47.91 (2008)'] },
      })
      // What a row shows can be sent again as it is.
      const again = await call(service.origin, 'POST', `/v1/watchlists/${id}/companies`, {
        key: service.keys.business,
        json: { companies: kept.map(({ reference, company }) => ({ reference, company })) },
      })
      assert.deepEqual((again.json().data as { rejected: unknown[] }).rejected, [])
      const matches = await call(service.origin, 'GET', `/v1/watchlists/${id}/matches?limit=100`, {
        key: service.keys.business,
      })
      const likely = (matches.json().data as { company_reference: string; status: string; subsidy: { id: string } }[])
        .filter(({ status }) => status === 'likely_eligible')
        .map(({ company_reference, subsidy }) => `${company_reference} ${subsidy.id.slice(3)}`)
      assert.ok(likely.includes('nieuws press') && likely.includes('soft software') && likely.includes('bakker bread'))
      for (const wrong of ['soft crops', 'soft leather', 'nieuws portals', 'bakker crops'])
        assert.ok(!likely.includes(wrong), wrong)
    })

    test('the check page takes what a cell takes, and shows the codes so that they are read again', async () => {
      const checked = await begin(service, '198.51.1.2', { nace: '62,01; 63.91 (2008)' })
      assert.equal(checked.status, 200)
      assert.deepEqual(keptIn(checked), { company: { nace: ['62.01', '63.91 (2008)'] } })
      assert.match(checked.page.text, /63\.91 \(2008\) /)
    })
  })
}
