/**
 * XML of a workbook's parts, event by event. Nothing is expanded but the five entities of XML and characters by number: a part
 * that declares any of its own is refused. So is one that nests deeper than any workbook: the parser moves all open elements
 * with each one that opens.
 */
import { Parser } from 'htmlparser2'
import { fileBounds } from '../file-bounds.ts'
import { unreadable } from './zip-parts.ts'

export type XmlHandler = {
  /** Names without their prefixes. */
  opened?(name: string, attributes: Readonly<Record<string, string>>): void
  /** A piece of text; one text may come in several. */
  text?(piece: string): void
  closed?(name: string): void
  /** Whether enough has been read. */
  isDone?(): boolean
}

const charactersAtOnce = 65_536

/** Reads a part, or its beginning. Throws `FaultyFile`, also what the handler throws. */
export function readXml(name: string, bytes: Buffer, handler: XmlHandler): void {
  const text = bytes.toString('utf8')
  let depth = 0
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        depth += 1
        if (depth > fileBounds.xmlDepthMax) throw unreadable(name)
        handler.opened?.(local(tag), withLocalNames(attributes))
      },
      ontext: (piece) => handler.text?.(piece),
      onclosetag: (tag) => {
        depth -= 1
        handler.closed?.(local(tag))
      },
      onprocessinginstruction: (kind) => {
        if (kind.toLowerCase() === '!doctype') throw unreadable(name)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for (let at = 0; at < text.length && handler.isDone?.() !== true; at += charactersAtOnce) {
    parser.write(text.slice(at, at + charactersAtOnce))
  }
  parser.end()
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function withLocalNames(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [local(name), value]))
}
