/** Companies of many numbers: each enterprise is read once, others have their turn meanwhile, and no code of an unsorted extract is lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { type CompanyGiven, dotted, numberOf, rowsOf } from '../../../tests/harness/register-files.ts'
import { registerScene } from '../../../tests/harness/register-scene.ts'
import { ExtractFault } from '../extract/extract-fault.ts'

const chain = numberOf(4_030_192)
const doors = Array.from({ length: 2_000 }, (_, index) => numberOf(20_000_000 + index))
const withDoors: CompanyGiven = {
  number: chain,
  establishments: doors.map((number) => ({ number, postcode: '9000', municipality: 'Gent' })),
  activities: doors.flatMap((number) =>
    ['10711', '47241', '56110', '62100', '47111'].map((code, index): [string, string, string, string, string] => [
      ...(['006', '2025', code, index === 0 ? 'MAIN' : 'SECO'] as const),
      number,
    ]),
  ),
}

const looksMax = 10

/** The longest time for which others have no turn while `work` goes on, in milliseconds. */
async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  let [last, longest, isOver] = [performance.now(), 0, false]
  const turn = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  turn()
  isOver = true
  return longest
}

for (const engine of engines) {
  test(`${engine.name}: many establishments of one enterprise keep the process for less than 50 ms at a stretch, and read it once`, async () => {
    await using scene = await registerScene(engine)
    await scene.load({ rows: rowsOf([withDoors]) })
    const asked = doors.slice(0, 500)
    const found = await scene.companies.find([...asked, chain])
    assert.equal(found.size, 501)
    assert.equal(new Set([...found.values()].map(({ company }) => company)).size, 1)
    assert.equal(found.get(doors[7] ?? '')?.establishment?.number, doors[7])
    assert.deepEqual(found.get(doors[7] ?? '')?.establishmentNace[0], { code: '10711', version: '2025', main: true })
    const stretches: number[] = []
    // Of several looks the best one counts, since others of this machine have their turn too.
    while (stretches.length < looksMax && Math.min(...stretches) >= 50)
      stretches.push(await longestStretch(() => scene.companies.find(asked)))
    assert.ok(Math.min(...stretches) < 50, `${stretches.map(Math.round)}`)
  })

  test(`${engine.name}: what several establishments do is read for an answer, and not for a match; what the only one does for both`, async () => {
    await using scene = await registerScene(engine)
    const [one, door] = [numberOf(5_012_345), numberOf(21_000_059)]
    await scene.load({
      rows: rowsOf([
        withDoors,
        {
          number: one,
          establishments: [{ number: door, postcode: '9000', municipality: 'Gent' }],
          activities: [['006', '2025', '96210', 'MAIN', door]],
        },
      ]),
    })
    const codesFor = async (reader: 'match' | 'answer') => {
      const found = await scene.companies.find([chain, one], scene.store.database, reader)
      return [chain, one].map((number) => found.get(number)?.company.nace.map(({ code }) => code))
    }
    assert.deepEqual(await codesFor('match'), [[], ['96210']])
    assert.deepEqual(await codesFor('answer'), [['10711', '47111', '47241', '56110', '62100'], ['96210']])
  })

  test(`${engine.name}: an extract that is not sorted by entity loses no code, and the main one of the NSSO is told wherever it stands`, async () => {
    await using scene = await registerScene(engine)
    const [left, right] = [numberOf(4_100_001), numberOf(4_200_002)]
    const rows = rowsOf([{ number: left }, { number: right }])
    for (let index = 0; index < 40; index += 1)
      for (const number of [left, right])
        rows.activity.push([
          ...[dotted(number), index === 11 ? '006' : '001', '2025', String(10_000 + index)],
          index === 11 || index === 0 ? 'MAIN' : 'SECO',
        ])
    await scene.load({ rows })
    for (const company of (await scene.companies.find([left, right])).values()) {
      const { nace } = company.company
      assert.equal(nace.length, 40)
      assert.deepEqual(
        nace.filter(({ main }) => main).map(({ code }) => code),
        ['10011'],
      )
    }
  })

  test(`${engine.name}: a file that gives one number more activities than anybody has is refused, sorted or not`, async () => {
    await using scene = await registerScene(engine)
    const [left, right] = [numberOf(4_100_001), numberOf(4_200_002)]
    for (const others of [[], [right]]) {
      const rows = rowsOf([{ number: left }, { number: right }])
      for (let index = 0; index <= 5_000; index += 1)
        for (const number of [left, ...others])
          rows.activity.push([dotted(number), '001', '2025', String(10_000 + index), 'SECO'])
      await assert.rejects(
        scene.load({ rows }),
        (fault) => fault instanceof ExtractFault && /more than 5000 activities/.test(fault.message),
      )
    }
    assert.equal(await scene.companies.loaded(), null)
  })
}
