/** `meta` of what matching answers. */
import Type from 'typebox'
import { warningSchema } from '../contract/schemas.ts'

export const matchMetaSchema = Type.Object(
  {
    request_id: Type.String({ description: 'Same as the header `X-Request-Id`.' }),
    warnings: Type.Array(warningSchema),
    attribution: Type.Array(Type.String(), { description: 'Lines that the measures answered require.' }),
    disclaimer: Type.String({ description: 'Independence statement, in the language asked; of a bulk English.' }),
  },
  { additionalProperties: false, $id: 'MatchMeta' },
)
