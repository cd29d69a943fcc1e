/** Files of companies at the wire: looked at, taken, refused; what is stored and counted is that of an upload of JSON. */
import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'node:test'
import { fileBounds } from '../../src/watchlists/file/file-bounds.ts'
import { type Engine, engines } from '../harness/databases.ts'
import type { Answer } from '../harness/http.ts'
import { type SignedInBrowser, signedInTo } from '../harness/signed-in.ts'
import { companiesScene, row } from '../harness/watched-companies.ts'
import { makeWatchlist, upload } from '../harness/watchlists.ts'
import { dateStyle, workbookOf } from '../harness/workbooks.ts'

type Taken = {
  preview: boolean
  read: {
    format: string
    encoding: string | null
    columns: { header: string | null; use: string }[]
    notes: { code: string; column: string | null; count: number; message: string }[]
  }
  added: number
  replaced: number
  rejected_count: number
  rejected: {
    line: number
    reference: string | null
    faults: { code: string; column: string | null; message: string }[]
  }[]
  rejected_file: string | null
  outlook: {
    unchanged: number
    missing: { field: string; companies: number }[]
    companies: { held: number; with_file: number; allowed: number | null }
    evaluations: { needed: number; used: number; allowed: number | null }
  } | null
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const csv = latin1(
  'Klantnr;Naam;Postcode;VTE;Omzet;NACE-code\r\nC1;Café;9000;12;1.250.000,50;62.01\r\nC2;Bakker;4000;3;;"10.71, 47.24"\r\nC3;x;99999;drie;;\r\n',
)

function takenOf(answer: Answer): Taken {
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json().data as Taken
}

for (const engine of engines) testsOn(engine)

function testsOn(engine: Engine): void {
  const title = (words: string): string => `${engine.name}: POST /v1/dashboard/watchlists/{id}/file, ${words}`
  const scene = companiesScene(engine)

  async function newBrowser(plan: 'business' | 'enterprise' = 'business') {
    const { account, key } = await scene.newcomer(plan)
    const id = await makeWatchlist(scene.service, {}, key)
    const browser = await signedInTo(scene.service, account)
    return { account, key, id, browser }
  }

  const send = (browser: SignedInBrowser, id: string, body: Buffer, query = '', headers = {}): Promise<Answer> =>
    browser.send('POST', `/v1/dashboard/watchlists/${id}/file${query}`, { body, headers })

  test(title('preview: says what was read and what it would come to, and writes and counts nothing'), async () => {
    const { key, id, browser } = await newBrowser()
    await upload(scene.service, id, [row('C1', { postcode: '9000' }), row('other')], { key })
    const taken = takenOf(await send(browser, id, csv, '?preview=true&lang=nl'))
    assert.deepEqual([taken.preview, taken.added, taken.replaced], [true, 1, 1])
    assert.deepEqual([taken.read.format, taken.read.encoding], ['csv', 'windows-1252'])
    assert.deepEqual(
      taken.read.columns.map(({ header, use }) => `${header} ${use}`),
      ['Klantnr taken', 'Naam left_aside', 'Postcode taken', 'VTE taken', 'Omzet taken', 'NACE-code taken'],
    )
    assert.deepEqual(taken.outlook?.companies, { held: 2, with_file: 3, allowed: 5_000 })
    assert.deepEqual(taken.outlook?.evaluations, { needed: 2, used: 2, allowed: 10_000 })
    assert.deepEqual(
      taken.outlook?.missing.filter(({ companies }) => companies > 0),
      [
        { field: 'company.legal_form', companies: 2 },
        { field: 'company.founded_on', companies: 2 },
        { field: 'company.turnover_eur', companies: 1 },
      ],
    )
    assert.deepEqual(
      taken.rejected.map(({ line, reference, faults }) => [line, reference, faults.map(({ code }) => code)]),
      [[4, 'C3', ['not_whole', 'postcode']]],
    )
    assert.equal(taken.rejected[0]?.faults[1]?.message, 'Kolom Postcode: “99999” is geen Belgische postcode')
    assert.match(
      taken.rejected_file ?? '',
      /^\ufeffLijn in uw bestand;Wat er niet klopt;Klantnr;.*\r\n4;.*;C3;x;99999;drie;;\r\n$/,
    )
    assert.deepEqual(await scene.references(id, key), ['C1', 'other'])
    assert.equal(await scene.evaluations(key), 2)
  })

  test(title('200: what can be read is stored as the same upload of JSON stores it, and counts the same'), async () => {
    const { key, id, browser } = await newBrowser()
    const taken = takenOf(await send(browser, id, csv))
    assert.deepEqual([taken.preview, taken.added, taken.replaced, taken.rejected.length], [false, 2, 0, 1])
    assert.equal(taken.outlook, null)
    assert.deepEqual(taken.read.notes, [])
    const other = await makeWatchlist(scene.service, {}, key)
    const json = [
      { reference: 'C1', company: { postcode: '9000', employees: 12, turnover_eur: 1_250_000.5, nace: ['62.01'] } },
      { reference: 'C2', company: { postcode: '4000', employees: 3, nace: ['10.71', '47.24'] } },
    ]
    await upload(scene.service, other, json, { key })
    const facts = async (list: string): Promise<unknown> =>
      (await scene.companies(list, key)).map(({ added_at: _, updated_at: __, ...rest }) => rest)
    assert.deepEqual(await facts(id), await facts(other))
    assert.equal(await scene.evaluations(key), 4)
    const again = takenOf(await send(browser, id, csv, '?preview=true'))
    assert.deepEqual([again.added, again.replaced, again.outlook?.unchanged], [0, 2, 2])
  })

  test(title('200: a workbook is read as its cells are shown, and its rows are told by their numbers'), async () => {
    const { key, id, browser } = await newBrowser()
    const bytes = workbookOf([
      ['Code client', 'Code postal', 'Date de constitution', "N° d'entreprise"],
      ['A', 9000, { style: dateStyle, written: '<v>38717</v>' }, 403019261],
      [],
      ['B', 9000, '31/13/2005', null],
    ])
    const taken = takenOf(await send(browser, id, bytes, '?lang=fr'))
    assert.deepEqual([taken.read.format, taken.added], ['xlsx', 1])
    assert.deepEqual([taken.rejected[0]?.line, taken.rejected[0]?.reference], [4, 'B'])
    const [stored] = await scene.companies(id, key)
    const { postcode, founded_on, enterprise_number } = (stored?.company ?? {}) as Record<string, unknown>
    assert.deepEqual([postcode, founded_on, enterprise_number], ['9000', '2005-12-31', '0403019261'])
  })

  test(title('200: a file of rejected rows alone changes nothing and counts nothing'), async () => {
    const { key, id, browser } = await newBrowser()
    const taken = takenOf(await send(browser, id, Buffer.from('ref,vte\nA,x\n')))
    assert.deepEqual([taken.added, taken.replaced, taken.rejected.length], [0, 0, 1])
    assert.deepEqual([await scene.references(id, key), await scene.evaluations(key)], [[], 0])
  })

  test(
    title('200: of very many rejected rows the answer tells the first, how many there are, and hands all back'),
    async () => {
      const { id, browser } = await newBrowser()
      const { rejectedToldMax } = fileBounds
      const lines = Array.from({ length: rejectedToldMax + 3 }, (_, index) => `C${index},x`)
      const taken = takenOf(await send(browser, id, Buffer.from(`ref,vte\n${lines.join('\n')}\n`)))
      assert.deepEqual([taken.rejected_count, taken.rejected.length], [rejectedToldMax + 3, rejectedToldMax])
      assert.equal(taken.rejected_file?.trim().split('\r\n').length, rejectedToldMax + 4)
    },
  )

  test(title('Idempotency-Key: sent again it stores nothing and counts nothing again'), async () => {
    const { key, id, browser } = await newBrowser()
    const headers = { 'idempotency-key': 'file-1' }
    const first = takenOf(await send(browser, id, csv, '', headers))
    const second = takenOf(await send(browser, id, csv, '', headers))
    assert.deepEqual(second, first)
    assert.equal(await scene.evaluations(key), 2)
    assert.equal((await send(browser, id, Buffer.from('ref\nA\n'), '', headers)).status, 409)
  })

  test(
    title('403 and 429: a file beyond the plan or the evaluations is refused whole; a preview says by how much'),
    async () => {
      const { key, id, browser } = await newBrowser()
      const full = await makeWatchlist(scene.service, {}, key)
      await scene.claim(full, 4_999)
      const refused = await send(browser, id, csv)
      assert.deepEqual([refused.status, refused.error().details.requested], [403, '5001'])
      const preview = takenOf(await send(browser, id, csv, '?preview=true'))
      assert.deepEqual(preview.outlook?.companies, { held: 4_999, with_file: 5_001, allowed: 5_000 })
      await scene.claim(full, 0)
      await upload(scene.service, id, [row('a')], { key })
      const used =
        'update match_usage set evaluations = 9999 where evaluations = 1 and account_id = (select account_id from watchlist where id = $1)'
      assert.equal(await scene.service.database.run(used, [id]), 1)
      const second = await send(browser, id, csv)
      assert.deepEqual([second.status, second.error().code], [429, 'match_quota_exceeded'])
      assert.deepEqual([await scene.references(id, key), await scene.evaluations(key)], [['a'], 9_999])
    },
  )

  test(
    title('422: what is no table names the fault; 404: a list of another account; 400: beyond the bytes'),
    async () => {
      const { id, browser } = await newBrowser()
      const none = await send(browser, id, Buffer.from('naam;omzet\nA;1\n'))
      assert.deepEqual([none.status, none.error().code, none.error().details], [422, 'invalid_body', { field: 'body' }])
      assert.match(none.error().message, /No column is called “reference”/)
      const bomb = await send(browser, id, Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(5_000)]))
      assert.deepEqual([bomb.status, bomb.error().code], [422, 'invalid_body'])
      const foreign = await newBrowser()
      for (const query of ['', '?preview=true']) {
        const answer = await send(browser, foreign.id, csv, query)
        assert.deepEqual([answer.status, answer.error().code], [404, 'watchlist_not_found'])
      }
      const large = await send(browser, id, Buffer.alloc(fileBounds.bytesMax + 1, 'a'))
      assert.equal(large.status, 400)
    },
  )

  test(title('401, 403: without a session, from another site, on a plan without watchlists'), async () => {
    const { id, browser, key } = await newBrowser()
    const path = `/v1/dashboard/watchlists/${id}/file`
    assert.equal((await scene.send('POST', path, { key, body: csv })).status, 401)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const cross = await send(browser, id, csv, '', foreign)
    assert.deepEqual([cross.status, cross.error().code], [403, 'forbidden'])
    const pro = await signedInTo(scene.service, scene.service.accounts.pro)
    const lacking = await send(pro, id, csv)
    assert.deepEqual(
      [lacking.status, lacking.error().code, lacking.error().required_plan],
      [403, 'plan_required', 'business'],
    )
  })

  test(title('400 and 200: rows that a sheet hides are taken on the word of whoever sends it alone'), async () => {
    const { key, id, browser } = await newBrowser()
    const bytes = workbookOf(
      [
        ['Klantnummer', 'Postcode'],
        ['hidden', '9000'],
        ['shown', '9000'],
      ],
      { hiddenRows: [2] },
    )
    const asked = await send(browser, id, bytes)
    assert.deepEqual([asked.status, asked.error().details], [400, { parameter: 'hidden_rows' }])
    assert.match(asked.error().message, /rows of the sheet are hidden \(1\)\. Write hidden_rows=leave_out/)
    assert.deepEqual([await scene.references(id, key), await scene.evaluations(key)], [[], 0])
    const preview = takenOf(await send(browser, id, bytes, '?preview=true&lang=nl'))
    const notes = preview.read.notes.map(({ code, count }) => [code, count])
    assert.deepEqual([preview.added, notes], [1, [['hidden_rows', 1]]])
    assert.match(preview.read.notes[0]?.message ?? '', /^Verborgen rijen: 1\./)
    assert.equal(takenOf(await send(browser, id, bytes, '?hidden_rows=leave_out')).added, 1)
    assert.deepEqual(await scene.references(id, key), ['shown'])
    assert.equal(takenOf(await send(browser, id, bytes, '?hidden_rows=take')).added, 1)
    assert.deepEqual(await scene.references(id, key), ['hidden', 'shown'])
  })

  test(
    title('200: what a rule for a whole column makes of its cells is said once, with how many they are'),
    async () => {
      const { key, id, browser } = await newBrowser()
      const body = Buffer.from('ref;vte;Date de création\nA;4,2;01-02-19\nB;8,5;31-12-98\nC;3;1/1/2020\n')
      const taken = takenOf(await send(browser, id, body, '?lang=en'))
      assert.deepEqual(
        taken.read.notes.map(({ message }) => message),
        [
          'Column vte: 2 × a number with decimals, rounded down.',
          'Column Date de création: 2 × a year of two digits. Up to next year (of a planned start: always) it is 20xx, else 19xx.',
        ],
      )
      const rows = (await scene.companies(id, key)).map(({ company }) => company as Record<string, unknown>)
      assert.deepEqual(
        rows.map(({ employees, founded_on }) => [employees, founded_on]),
        [
          [4, '2019-02-01'],
          [8, '1998-12-31'],
          [3, '2020-01-01'],
        ],
      )
    },
  )

  test(title('422: a file of another kind is told what it is'), async () => {
    const { id, browser } = await newBrowser()
    for (const [body, said] of [
      ['<html><table><tr><td>Klantnummer</td></tr></table></html>', /a web page \(HTML\)/],
      ['%PDF-1.7', /a PDF/],
      ['[{"reference":"A"}]', /This is JSON/],
    ] as const) {
      const answer = await send(browser, id, Buffer.from(body))
      assert.equal(answer.status, 422)
      assert.match(answer.error().message, said)
    }
  })

  test(title('200: a file of one account waits for no file of another, however long those take'), async () => {
    const [slow, quick] = [await newBrowser(), await newBrowser()]
    // What a reader works at for seconds: numbers of ever so many rows, which are too many only when they have been read.
    const heavy = workbookOf(
      Array.from({ length: 4_000 }, (_, row) => Array.from({ length: 100 }, (_, at) => row * at)),
    )
    const nested = workbookOf([['ref'], ['A']], { parts: { 'xl/sharedStrings.xml': '<a>'.repeat(200_000) } })
    const attack = [heavy, nested, heavy, nested, heavy].map((body) => send(slow.browser, slow.id, body))
    const began = performance.now()
    const taken = takenOf(await send(quick.browser, quick.id, csv))
    const waitedMs = performance.now() - began
    assert.deepEqual([taken.added, taken.rejected_count], [2, 1])
    const statuses = (await Promise.all(attack)).map(({ status }) => status)
    assert.ok(
      statuses.every((status) => status === 422 || status === 429),
      statuses.join(),
    )
    const answer = await send(slow.browser, slow.id, nested)
    assert.match(answer.error().message, /damaged, or of a form that we do not read \(xl\/sharedStrings\.xml\)/)
    // Some 100 ms where nothing else has the machine.
    assert.ok(waitedMs < fileBounds.readingMs / 2, `${waitedMs} ms`)
  })

  test(title('200: as many companies as a file may have are taken at once, and nobody waits for it'), async () => {
    const { key, id, browser } = await newBrowser('enterprise')
    const lines = Array.from(
      { length: fileBounds.rowsMax },
      (_, index) => `C${index};9000;${index % 250};62.01;;;;;;;x`,
    )
    const body = Buffer.from(`ref;postcode;vte;nace;a;b;c;d;e;f;g\n${lines.join('\n')}\n`)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const taken = takenOf(await send(browser, id, body))
    delay.disable()
    assert.equal(taken.added, fileBounds.rowsMax)
    assert.equal((await scene.list(id, key)).companies, fileBounds.rowsMax)
    // Some 30 ms where nothing else has the machine.
    assert.ok(delay.max / 1e6 < 500, `${delay.max / 1e6} ms`)
  })
}
