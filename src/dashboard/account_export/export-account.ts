/** Everything that is an account's own, in one zip: lines of JSON by table, with a text that says what they are. */
import { noteAudit } from '../../accounts/audit/audit.ts'
import type { Actor } from '../../accounts/audit/audit-entry.ts'
import { showAccount } from '../../accounts/operations.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../platform/database/database.ts'
import { dayOf, formatInstant, type Instant } from '../../values/brussels.ts'
import { exporters } from './exporters.ts'
import { type ZippedFile, zipped } from './zip.ts'

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
