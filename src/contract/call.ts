/** A call of a route as its work is given it, and what the work answers: the types that records, access and envelopes share. */
import type { TSchema } from 'typebox'
import type { Instant } from '../values/brussels.ts'
import type { Capability, Language, PlanId } from '../values/vocabularies.ts'
import type { Warning } from './warnings.ts'

/** Who asks, as decided by the admission of this request. */
export type Caller = {
  accountId: string
  /** Null: a person in the dashboard, by no key. */
  keyId: string | null
  plan: PlanId
  /** Includes the current request; 0 where a person asks, whose requests are not counted. */
  requestsThisMonth: number
  keyMode: 'live' | 'test'
  /** When the request was admitted, by the clock that all processes share: its month is the one that counts. */
  at: Instant
}

/** A key under which the caller may send the same request again (contract 11), and what was sent under it. */
export type Idempotency = {
  key: string
  /** Method and path with its ids. */
  route: string
  /** SHA-256 of the body's bytes, hexadecimal. */
  digest: string
}

/** What a call has counted against its account, noted when that is committed: figures of use by key and route go by it. */
export type Counted = { evaluations: number }

/**
 * The room that is left for a body in an answer that has a bound (a batch of tool calls). Work that counts evaluations checks its
 * body before it counts any; work that gathers a body stops where `bytesMax` is passed.
 */
export type AnswerLimit = {
  /** A body of more bytes is refused, whatever they are. */
  bytesMax: number
  /** Throws what refuses the call. */
  refuse(): never
  /** Rejects with the same where a body of these parts has no room. */
  check(body: readonly Buffer[]): Promise<void>
}

/** Where a parameter's text comes from: an address, or arguments in JSON. Messages go by it, and nothing else. */
export type GivenIn = 'query' | 'arguments'

/** One query parameter: its schema for the document, and how its text is read. */
export type QueryParameter<Value = unknown> = {
  schema: TSchema
  description: string
  /** Reads the decoded text; throws `invalid_parameter` naming it when it is malformed. */
  read(name: string, text: string, givenIn: GivenIn): Value
  /** An empty value is read like any other; everywhere else it is malformed (contract 11). */
  emptyAllowed?: boolean
  /** A capability that using the parameter needs, e.g. `as_of`. */
  capability?: Capability
}

export type QueryParameters = Record<string, QueryParameter>

/** The values of a request's query: undefined where the caller gave none. */
export type QueryValues<Parameters extends QueryParameters> = {
  [Name in keyof Parameters]: ReturnType<Parameters[Name]['read']> | undefined
}

export type Call<Needs, Parameters extends QueryParameters = QueryParameters, Body = unknown, Who = Caller> = {
  requestId: string
  now: Instant
  /** Aborts after the request limit, or when the client goes away. */
  signal: AbortSignal
  /** Decoded. One that no id can be (bad escapes, control characters) is the empty text, which names nothing. */
  path: Record<string, string>
  query: QueryValues<Parameters>
  /** A header of the request, of those that the record names, in lower case; of several of one name all, with commas. */
  header(name: string): string | undefined
  /** What the cookies of the request say; of several of one name the first. */
  cookies: Readonly<Record<string, string | undefined>>
  body: Body
  /** The caller's `Idempotency-Key` on a route that takes one; null where none was sent. */
  idempotency: Idempotency | null
  /** Who calls, as the route's access profile tells it; asking for it where nobody in particular calls is a bug and throws. */
  caller: Who
  counted: Counted
  needs: Needs
  /** Whether the caller asks for lines of JSON, where the route's answer can be had so. */
  asLines: boolean
  /** Null where answers have no bound. */
  answerLimit: AnswerLimit | null
  /** Added to `meta.warnings` of the answer. */
  warn(warning: Warning): void
  /** The warnings so far: for answers of shape `own` that carry a `meta` themselves. */
  warnings: readonly Warning[]
}

/** What a route's work answers. */
export type Reply = {
  status?: number
  headers?: Headers
  /**
   * The value, or its JSON as `JsonBytes`; an envelope is put around it as `shape` says. A `Buffer` and a `ByteStream` are
   * the whole body themselves, of whatever content type the headers say: nothing is put around them, and the entity tag
   * of a stream is the one that it knows.
   */
  data: unknown
  /** In which `meta.warnings` are worded; English where it is not given. */
  language?: Language
  /** Any text that changes whenever `data` does (a version, say); where it is not given, `data` is hashed. */
  etag?: string
  /** List answers only. */
  pagination?: Pagination
  /** Measure lists and match answers only: `attribution`, `disclaimer`, `total`. */
  meta?: ReplyMeta
}

export type Pagination = { has_more: boolean; next_cursor?: string; limit: number }

export type ReplyMeta = { attribution?: string[]; disclaimer?: string; total?: number }

/** Bytes that already are JSON, so that prebuilt rows are never parsed and serialised again. */
export class JsonBytes {
  readonly parts: readonly Buffer[]
  constructor(parts: readonly Buffer[]) {
    this.parts = parts
  }
}

/** A compression in which a body can leave (RFC 9110 section 8.4.1). */
export type Coding = 'zstd' | 'br' | 'gzip'

/**
 * A body that is made while it is sent, so that memory does not grow with it. What is refused before its first bytes is
 * refused as ever; a stream that fails later is cut.
 */
export class ByteStream {
  /**
   * Begins to make the bytes, once at most; never for HEAD or a 304. Whatever becomes of the answer, what was begun is
   * read to its end or returned from. They are to be in that coding where it `isCoded`; else it is null.
   */
  readonly begin: (coding: Coding | null) => AsyncIterable<Piece>
  readonly known: StreamFacts
  constructor(begin: (coding: Coding | null) => AsyncIterable<Piece>, known: StreamFacts = {}) {
    this.begin = begin
    this.known = known
  }
}

/**
 * What a stream is made of. `giveBack` is called once, when the bytes have left and nobody reads them any more; never
 * where the answer was cut meanwhile. Whoever gives a piece away leaves its bytes alone until then.
 */
export type Piece = { bytes: Buffer; giveBack?: () => void }

/** What a route can say of a stream before it is begun. */
export type StreamFacts = {
  /** Bytes of the whole, before compression. */
  length?: number
  /** Visible ASCII without quotes that changes whenever a byte does: a strong entity tag is made of it for each coding. */
  etag?: string
  /** Its bytes come in the coding of the answer, of which it has them ready; else they are compressed as they leave. */
  isCoded?: boolean
  /** What its reader takes at least, over any window in which readers are judged, or is cut; not given: what all take. */
  bytesPerSecondMin?: number
  /** Aborts where it must not go on, whether or not its reader takes anything: then it is cut at once. */
  cutBy?: AbortSignal
}

/**
 * `one`: `{ data, meta }`; `list`: `{ data, pagination, meta }`; `wrapper`: `{ data }`; `own`: the data itself is the
 * answer; the request id then stands in the header only.
 */
export type AnswerShape = 'one' | 'list' | 'wrapper' | 'own'

/** Names in lower case; of a header that stands several times (`set-cookie`) every value. */
export type Headers = Record<string, string | string[]>
