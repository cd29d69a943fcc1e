/** Uploads to watchlists at the wire: the same again under a key, answers to conditions, and since when a company is watched. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, engines } from '../harness/databases.ts'
import { input } from '../harness/ingestion.ts'
import { bodyOf, companiesScene, records, row, type Uploaded, uploaded } from '../harness/watched-companies.ts'
import { makeWatchlist, upload } from '../harness/watchlists.ts'

for (const engine of engines) testsOn(engine)

function testsOn(engine: Engine): void {
  const title = (words: string): string => `${engine.name}: ${words}`
  const scene = companiesScene(engine)
  const { send, companies, evaluations, newcomer, claim } = scene

  test(title('Idempotency-Key: of uploads at once one is stored and counted, and all are answered alike'), async () => {
    const { key } = await newcomer()
    const id = await makeWatchlist(scene.service, {}, key)
    const once = { key, headers: { 'idempotency-key': 'at once' } }
    const answers = await Promise.all([1, 2, 3].map(() => upload(scene.service, id, [row('a'), row('b')], once)))
    assert.equal(new Set(answers.map(bodyOf)).size, 1)
    assert.equal(uploaded(answers[0] ?? assert.fail()).data.added, 2)
    assert.equal(await evaluations(key), 2)
  })

  test(title('Idempotency-Key: an upload that was refused is not remembered'), async () => {
    const { key } = await newcomer()
    const id = await makeWatchlist(scene.service, {}, key)
    await claim(id, 5_000)
    const once = { key, headers: { 'idempotency-key': 'refused' } }
    assert.equal((await upload(scene.service, id, [row('a')], once)).status, 403)
    await claim(id, 4_999)
    assert.equal(uploaded(await upload(scene.service, id, [row('a')], once)).data.added, 1)
  })

  test(title('answers: unused ones are kept as given, and named once in the language of the list'), async () => {
    const id = await makeWatchlist(scene.service, { language: 'fr' })
    const answers = { in_difficulty: false, 'al:asking#first': true, 'al:asking#judged': true, 'al:asking#sound': true }
    const rows = [
      { ...row('a'), answers },
      { ...row('b'), answers: { ...answers, 'al:gone#x': false, 'al:leaving#first': true, 'al:double#first': true } },
      { ...row('c', { employees: -1 }), answers: { 'al:rejected#x': true } },
    ]
    const { meta } = uploaded(await upload(scene.service, id, rows))
    assert.deepEqual(meta.warnings, [
      {
        code: 'answer_unused',
        message:
          "Ces réponses ne correspondent à aucune condition (ou plus) et n'ont pas servi : al:asking#judged, al:asking#sound, al:gone#x, al:leaving#first, al:double#first.",
      },
    ])
    assert.deepEqual(
      (await companies(id)).map((shown) => shown.answers),
      rows.slice(0, 2).map((given) => given.answers),
    )
    const match = await send('POST', '/v1/match', { json: { ...rows[1], reference: undefined, language: 'fr' } })
    const { warnings } = match.json().meta as Uploaded['meta']
    assert.deepEqual(
      warnings.filter(({ code }) => code === 'answer_unused'),
      meta.warnings,
    )
  })

  test(title('answers: of many unused ones a hundred are named, and how many more there are'), async () => {
    const id = await makeWatchlist(scene.service)
    const named = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`al:gone#x${from + index}`, true]))
    const rows = [
      { ...row('a'), answers: named(0, 70) },
      { ...row('b'), answers: named(35, 70) },
    ]
    const [warning, ...more] = uploaded(await upload(scene.service, id, rows)).meta.warnings
    assert.deepEqual(more, [])
    assert.match(warning?.message ?? '', /al:gone#x99 and 5 more\.$/)
    assert.ok(!warning?.message.includes('al:gone#x100'))
  })

  test(title('answers: beside the facts stands which text each answer to an own condition was given for'), async () => {
    const id = await makeWatchlist(scene.service)
    const answers = { in_difficulty: false, 'al:asking#first': true, 'al:gone#x': true }
    await upload(scene.service, id, [{ ...row('a'), answers }, row('b')])
    const texts = 'select answered_texts from watched_company where watchlist_id = $1 order by reference'
    const [a, b] = await scene.service.database.all<{ answered_texts: string | null }>(texts, [id])
    const prints = JSON.parse(a?.answered_texts ?? '{}') as Record<string, string>
    assert.deepEqual(Object.keys(prints), ['al:asking#first'])
    assert.match(prints['al:asking#first'] ?? '', /^[0-9a-f]{16}$/)
    assert.equal(b?.answered_texts, null)
  })

  test(
    title('added_seq: a version that is published later has a later place; a replaced company keeps its own'),
    async () => {
      const id = await makeWatchlist(scene.service)
      const head = async (): Promise<number> =>
        (await scene.service.database.one<{ last_seq: number }>('select last_seq from feed_head'))?.last_seq ?? 0
      const kept = (reference: string) =>
        scene.service.database.one<{ place: number; added_seq: number; revision: number }>(
          'select place, added_seq, revision from watched_company where watchlist_id = $1 and reference = $2',
          [id, reference],
        )
      const before = await head()
      await upload(scene.service, id, [row('a')])
      await scene.service.publish([...records, input(`later-${engine.name}`)])
      const between = await head()
      assert.ok(between > before)
      await upload(scene.service, id, [row('b'), row('a', { postcode: '4000' })])
      assert.deepEqual({ ...(await kept('a')) }, { place: 1, added_seq: before, revision: 2 })
      assert.deepEqual({ ...(await kept('b')) }, { place: 2, added_seq: between, revision: 2 })
    },
  )
}
