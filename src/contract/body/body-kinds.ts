/** Bodies that are no JSON of ours: forms as browsers send them, and bytes that the work reads by itself. */
import type { TSchema } from 'typebox'
import type { QueryParameters } from '../call.ts'

/**
 * `application/x-www-form-urlencoded`: its fields are read as query parameters are, and the work gets their values. What
 * becomes of unknown fields is the profile's to say.
 */
export class FormBody {
  readonly fields: QueryParameters
  readonly bytesMax: number
  constructor(fields: QueryParameters, bytesMax: number) {
    this.fields = fields
    this.bytesMax = bytesMax
  }
}

/** The bytes as they came, as a `Buffer`: signatures are over them, and other protocols have errors of their own. */
export class RawBody {
  /** What callers send, for the document; neither is looked at. */
  readonly contentType: string
  readonly schema: TSchema | null
  readonly bytesMax: number
  constructor(contentType: string, bytesMax: number, schema: TSchema | null = null) {
    this.contentType = contentType
    this.bytesMax = bytesMax
    this.schema = schema
  }
}
