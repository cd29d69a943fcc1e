/** Every bound of the HTTP surface, by name. A test may lower one; nothing in production sets any. */
export const defaultBounds = {
  /** Request line and headers together; long enough that an over-long id is still read and answered 404. */
  headBytes: 64 * 1024,
  /** To receive the headers, from the first byte or from the opening of the connection. */
  headersTimeoutMs: 15_000,
  /** To receive a body, from when reading it begins. */
  bodyTimeoutMs: 15_000,
  /** Backstop of the two above, kept by the runtime. */
  requestTimeoutMs: 60_000,
  /** How often connections are looked at: by the runtime for the two above, by us for slow readers and headers. */
  connectionsCheckMs: 1_000,
  /** An idle connection; longer than the 60 s after which common load balancers give theirs up. */
  keepAliveTimeoutMs: 65_000,
  /** Without a byte in either direction, while an answer is awaited or not read. */
  socketIdleMs: 120_000,
  connectionsMax: 10_000,
  /** Of one client address (IPv6: /64), but for the proxies of `TRUST_PROXY` (contract 11). */
  connectionsPerClientMax: 256,
  /** Headers of one request; what the runtime itself takes by default. */
  headersMax: 1_000,
  /** Headers that are not whole yet, of all connections together; beyond it the largest end. */
  unfinishedHeadsBytesMax: 16 * 1024 * 1024,
  /** Requests that wait on one connection for the answers before them. */
  waitingRequestsMax: 100,
  /** What they may hold together, headers and bodies. */
  waitingBytesMax: 256 * 1024,
  /** A reader takes at least so much of what is unread, over any window of this length, or is cut (contract 11). */
  readerBytesPerSecondMin: 1_024,
  readerWindowMs: 60_000,
  /** To the first byte of an answer (contract 11); beyond it the work is cancelled and the answer is 504. */
  answerMs: 30_000,
  /** For the decision on a key: a store that does not answer is 500 within 5 s (contract 1). */
  admissionMs: 4_500,
  /** For the store to say that it answers, in `/readyz`. */
  readinessMs: 2_000,
  /** For requests in flight when the service stops (contract 1). */
  stopMs: 30_000,
  /** How often idle connections are looked for while stopping. */
  stopSweepMs: 100,
  /** After an answer to a body that is not read to its end: time for the caller to read the answer. */
  lingerMs: 1_000,
  /** Bytes of such a body that are thrown away in that time. */
  lingerBytes: 8 * 1024 * 1024,
  /** From its first byte to its last, a streamed answer; beyond it is cut (contract 11). */
  streamMs: 30 * 60_000,
  /** Lines about callers whom no account or address answers for, in a window; the others are counted. */
  refusedLinesMax: 20,
  refusedLinesWindowMs: 10_000,
  /** Connections that are told in one turn of the event loop that their headers came too slowly. */
  slowHeadsPerTurn: 20,
  /** Below this an answer is not compressed: it would fit one packet anyway. */
  compressFromBytes: 1_024,
}

export type Bounds = typeof defaultBounds
