/** The parts that the schemas of served measures share: words, texts, timestamps, authorities, rules. */
import Type, { type TSchema } from 'typebox'
import type { Operator, RuleField } from '../../values/vocabularies.ts'
import { governmentLevels, operators, ruleFields } from '../../values/vocabularies.ts'
import type { RuleValue } from './record.ts'

const closed = { additionalProperties: false } as const

/** The schema, or null. `description`: where the schema has a name, what it is in this place, and when it is null. */
export function orNull<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
}

/** A word of a closed vocabulary. */
export function word<const Words extends readonly string[]>(words: Words, description?: string) {
  return Type.Unsafe<Words[number]>({
    type: 'string',
    enum: [...words],
    ...(description === undefined ? {} : { description }),
  })
}

/** A text in the language served, or null. */
export function text(description: string) {
  return orNull(Type.String({ description }))
}

/** RFC 3339 with the Brussels offset. */
export function timestamp(description: string) {
  return Type.String({ format: 'date-time', description })
}

export const issuerSchema = Type.Object(
  { id: Type.String(), name: Type.String({ description: 'In the language served.' }) },
  { ...closed, $id: 'Issuer', description: 'Who pays.' },
)

export const authoritySchema = Type.Object(
  {
    id: Type.String({ description: 'The same for every source that names this authority.' }),
    name: Type.String({ description: 'In the language served.' }),
    url: orNull(Type.String({ description: 'Its own site; null: not known.' })),
    government_level: orNull(word(governmentLevels, 'Null: not known.')),
  },
  { ...closed, $id: 'Authority', description: 'An authority: who pays, or who handles the file.' },
)

export const linksSchema = Type.Object(
  {
    api: Type.String({ description: 'This record.' }),
    versions: Type.String({ description: 'Its versions.' }),
  },
  { ...closed, $id: 'SubsidyLinks', description: 'Absolute addresses.' },
)

export const provenanceSchema = Type.Object(
  {
    source_id: Type.String(),
    url: orNull(Type.String({ description: 'The page that states it.' })),
    method: word(
      ['structured', 'curated', 'derived'],
      'structured: data of the authority; curated: read and coded by people; derived: inferred.',
    ),
    checked_at: orNull(timestamp('When it was last checked.')),
    excerpt: text('The wording it rests on, where the licence mode allows it.'),
  },
  { ...closed, $id: 'Provenance', description: 'Where a rule comes from.' },
)
export type ServedProvenance = Type.Static<typeof provenanceSchema>

export type ServedRule = {
  id: string
  field: RuleField | null
  operator: Operator | null
  value: RuleValue | null
  any: ServedRule[] | null
  all: ServedRule[] | null
  condition_id: string | null
  confidence: number
  provenance: ServedProvenance
}

const membersOf = (description: string) => orNull(Type.Array(Type.Ref('Rule'), { minItems: 1, description }))

/** A leaf has field, operator and value; a group has `any` or `all`. The type is written out because it is recursive. */
export const ruleSchema = Type.Unsafe<ServedRule>(
  Type.Object(
    {
      id: Type.String({ description: 'Unique within the measure, members of groups and tiers included.' }),
      field: orNull(Type.Enum(fieldNames(), { type: 'string', description: 'Null: a group.' })),
      operator: orNull(word(operators, 'Null: a group.')),
      value: Type.Unsafe<RuleValue | null>({
        type: ['string', 'number', 'array', 'null'],
        items: { type: ['string', 'number'] },
        description:
          'One value for is, at_least, at_most, before, after; [from, to] for between; else a list. Null: a group.',
      }),
      any: membersOf('Of which one must pass; null: no such group.'),
      all: membersOf('Which must all pass; null: no such group.'),
      condition_id: orNull(Type.String({ description: 'The condition in words that it speaks for.' })),
      confidence: Type.Number({ minimum: 0, maximum: 1, description: 'How surely it states what the authority asks.' }),
      provenance: provenanceSchema,
    },
    {
      ...closed,
      $id: 'Rule',
      description: 'A test of one fact of the company or the project, or a group of tests.',
    },
  ),
)

function fieldNames(): RuleField[] {
  return Object.keys(ruleFields).filter((name): name is RuleField => name in ruleFields)
}
