/** A file of companies over HTTP: `POST /v1/dashboard/watchlists/{id}/file`. */
import Type from 'typebox'
import { RawBody } from '../../contract/body/body-kinds.ts'
import { flag, oneOf } from '../../contract/parameters.ts'
import { invalidBody, invalidParameter, type Refusal } from '../../contract/refusals.ts'
import { type RouteRecord, routeFor } from '../../contract/route.ts'
import { oneSchema } from '../../contract/schemas.ts'
import { orNull } from '../../measures/record/schema-parts.ts'
import { dashboardTwinAccess } from '../../sign_in/access.ts'
import { languages } from '../../values/vocabularies.ts'
import {
  hiddenRowsChoices,
  hiddenRowsIn,
  previewCompanyFile,
  readCompanyFile,
  takeCompanyFile,
} from '../../watchlists/file/company-file.ts'
import { fileBounds } from '../../watchlists/file/file-bounds.ts'
import { fileFaultText } from '../../watchlists/file/told/file-fault-words.ts'
import { watchlistParameter } from '../../watchlists/watchlist-schema.ts'
import { previewObject, readObject, rejectedObjects, type WatchlistFileNeeds } from '../watchlist-files.ts'

const route = routeFor<WatchlistFileNeeds>()
const closed = { additionalProperties: false } as const
const count = (description: string) => Type.Integer({ minimum: 0, description })
const bound = (description: string) => orNull(Type.Integer({ minimum: 0, description }))

const readSchema = Type.Object(
  {
    format: Type.Enum(['csv', 'xlsx']),
    encoding: orNull(Type.Enum(['utf-8', 'utf-16le', 'windows-1252'])),
    delimiter: orNull(Type.String({ description: 'What parts the cells of a CSV.' })),
    sheet: orNull(Type.String({ description: 'The sheet of a workbook that was read.' })),
    other_sheets: Type.Array(Type.String(), { description: 'Those that were not.' }),
    notes: Type.Array(
      Type.Object(
        {
          code: Type.String({ description: '`rounded_down`, `short_year`, `establishment_taken` or `hidden_rows`.' }),
          column: orNull(Type.String({ description: 'Its header; null where the note is of no column.' })),
          count: Type.Integer({ minimum: 1, description: 'Cells, or rows.' }),
          message: Type.String({ description: 'In `lang`.' }),
        },
        closed,
      ),
      { description: 'What a rule for a whole column made of its cells, and rows that the sheet hides.' },
    ),
    columns: Type.Array(
      Type.Object(
        {
          header: orNull(Type.String()),
          use: Type.Enum(['taken', 'left_aside', 'unknown']),
          field: orNull(Type.String({ description: 'Property of an uploaded company that the column gives.' })),
          reason: orNull(
            Type.Enum(['follows_from_postcode', 'follows_from_figures', 'follows_from_founding', 'no_names', 'ours']),
          ),
        },
        closed,
      ),
    ),
  },
  { ...closed, $id: 'ReadFile', description: 'What the file was read as.' },
)

const rejectedSchema = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: 'Of the file: where the row begins.' }),
    reference: orNull(Type.String()),
    faults: Type.Array(
      Type.Object(
        {
          column: orNull(Type.String({ description: 'Its header; null where the fault is of no column alone.' })),
          field: orNull(Type.String()),
          code: Type.String(),
          message: Type.String({ description: 'In `lang`.' }),
        },
        closed,
      ),
    ),
  },
  { ...closed, $id: 'RejectedFileRow', description: 'A row that is not taken: what is stored stays.' },
)

const registerSchema = Type.Object(
  {
    loaded: orNull(Type.Object({ extract: Type.Integer(), date: Type.String({ format: 'date' }) }, closed)),
    numbers: count('Rows that give a number, of those that can be taken.'),
    filled: count('Of them those of which something is filled.'),
    fields: Type.Array(Type.Object({ field: Type.String(), companies: count('That are filled with it.') }, closed)),
    several_places: count('Without a place, because the enterprise has several establishments.'),
    not_in_register: count('Whose enterprise or establishment the register does not have, or none is loaded.'),
    not_active: count('That are not active any more.'),
  },
  {
    ...closed,
    $id: 'FileRegister',
    description:
      'What the numbers of the file come to in the register of companies; `loaded` null: none is loaded here.',
  },
)

