import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortfall, suspicions } from './judgement.ts'
import { type Losses, noLosses } from './losses.ts'

type Doing = Partial<Omit<Losses, 'title' | 'movedTo'>> & {
  withdraw?: number
  titleEn?: number
  becomeOpen?: number
  newlyRejected?: number
  seen?: number
}

function reasonsFor(listedBefore: number, doing: Doing, isReleased = false): string[] {
  const { withdraw = 0, titleEn = 0, becomeOpen = 0, newlyRejected = 0, seen = listedBefore, ...losses } = doing
  const none = noLosses()
  return suspicions({
    judgement: { withdraw: Array.from({ length: withdraw }, (_, index) => `m${index}`), listedBefore },
    readout: {
      losses: {
        ...none,
        ...losses,
        title: { ...none.title, en: titleEn },
        movedTo: { ...none.movedTo, open: becomeOpen },
      },
      seen,
      newlyRejected,
    },
    isReleased,
  })
}

/** What a run does to measures of a source that lists so many, and the reason for which it is held; null: it is not. */
const runs: [listed: number, doing: Doing, reason: RegExp | null][] = [
  [10, { withdraw: 10 }, null],
  [11, { withdraw: 11 }, /^11 of 11 listed measures \(100 %\) would be withdrawn$/],
  [54, { withdraw: 11 }, /^11 of 54 .* would be withdrawn$/],
  [55, { withdraw: 11 }, null],
  [100, { withdraw: 20 }, null],
  [100, { deadline: 21 }, /^21 of 100 .* would lose their deadline/],
  [100, { deadline: 20 }, null],
  [100, { opening: 21 }, /^21 of 100 .* would lose the day on which they open/],
  [100, { opening: 20 }, null],
  [10, { deadline: 10 }, null],
  [100, { amount: 21 }, /would lose their amount or figures of it$/],
  [100, { amount: 20 }, null],
  [100, { statusWord: 21 }, /would lose the source's word on their status$/],
  [100, { titleEn: 21 }, /would lose their title in en$/],
  [100, { becomeOpen: 21 }, /would become open$/],
  [100, { becomeOpen: 20 }, null],
  [100, { otherTitle: 50 }, null],
  [100, { otherTitle: 51 }, /would get another title$/],
  [12, { otherTitle: 10 }, null],
  [100, { brokenTexts: 51 }, /would get texts with broken characters$/],
  [100, { brokenTexts: 50 }, null],
  [100, { newlyRejected: 21 }, /^21 of 100 records that were read \(21 %\) are rejected/],
  [100, { newlyRejected: 21, seen: 105 }, null],
  [0, { newlyRejected: 90, seen: 100 }, null],
  [0, { deadline: 0 }, null],
]
for (const [listed, doing, reason] of runs) {
  test(`of ${listed} listed measures ${JSON.stringify(doing)}: ${reason === null ? 'published' : 'held'}`, () => {
    const reasons = reasonsFor(listed, doing)
    if (reason === null) assert.deepEqual(reasons, [])
    else {
      assert.equal(reasons.length, 1)
      assert.match(reasons[0] ?? '', reason)
    }
  })
}

test('a run that looks wrong in several ways says each of them', () => {
  const reasons = reasonsFor(723, { deadline: 419, becomeOpen: 419, otherTitle: 723 })
  assert.equal(reasons.length, 3)
})

test("the first run of a release's bundled catalogue is never held", () => {
  assert.deepEqual(reasonsFor(100, { deadline: 100, withdraw: 100, newlyRejected: 100 }, true), [])
})

const readings: [seen: number, taken: number, announced: number | null, listed: number, short: RegExp | null][] = [
  [5, 5, 5, 9, null],
  [6, 5, 5, 9, null],
  [4, 4, 5, 0, /^read 4 of 5 announced records$/],
  [0, 0, null, 3, /^read no record of a source that lists 3$/],
  [0, 0, 0, 3, /^read no record of a source that lists 3$/],
  [0, 0, null, 0, null],
  [0, 0, 0, 0, null],
  [1, 1, null, 9, null],
  [723, 0, 723, 700, /^rejected every one of 723 records, because of title: missing$/],
  [723, 0, null, 0, /^rejected every one of 723 records/],
  [1, 0, null, 0, /^rejected the only record that was read, because of title: missing$/],
]
for (const [seen, taken, announced, listedBefore, short] of readings) {
  test(`${seen} read, ${taken} taken, ${announced ?? 'nothing'} announced, ${listedBefore} listed: ${short ?? 'complete'}`, () => {
    const found = shortfall({
      seen,
      taken,
      announced,
      listedBefore,
      firstRejection: taken < seen ? 'title: missing' : null,
    })
    if (short === null) assert.equal(found, null)
    else assert.match(found ?? '', short)
  })
}
