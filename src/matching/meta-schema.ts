/** `meta` of what matching answers. */
import Type from 'typebox'
import { understoodSchema, warningSchema } from '../contract/schemas.ts'

/** What `project.text` was understood to mean. */
export const understoodProjectSchema = Type.Optional(
  Type.Array(understoodSchema, {
    description:
      'Only where `project.text` is given: what it was understood to mean, in the order written. Purposes and topics count as ' +
      '`topics` and `cost_types`; what else was understood changes nothing. Of a bulk it stands in each result.',
  }),
)

export const matchMetaSchema = Type.Object(
  {
    request_id: Type.String({ description: 'Same as the header `X-Request-Id`.' }),
    warnings: Type.Array(warningSchema),
    attribution: Type.Array(Type.String(), { description: 'Lines that the measures answered require.' }),
    disclaimer: Type.String({ description: 'Independence statement, in the language asked; of a bulk English.' }),
    understood: understoodProjectSchema,
  },
  { additionalProperties: false, $id: 'MatchMeta' },
)
