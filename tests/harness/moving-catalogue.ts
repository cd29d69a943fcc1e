/**
 * A catalogue in which something happens all the time: a file source whose records come, go and change, and an operator who
 * withdraws, reinstates and merges. Everything that a copy has to follow.
 */
import type { ProcessScene } from './process.ts'

type InputRecord = Record<string, unknown> & { local_id: string }

const recordsMax = 60
const changedAtOnce = 8

export type MovingCatalogue = {
  /** One thing that happens; answers what it was. */
  happen(): Promise<string>
}

/** Of the source `city` of the scene. `chance`: numbers from 0 to 1. */
export async function movingCatalogue(scene: ProcessScene, chance: () => number): Promise<MovingCatalogue> {
  const listed = new Map<string, InputRecord>()
  let made = 0
  const any = (below: number): number => Math.floor(chance() * below)
  const someId = (): string => `city:m${any(Math.max(made, 1))}`
  const someRecord = (localId: string): InputRecord => ({
    local_id: localId,
    title: { en: `Support ${localId} of round ${any(1_000)}`, nl: `Steun ${localId} ${any(1_000)}` },
    summary: 'x'.repeat(any(2_000)),
    url: `https://city.example/${localId}`,
    regions: [['flanders'], ['brussels'], []][any(3)],
    amount: { currency: 'EUR', min: any(100), max: 100 + any(1_000) },
    ...(any(3) === 0
      ? { related: { excludes: [someId(), someId()], requires: [someId()], replaced_by: [someId()] } }
      : {}),
    ...(any(4) === 0 ? { application_window: { opens_at: '2026-01-01', closes_at: `2031-0${1 + any(9)}-11` } } : {}),
  })
  const read = async (): Promise<void> => {
    await scene.lists('city', [...listed.values()])
    // Where a run is held for what it would withdraw, or the store is busy, the next one goes on.
    await scene.operator.command('ingest', 'city', '--json')
  }
  const things: [name: string, work: () => Promise<unknown>][] = [
    [
      'changed',
      async () => {
        for (let changed = 0; changed <= any(changedAtOnce); changed += 1) {
          const localId = listed.size < recordsMax && any(2) === 0 ? `m${made++}` : `m${any(made)}`
          listed.set(localId, someRecord(localId))
        }
        await read()
      },
    ],
    [
      'left out',
      async () => {
        for (const localId of [...listed.keys()].slice(any(listed.size), any(listed.size) + 4)) listed.delete(localId)
        await read()
        await read()
        await scene.operator.command('sources', 'confirm', 'city')
      },
    ],
    ['withdrawn', () => scene.operator.command('measures', 'withdraw', someId())],
    ['reinstated', () => scene.operator.command('measures', 'reinstate', someId())],
    ['merged', () => scene.operator.command('measures', 'merge', someId(), someId())],
  ]
  const [changed] = things
  for (let first = 0; first < 4; first += 1) await changed?.[1]()
  return {
    async happen() {
      const [name, work] = things[any(things.length)] ?? things[0] ?? ['', async () => {}]
      await work()
      return name
    },
  }
}
