/** Processes on one store that go on from images of its catalogue and write them, and all that such a process says. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BulkEntry, bulkEntryText } from '../../src/matching/bulk-entry.ts'
import type { Matcher } from '../../src/matching/matcher.ts'
import type { FollowedCatalogue } from '../../src/measures/catalogue/follow.ts'
import { indexSorts } from '../../src/measures/finding/query.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Observer } from '../../src/platform/observer.ts'
import { languages, views } from '../../src/values/vocabularies.ts'
import { type FollowedScene, withFollowed } from './followed.ts'
import { input } from './ingestion.ts'
import { randomInputs } from './random-measures.ts'
import type { InputRecord } from './sample-measures.ts'

/** Records of every kind, of which some name one another. */
export const listed: readonly InputRecord[] = [
  ...randomInputs(60, 7),
  input('ends', { application_window: { closes_at: '2026-03-05T12:00:00+01:00' } }),
  input('opens', { application_window: { opens_at: '2026-03-04', closes_at: '2026-03-20' } }),
  input('excludes', { related: { excludes: ['al:r1', 'al:merged'] } }),
  input('merged', { title: 'Support that goes into another' }),
  input('survivor'),
]
export const companies: readonly BulkEntry[] = [
  { company: { postcode: '9000', employees: 8, nace: ['62010'], legal_form: '014' } },
  { company: { postcode: '1000', employees: 3 }, project: { topics: ['energy_efficiency'] } },
  { company: { employees: 400 }, answers: { in_difficulty: true } },
  {},
]
const words = [[], ['support'], ['titel'], ['groene', 'steun'], ['klimaatpremie'], ['fl'], ['energie']]

export type Process = { followed: FollowedCatalogue; matcher: Matcher; told: { outcome: string }[] }

/** Everything that a process says of the catalogue, as text. */
export async function sayingsOf({ followed, matcher }: Pick<Process, 'followed' | 'matcher'>, scene: FollowedScene) {
  await followed.catchUp()
  return followed.read((catalogue) => {
    const { state } = catalogue
    const all = { words: [], filters: { include_withdrawn: true }, sort: 'updated', after: null, limit: 1_000 } as const
    const { ids } = catalogue.search(all)
    return {
      of: [state.publication, state.position, state.size, state.parts.liveBytes],
      rows: ids.flatMap((id) =>
        views.flatMap((view) => languages.map((language) => catalogue.row(view, id, language).toString())),
      ),
      found: words.flatMap((asked) =>
        indexSorts.flatMap((sort) =>
          [false, true].map((most) => catalogue.search({ ...all, filters: {}, words: asked, sort, most })),
        ),
      ),
      filtered: [{ status: ['open'] as const }, { region: ['wallonia'] as const }, { nace: ['62010'] }].map((filters) =>
        catalogue.search({ ...all, filters }),
      ),
      leads: ['al:merged', 'al:survivor', 'al:r1'].map((id) => [id, state.resolveId(id), state.modesOf(id)]),
      seen: [...state.parts.pageSeenAt.entries()].toSorted(),
      judged: companies.map((company) => bulkEntryText(matcher, catalogue, company, scene.clock.now())),
      isDue: [0, 1, 2, 3, 30, 300].map((days) => catalogue.isDue(scene.clock.now() + days * 86_400_000)),
    }
  })
}

export type Imaged = FollowedScene & {
  folder: string
  /** A process with images; `isWritten`: resolves when its image is on the disk. */
  begin(changes?: Parameters<FollowedScene['another']>[0]): Process
  /** Reads everything, and resolves when the image of that is on the disk. */
  write(changes?: Parameters<FollowedScene['another']>[0]): Promise<Process>
}

export async function withImages(database: Database, work: (scene: Imaged) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'image-'))
  try {
    await withFollowed(database, async (scene) => {
      const processWith = (changes: Parameters<FollowedScene['another']>[0], tell: Observer['tell']): Process => {
        const told: { outcome: string }[] = []
        const observer: Observer = {
          tell(occurrence) {
            if (occurrence.name === 'catalogue_image') told.push(occurrence.labels)
            tell(occurrence)
          },
          end: () => {},
        }
        const image = { folder, isWritten: true, measuresMin: 1 }
        return { ...scene.another({ image, observer, ...changes }), told }
      }
      await work({
        ...scene,
        folder,
        begin: (changes) => processWith(changes, () => {}),
        async write(changes = {}) {
          const isWritten = Promise.withResolvers<void>()
          const made = processWith(changes, (occurrence) => {
            if (occurrence.name !== 'catalogue_image') return
            if (occurrence.labels.outcome === 'written') isWritten.resolve()
            else isWritten.reject(new Error(`the image is ${occurrence.labels.outcome}`))
          })
          await made.followed.catchUp()
          await isWritten.promise
          return made
        },
      })
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}
