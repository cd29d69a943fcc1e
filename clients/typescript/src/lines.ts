/** Answers of many lines, each a JSON value, as they come. */
import { IncompleteAnswerError, SubsidiesConnectionError, SubsidiesTimeoutError } from './errors.ts'
import type { Answer } from './exchange.ts'
import type { BulkMatchEnd, BulkMatchRow, Subsidy } from './generated/schemas.ts'
import { wholeIn } from './quota.ts'

/** Longer than any record or match. */
const lineCharactersMax = 64_000_000

async function* linesOf(answer: Answer): AsyncGenerator<unknown, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of partsOf(answer)) {
    const pieces = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = pieces.pop() ?? ''
    if (rest.length > lineCharactersMax) throw new IncompleteAnswerError('A line of the answer has no end.')
    for (const line of pieces) yield parsedLine(line)
  }
  if (rest + decoder.decode() !== '') throw new IncompleteAnswerError('The answer ended in the middle of a line.')
}

/** What ends an answer before its end is told as that, whatever it was. */
async function* partsOf(answer: Answer): AsyncGenerator<Uint8Array, void> {
  try {
    yield* answer.parts()
  } catch (cause) {
    if (!(cause instanceof SubsidiesConnectionError) && !(cause instanceof SubsidiesTimeoutError)) throw cause
    throw new IncompleteAnswerError(`The answer ended before its end: ${cause.message}`, { cause })
  }
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new IncompleteAnswerError('A line of the answer is no JSON.')
  }
}

/** Every measure of one moment, one after the other; to be gone through once. */
export class ExportedSubsidies implements AsyncIterable<Subsidy> {
  /** How many come. Fewer are an `IncompleteAnswerError` at the end. */
  readonly recordCount: number
  /** Where to read the change feed from so that nothing after this export is missed. */
  readonly changeCursor: string
  /** For `ifNoneMatch`, to be told whether it is still the same; null where a proxy took it out. */
  readonly etag: string | null
  readonly #answer: Answer

  /** Throws `IncompleteAnswerError` where the answer does not say what it holds. */
  constructor(answer: Answer) {
    const recordCount = wholeIn(answer.headers, 'X-Record-Count')
    const changeCursor = answer.headers.get('X-Change-Cursor')
    if (recordCount === null || changeCursor === null) {
      answer.leave()
      throw new IncompleteAnswerError(
        'The export does not say how many records it has, or where it stands in the feed.',
      )
    }
    this.recordCount = recordCount
    this.changeCursor = changeCursor
    this.etag = answer.headers.get('ETag')
    this.#answer = answer
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Subsidy, void> {
    let count = 0
    for await (const line of linesOf(this.#answer)) {
      count += 1
      yield line as Subsidy
    }
    if (count !== this.recordCount) {
      throw new IncompleteAnswerError(`The export ended after ${count} of ${this.recordCount} records.`)
    }
  }

  /** Ends the download of one that is not gone through. */
  leave(): void {
    this.#answer.leave()
  }
}

/** What the companies of a bulk come to, in the order asked; to be gone through once. */
export class BulkMatches implements AsyncIterable<BulkMatchRow> {
  /**
   * The name of this call. Where it ends with an `IncompleteAnswerError`, the same companies asked again under it are
   * evaluated again and not counted again.
   */
  readonly idempotencyKey: string
  readonly #answer: Answer
  #end: BulkMatchEnd | null = null

  constructor(answer: Answer, idempotencyKey: string) {
    this.#answer = answer
    this.idempotencyKey = idempotencyKey
  }

  /** The last line: how many were evaluated and how many rejected; null until all have come. */
  get end(): BulkMatchEnd | null {
    return this.#end
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<BulkMatchRow, void> {
    try {
      for await (const line of linesOf(this.#answer)) {
        if (typeof line === 'object' && line !== null && 'evaluated' in line) this.#end = line as BulkMatchEnd
        else yield line as BulkMatchRow
      }
      if (this.#end === null) throw new IncompleteAnswerError('The answer ended before its last line.')
    } catch (cause) {
      if (!(cause instanceof IncompleteAnswerError)) throw cause
      const advice = `Companies are missing: ask again with idempotencyKey ${this.idempotencyKey}, and nothing is counted twice.`
      throw new IncompleteAnswerError(`${cause.message} ${advice}`, { cause })
    }
  }

  /** Ends an answer that is not gone through. */
  leave(): void {
    this.#answer.leave()
  }
}
