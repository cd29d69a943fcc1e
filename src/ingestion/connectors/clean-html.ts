/**
 * HTML of an authority as plain text: paragraphs are separated by an empty line, list items begin with a dash, entities
 * are characters, and nothing of the markup is left. Sources cut their HTML anywhere, so tags left open, entities cut in
 * half and nesting without end all have to come through; the parser keeps no tree and this code no recursion. With each
 * element that opens the parser moves all that are open: where they are deeper than any text is, a new one goes on behind them.
 */
import { type Handler, Parser } from 'htmlparser2'
import { withoutAtEnd } from '../../values/texts/text-ends.ts'

export type CleanBounds = { lengthMax: number }

/** More than this of one text is not looked at: no call for proposals comes near it. */
const htmlLengthMax = 2_000_000
const indentLevelsMax = 4
/** Elements within elements that one parser is given. */
const depthMax = 250

const dropped = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'head', 'title'])
const paragraphs = new Set(
  'address article aside blockquote center details dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section summary table ul'.split(
    ' ',
  ),
)
const lines = new Set(['br', 'li', 'tr', 'caption', 'option'])

type Line = { text: string; prefix: string; opensParagraph: boolean }

/** The text of `html`, at most `lengthMax` UTF-16 units; longer texts end at a word, with an ellipsis. */
export function cleanHtml(html: string, { lengthMax }: CleanBounds): string {
  const written: Line[] = []
  let current: Line = { text: '', prefix: '', opensParagraph: true }
  let dropDepth = 0
  let listDepth = 0
  /** Elements that are open in the parser. */
  let depth = 0

  const endLine = (opensParagraph: boolean, prefix = ''): void => {
    const text = tidyLine(current.text)
    // An item that holds a paragraph (`<li><p>`) keeps its dash for the text that follows.
    const kept = text === '' && prefix === '' ? current.prefix : prefix
    const opens = text === '' ? current.opensParagraph || opensParagraph : opensParagraph
    if (text !== '') written.push({ ...current, text })
    current = { text: '', prefix: kept, opensParagraph: opens }
  }

  const handler = {
    onopentag(name: string) {
      depth += 1
      if (dropped.has(name)) dropDepth += 1
      if (name === 'ul' || name === 'ol') listDepth += 1
      if (name === 'li') {
        current.prefix = ''
        endLine(false, `${'  '.repeat(Math.min(Math.max(listDepth - 1, 0), indentLevelsMax))}- `)
      } else if (paragraphs.has(name)) endLine(!isWithinItem(current, listDepth))
      else if (lines.has(name)) endLine(name === 'br' && current.text.trim() === '')
      else if ((name === 'td' || name === 'th') && current.text.trim() !== '') current.text += ' | '
    },
    onclosetag(name: string) {
      depth -= 1
      if (dropped.has(name) && dropDepth > 0) dropDepth -= 1
      if ((name === 'ul' || name === 'ol') && listDepth > 0) listDepth -= 1
      if (name === 'li') {
        current.prefix = current.text.trim() === '' ? '' : current.prefix
        endLine(false)
      } else if (paragraphs.has(name)) endLine(listDepth === 0)
      else if (lines.has(name) && name !== 'br') endLine(false)
    },
    ontext(text: string) {
      if (dropDepth === 0) current.text += text
    },
  }
  let rest = html.slice(0, htmlLengthMax)
  while (rest !== '') {
    depth = 0
    rest = rest.slice(parseTo(rest, handler, () => depth >= (dropDepth > 0 ? 2 * depthMax : depthMax)))
    // What stands so deep within what is not shown is not shown either.
    if (dropDepth > 0) break
  }
  endLine(true)
  return shorten(written.map(lineText).join('').trim(), lengthMax)
}

/** Parses up to the end of the text, or of the tag at which `isDeep` says so; how many characters that were. */
function parseTo(html: string, handler: Partial<Handler>, isDeep: () => boolean): number {
  let read = html.length
  const parser = new Parser(
    {
      ...handler,
      onopentag(...opened) {
        handler.onopentag?.(...opened)
        if (!isDeep()) return
        read = parser.endIndex + 1
        parser.pause()
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.write(html)
  // One that is left in the middle closes nothing: what it had open goes on.
  if (read === html.length) parser.end()
  return read
}

/** One line of text: for titles and labels, where markup and line ends are accidents. */
export function cleanLine(html: string, bounds: CleanBounds): string {
  const text = cleanHtml(html, { lengthMax: htmlLengthMax }).replaceAll(/\s+/g, ' ')
  return shorten(text, bounds.lengthMax)
}

/** The text, or what fits of it up to the end of a word and an ellipsis. */
export function shorten(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  const room = text.slice(0, Math.max(0, lengthMax - 1))
  const lastSpace = room.search(/\s\S*$/)
  // Without a space to break at, the cut must still not fall within a character.
  const cut = lastSpace > room.length / 2 ? room.slice(0, lastSpace) : room.replace(/[\uD800-\uDBFF]$/, '')
  return `${withoutAtEnd(cut, /[\s,;:.–-]/)}…`
}

function lineText(line: Line, index: number): string {
  const separator = index === 0 ? '' : line.opensParagraph ? '\n\n' : '\n'
  return `${separator}${line.prefix}${line.text}`
}

function isWithinItem(current: Line, listDepth: number): boolean {
  return listDepth > 0 && current.prefix !== ''
}

function tidyLine(text: string): string {
  return (
    text
      // What is not seen: soft hyphen, zero-width characters, direction marks, byte order mark.
      .replaceAll(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g, '')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      // A link's end leaves its space before the comma: `the Action Plan , as`.
      .replaceAll(/ ([,.])(?=\s|$)/g, '$1')
      .trim()
      .toWellFormed()
  )
}
