/**
 * The bytes of an answer. What a tool answers stands in it twice, the second time as text, which is made of the same bytes: of a
 * large answer a piece at a time, while it is sent, so that neither memory nor the turns of others know of it.
 */
import { ByteStream, JsonBytes, type Piece } from '../contract/call.ts'
import { longWork } from '../contract/turns.ts'

/** JSON that is to stand between the quotes of a string. */
export class QuotedJson {
  readonly parts: readonly Buffer[]
  constructor(parts: readonly Buffer[]) {
    this.parts = parts
  }
}

export type AnswerPart = Buffer | QuotedJson

/** An answer of more is made while it is sent. */
const wholeBytesMax = 256 * 1024
/** Bytes that are quoted at once. */
const pieceBytes = 64 * 1024

/** What the route answers with. */
export function answerData(parts: readonly AnswerPart[]): JsonBytes | ByteStream {
  const length = parts.reduce((sum, part) => sum + lengthOf(part), 0)
  if (length > wholeBytesMax) return new ByteStream(() => pieces(parts))
  return new JsonBytes(parts.flatMap((part) => (part instanceof QuotedJson ? part.parts.map(quoted) : [part])))
}

async function* pieces(parts: readonly AnswerPart[]): AsyncGenerator<Piece> {
  for (const piece of joined(parts)) {
    if (!longWork.hasTime()) await longWork.next()
    const began = performance.now()
    const bytes = piece instanceof QuotedJson ? quoted(Buffer.concat(piece.parts)) : piece
    longWork.worked(performance.now() - began)
    yield { bytes }
  }
}

/** The same parts, none of them much larger than a piece, and none much smaller that stands beside others like it. */
function* joined(parts: readonly AnswerPart[]): Generator<AnswerPart> {
  for (const run of runs(parts)) {
    let held: Buffer[] = []
    let length = 0
    for (const part of run.parts.flatMap(inPieces)) {
      held.push(part)
      length += part.length
      if (length < pieceBytes) continue
      yield pieceOf(held, run.isQuoted)
      held = []
      length = 0
    }
    if (held.length > 0) yield pieceOf(held, run.isQuoted)
  }
}

type Run = { isQuoted: boolean; parts: Buffer[] }

/** Parts that stand beside each other and are sent alike. */
function runs(parts: readonly AnswerPart[]): Run[] {
  const found: Run[] = []
  for (const part of parts) {
    const isQuoted = part instanceof QuotedJson
    let run = found.at(-1)
    if (run === undefined || run.isQuoted !== isQuoted) {
      run = { isQuoted, parts: [] }
      found.push(run)
    }
    run.parts.push(...(part instanceof QuotedJson ? part.parts : [part]))
  }
  return found
}

function pieceOf(held: readonly Buffer[], isQuoted: boolean): AnswerPart {
  return isQuoted ? new QuotedJson(held) : Buffer.concat(held)
}

function inPieces(part: Buffer): Buffer[] {
  if (part.length <= pieceBytes) return [part]
  const cut: Buffer[] = []
  for (let at = 0; at < part.length; at += pieceBytes) cut.push(part.subarray(at, at + pieceBytes))
  return cut
}

/** In JSON nothing is to be escaped but quotes and backslashes, each one byte: so it is quoted byte by byte, wherever it is cut. */
function quoted(json: Buffer): Buffer {
  return Buffer.from(JSON.stringify(json.toString('latin1')).slice(1, -1), 'latin1')
}

function lengthOf(part: AnswerPart): number {
  if (!(part instanceof QuotedJson)) return part.length
  return part.parts.reduce((sum, { length }) => sum + length, 0)
}
