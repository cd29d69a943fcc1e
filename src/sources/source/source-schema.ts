/** Schemas of the source record and its runs, as the API shows them (contract 4). */
import Type, { type TSchema } from 'typebox'
import { governmentLevels, licenceModes, regions, runStatuses, sourceFreshness } from '../../values/vocabularies.ts'

const closed = { additionalProperties: false } as const
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()])
const timestamp = (description: string) => Type.String({ format: 'date-time', description })
const count = (description: string) => Type.Integer({ minimum: 0, description })

const sourceProperties = {
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'First part of the ids of its measures.' }),
  publisher: Type.String({ description: 'The authority, or whoever words the records.' }),
  url: Type.String(),
  government_level: Type.Enum([...governmentLevels]),
  regions: Type.Array(Type.Enum([...regions]), { description: 'Empty: no regional restriction.' }),
  licence: Type.Object(
    {
      id: Type.String(),
      name: Type.String(),
      url: orNull(Type.String({ description: 'Its text; null: it has no page.' })),
    },
    { ...closed, $id: 'SourceLicence', description: 'Under which its data may be used.' },
  ),
  reuse_mode: Type.Enum([...licenceModes], {
    description: 'Licence mode of its measures, where a field has no other.',
  }),
  attribution: orNull(Type.String({ description: 'The line that must accompany its data.' })),
  enabled: Type.Boolean(),
  expected_every_hours: orNull(
    Type.Number({ exclusiveMinimum: 0, description: 'How often it should succeed; null: no rhythm, never stale.' }),
  ),
  freshness: Type.Enum([...sourceFreshness], {
    description:
      '`stale`: twice the expected hours without a success. `failing`: three failed runs in a row, which goes before stale. `never`: no success yet.',
  }),
  last_run_at: orNull(timestamp('Start of its newest run.')),
  last_success_at: orNull(timestamp('End of its last succeeded run.')),
  last_change_at: orNull(timestamp('End of the last run that created, changed or withdrew something.')),
  measures: count('Measures that are neither withdrawn nor merged.'),
}

export const sourceSchema = Type.Object(sourceProperties, { ...closed, $id: 'Source' })

const runSchema = Type.Object(
  {
    id: Type.String(),
    started_at: timestamp('When it began.'),
    finished_at: orNull(timestamp('When it ended; null while it runs.')),
    status: Type.Enum([...runStatuses], {
      description: '`held`: it would have withdrawn too much, and waits for the operator.',
    }),
    seen: count('Records read: created, changed, unchanged and rejected.'),
    created: count('Measures that are new.'),
    changed: count('Measures with a new version, reinstated ones too.'),
    unchanged: count('Records that changed nothing.'),
    withdrawn: count('Measures that were missing for the second time.'),
    rejected: count('Records that could not be taken.'),
    error: orNull(Type.String({ description: 'Why it failed or is held, and what it would have done.' })),
  },
  { ...closed, $id: 'IngestionRun', description: 'A run that was held or failed published nothing.' },
)

export const sourceWithRunsSchema = Type.Object(
  { ...sourceProperties, runs: Type.Array(runSchema, { maxItems: 10, description: 'The newest ten, newest first.' }) },
  { ...closed, $id: 'SourceWithRuns' },
)
