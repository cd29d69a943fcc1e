/**
 * Markdown as we write it: one heading of the first level, which is the title, then prose. Markup in it is refused, so that
 * nothing of a text ever reaches a page as anything but text.
 */
import { lexer, type Token, type Tokens } from 'marked'

export type Heading = { depth: number; text: string; anchor: string }

export type MarkdownText = {
  title: string
  titleTokens: readonly Token[]
  /** The first paragraph, as plain text. */
  description: string
  /** Below the title, in their order. */
  headings: readonly Heading[]
  /** What stands below the title. */
  tokens: readonly Token[]
}

const comment = /^<!--[\s\S]*-->\s*$/

/** What stands in a file, with its place in the error where it is not as it should be. */
export function readMarkdown(text: string, place: string): MarkdownText {
  const all = lexer(text).filter((token) => token.type !== 'space' && !isComment(token))
  const [first, ...tokens] = all
  if (!isHeading(first) || first.depth !== 1) throw new Error(`${place} does not begin with its title`)
  const headings = headingsOf(tokens, place)
  for (const token of tokens) refuseMarkup(token, place)
  const paragraph = tokens.find((token) => token.type === 'paragraph')
  if (paragraph === undefined) throw new Error(`${place} has no first paragraph to describe it`)
  return {
    title: plainText(first.tokens),
    titleTokens: first.tokens,
    description: plainText((paragraph as Tokens.Paragraph).tokens).replaceAll('\n', ' '),
    headings,
    tokens,
  }
}

/** The text of inline tokens without their marks. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return ' '
      return 'tokens' in token && token.tokens !== undefined
        ? plainText(token.tokens)
        : 'text' in token
          ? String(token.text)
          : ''
    })
    .join('')
}

export function isHeading(token: Token | undefined): token is Tokens.Heading {
  return token?.type === 'heading'
}

function headingsOf(tokens: readonly Token[], place: string): Heading[] {
  const anchor = anchors()
  let depthBefore = 1
  return tokens.filter(isHeading).map(({ depth, tokens: words }) => {
    if (depth < 2 || depth > depthBefore + 1) throw new Error(`${place} skips a level of headings`)
    depthBefore = depth
    const text = plainText(words)
    return { depth, text, anchor: anchor(text) }
  })
}

function isComment(token: Token): boolean {
  return token.type === 'html' && comment.test(token.raw)
}

function refuseMarkup(token: Token, place: string): void {
  if (token.type === 'html') throw new Error(`${place} has markup: ${token.raw.trim().slice(0, 60)}`)
  if (token.type === 'image') throw new Error(`${place} has a picture`)
  for (const inner of within(token)) refuseMarkup(inner, place)
}

function within(token: Token): Token[] {
  if (token.type === 'list') return (token as Tokens.List).items
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [...header, ...rows.flat()].flatMap(({ tokens }) => tokens)
  }
  return 'tokens' in token ? (token.tokens ?? []) : []
}

/**
 * Anchors of headings, by the rule that readers of the same files elsewhere know: `What is sent` is `what-is-sent`. Letters, digits,
 * `_` and `-` in lower case; of several headings with one name the later ones are numbered.
 */
export function anchors(): (heading: string) => string {
  const given = new Map<string, number>()
  return (heading) => {
    const plain = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-')
    const before = given.get(plain) ?? 0
    given.set(plain, before + 1)
    return before === 0 ? plain : `${plain}-${before}`
  }
}
