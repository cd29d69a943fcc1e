/** Everything that is an account's own, in one zip: lines of JSON by table, with a text that says what they are. */
import { Zip, ZipDeflate } from 'fflate'
import { noteAudit } from '../../accounts/audit/audit.ts'
import type { Actor } from '../../accounts/audit/audit-entry.ts'
import { accountExporter, type Exporter } from '../../accounts/exporter.ts'
import { showAccount } from '../../accounts/operations.ts'
import { billingExporter } from '../../billing/leaving.ts'
import { eventExporter } from '../../changes/leaving.ts'
import { Refusal } from '../../contract/refusals.ts'
import { digestExporter } from '../../digests/leaving.ts'
import { countsExporter } from '../../limits/leaving.ts'
import { mailExporter } from '../../mail/leaving.ts'
import type { Database } from '../../platform/database/database.ts'
import { signInExporter } from '../../sign_in/leaving.ts'
import { usageExporter } from '../../usage/leaving.ts'
import { dayOf, formatInstant, type Instant } from '../../values/brussels.ts'
import { watchlistExporter } from '../../watchlists/leaving.ts'
import { webhookExporter } from '../../webhooks/leaving.ts'

/** A zip archive that is made while it is sent: files one after the other, each in pieces, compressed as they come. */
type ZippedFile = { name: string; pieces: AsyncIterable<Uint8Array> }

/** The bytes of the archive, in order. What was made of a piece leaves before the next piece is asked for. */
async function* zipped(files: readonly ZippedFile[], at: Date): AsyncGenerator<Buffer> {
  let made: Buffer[] = []
  const archive = new Zip((fault, bytes) => {
    if (fault !== null) throw fault
    made.push(Buffer.from(bytes))
  })
  function* taken(): Generator<Buffer> {
    const ready = made
    made = []
    yield* ready
  }
  for (const { name, pieces } of files) {
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = at
    archive.add(file)
    for await (const piece of pieces) {
      file.push(piece)
      yield* taken()
    }
    file.push(new Uint8Array(0), true)
    yield* taken()
  }
  archive.end()
  yield* taken()
}

/** Who hands out what of an account; a test holds it against the table of tables. */
export const exporters: readonly Exporter[] = [
  accountExporter,
  mailExporter,
  countsExporter,
  eventExporter,
  watchlistExporter,
  webhookExporter,
  digestExporter,
  usageExporter,
  billingExporter,
  signInExporter,
]

const readme = (id: string, at: Instant): string => `This archive holds what the service keeps of the account ${id},
as it was on ${formatInstant(at)} and while the archive was made.

Each file has one JSON object a line (UTF-8). Moments are RFC 3339 with the offset of Brussels; amounts are in euros.
Keys, secrets of webhooks, passwords and sessions are not in it: the service does not keep what would open them, or
keeps it sealed. What the payment provider knows is shown in its own portal.
`

/** Archives made at once by this process: each reads much of the store. */
const archivesAtOnce = 2
let underWay = 0

export function archiveName(accountId: string, now: Instant): string {
  return `subsidy-measures-${accountId}-${dayOf(now)}.zip`
}

/**
 * The bytes of the archive, made as they are asked for; the export is noted when the first are. Refuses `not_found` where there
 * is no such account, `rate_limit_exceeded` where as many are under way as may be.
 */
export async function* exportAccount(
  database: Database,
  now: Instant,
  { accountId, actor }: { accountId: string; actor: Actor },
): AsyncGenerator<Buffer> {
  if (underWay >= archivesAtOnce)
    throw new Refusal('rate_limit_exceeded', 'Others are being made. Try again.', {}, { 'retry-after': '10' })
  underWay += 1
  try {
    const { id } = await showAccount(database, accountId)
    await database.transaction((transaction) =>
      noteAudit(transaction, now, { accountId: id, actor, action: 'account_exported' }),
    )
    const means = { database: database.forBulk(), accountId: id, now }
    const files: ZippedFile[] = [
      { name: 'README.txt', pieces: textPieces(readme(id, now)) },
      ...exporters.flatMap((exporter) =>
        exporter.files(means).map(({ name, rows }) => ({ name: `${name}.ndjson`, pieces: linePieces(rows) })),
      ),
    ]
    yield* zipped(files, new Date(now))
  } finally {
    underWay -= 1
  }
}

async function* textPieces(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

async function* linePieces(pages: AsyncIterable<readonly object[]>): AsyncGenerator<Uint8Array> {
  for await (const rows of pages) {
    if (rows.length > 0) yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  }
}