const takenSchema = Type.Object(
  {
    preview: Type.Boolean({ description: 'Nothing was written.' }),
    read: readSchema,
    added: count('Companies that are new to the list.'),
    replaced: count('Companies of the list that get other facts, or the same.'),
    rejected_count: count('Rows that are not taken.'),
    rejected: Type.Array(rejectedSchema, {
      maxItems: fileBounds.rejectedToldMax,
      description: 'The first of them; `rejected_file` holds all.',
    }),
    rejected_file: orNull(
      Type.String({ description: 'The rejected rows as a CSV, each with its line and what is wrong, in `lang`.' }),
    ),
    outlook: orNull(
      Type.Object(
        {
          unchanged: count('Of those that are replaced, how many have these facts already.'),
          missing: Type.Array(Type.Object({ field: Type.String(), companies: count('That lack it.') }, closed), {
            description: 'Facts that most rules look at, where neither the row nor its number tells them.',
          }),
          register: orNull(registerSchema),
          companies: Type.Object(
            { held: count('On all lists.'), with_file: count('Then.'), allowed: bound('By the plan; null: no bound.') },
            closed,
          ),
          evaluations: Type.Object(
            { needed: count('By the file.'), used: count('This month.'), allowed: bound('A month; null: no bound.') },
            closed,
          ),
        },
        { ...closed, $id: 'FileOutlook', description: 'Of a preview: what taking the file would come to.' },
      ),
    ),
  },
  { ...closed, $id: 'TakenFile' },
)

const query = {
  preview: flag({ description: 'Whether the file is only read and told of. Default false.' }),
  hidden_rows: oneOf(hiddenRowsChoices, {
    description:
      'What becomes of rows that the sheet of a workbook hides. A file that has any is taken with this word alone; a preview ' +
      'says how many there are, and leaves them out where nothing else is said.',
  }),
  lang: oneOf(languages, { description: 'Of what is said of rejected rows. Default `en`.' }),
}

const fileRoute = route<typeof query, Buffer>({
  method: 'POST',
  path: '/v1/dashboard/watchlists/{id}/file',
  operation: 'uploadWatchlistFile',
  summary: 'Add companies from a file',
  description:
    `A CSV or an XLSX, told apart by its bytes: at most ${fileBounds.bytesMax} bytes, ${fileBounds.rowsMax} companies and ` +
    `${fileBounds.columnsMax} columns. The first row names the columns, in nl, fr or en. What can be read is taken as an upload ` +
    'of JSON is, all of it or none, with the same evaluations and bounds; a row that cannot is answered with everything that is ' +
    'wrong with it. 422: no table can be read.',
  tag: 'Watchlists',
  access: dashboardTwinAccess,
  capability: 'watchlists',
  pathParameters: watchlistParameter,
  query,
  body: new RawBody('application/octet-stream', fileBounds.bytesMax, Type.String({ format: 'binary' })),
  shape: 'one',
  answers: { 200: { description: 'What came of the file.', schema: oneSchema('TakenFileAnswer', takenSchema) } },
  refuses: [
    'invalid_parameter',
    'invalid_body',
    'watchlist_not_found',
    'match_quota_exceeded',
    'rate_limit_exceeded',
    'subscription_required',
    'forbidden',
  ],
  idempotent: true,
  etag: false,
  async run(call) {
    const { path, query: asked, body, needs, caller, counted, now, signal, idempotency, warn } = call
    const { id: watchlistId = '' } = path
    const language = asked.lang ?? 'en'
    const hiddenRows = asked.hidden_rows ?? null
    const { accountId } = caller
    const outcome = await readCompanyFile(needs, body, { accountId, hiddenRows, now, signal })
    if ('fault' in outcome) throw invalidBody('body', fileFaultText(outcome.fault, 'en'))
    const { file } = outcome
    if (asked.preview !== true && hiddenRows === null && hiddenRowsIn(file) > 0)
      throw hiddenRowsUndecided(hiddenRowsIn(file))
    const told = { read: readObject(file, language), ...(await rejectedObjects(file, language)) }
    if (asked.preview === true) {
      const preview = await previewCompanyFile(needs.database, file, { caller, watchlistId })
      return { data: { preview: true, ...told, ...previewObject(preview) } }
    }
    const taken = await takeCompanyFile(needs, file, { caller, counted, watchlistId, now, idempotency })
    for (const warning of taken.warnings) warn(warning)
    const { added, replaced } = taken
    return { data: { preview: false, ...told, added, replaced, outlook: null }, language: taken.language }
  },
})

/** Nobody but the sender knows whether rows that a filter hides are companies of the list. */
function hiddenRowsUndecided(count: number): Refusal {
  const message =
    `hidden_rows is missing, and rows of the sheet are hidden (${count}). Write hidden_rows=leave_out to take the others alone, or ` +
    'hidden_rows=take to take these too.'
  return invalidParameter('hidden_rows', message)
}

export const watchlistFileRoutes: readonly RouteRecord<WatchlistFileNeeds>[] = [fileRoute]
