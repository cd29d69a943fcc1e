/** Markdown as a page shows it: with our parts, anchors at headings, and code that a visitor can copy. */
import type { Token, Tokens } from 'marked'
import { type Children, type Html, html } from '../../pages/html.ts'
import { table } from '../../pages/parts/table.ts'
import { isHeading, type MarkdownText, plainText } from './read.ts'

/** Where a link of the text leads on the pages; null: nowhere there, and its words stand alone. */
export type LinkTo = (href: string) => string | null

type Setting = { linkTo: LinkTo; anchors: string[]; heading: string }

export function renderMarkdown({ title, headings, tokens }: MarkdownText, linkTo: LinkTo): Html {
  const setting = { linkTo, anchors: headings.map(({ anchor }) => anchor), heading: title }
  return tokens.map((token) => block(token, setting)) as Html
}

/** Words of a heading. */
export function renderInline(tokens: readonly Token[]): Children[] {
  return inline(tokens, { linkTo: (href) => href, anchors: [], heading: '' })
}

/** Code with its language's name for those who cannot see it; the keyboard reaches what is too wide. */
function codeBlock(text: string, language: string): Html {
  return html`<div class="code"><pre tabindex="0"><code class=${language === '' ? null : `in-${language}`}>${text}</code></pre></div>`
}

function block(token: Token, setting: Setting): Children {
  if (isHeading(token)) return heading(token, setting)
  switch (token.type) {
    case 'paragraph':
      return html`<p>${inline(token.tokens, setting)}</p>`
    case 'text':
      return token.tokens === undefined ? token.text : inline(token.tokens, setting)
    case 'code':
      return codeBlock(token.text, (token.lang ?? '').split(' ')[0] ?? '')
    case 'list':
      return list(token as Tokens.List, setting)
    case 'table':
      return tableOf(token as Tokens.Table, setting)
    case 'blockquote':
      return html`<blockquote>${(token.tokens ?? []).map((one) => block(one, setting))}</blockquote>`
    case 'hr':
      return html`<hr />`
    case 'space':
      return null
    default:
      throw new Error(`there is no form for ${token.type}`)
  }
}

function heading(token: Tokens.Heading, setting: Setting): Html {
  const anchor = setting.anchors.shift() ?? ''
  setting.heading = plainText(token.tokens)
  const words = html`<a class="anchor" href=${`#${anchor}`}>${inline(token.tokens, setting)}</a>`
  if (token.depth === 2) return html`<h2 id=${anchor}>${words}</h2>`
  return token.depth === 3 ? html`<h3 id=${anchor}>${words}</h3>` : html`<h4 id=${anchor}>${words}</h4>`
}

function list({ ordered, items, start }: Tokens.List, setting: Setting): Html {
  const rows = items.map((item) => html`<li>${item.tokens.map((one) => block(one, setting))}</li>`)
  return ordered ? html`<ol start=${start === 1 ? null : start}>${rows}</ol>` : html`<ul>${rows}</ul>`
}

/** Its caption is the heading that it stands under. */
function tableOf({ header, rows, align }: Tokens.Table, setting: Setting): Html {
  return table({
    caption: setting.heading,
    columns: header.map(({ tokens }, place) => ({
      heading: inline(tokens, setting),
      isFigure: align[place] === 'right',
    })),
    rows: rows.map((cells) => cells.map(({ tokens }) => inline(tokens, setting))),
  })
}

function inline(tokens: readonly Token[] | undefined, setting: Setting): Children[] {
  return (tokens ?? []).map((token) => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return 'tokens' in token && token.tokens !== undefined ? inline(token.tokens, setting) : token.text
      case 'codespan':
        return html`<code>${token.text}</code>`
      case 'strong':
        return html`<strong>${inline(token.tokens, setting)}</strong>`
      case 'em':
        return html`<em>${inline(token.tokens, setting)}</em>`
      case 'br':
        return html`<br />`
      case 'link': {
        const href = setting.linkTo(token.href)
        const words = inline(token.tokens, setting)
        return href === null ? words : html`<a href=${href}>${words}</a>`
      }
      default:
        throw new Error(`there is no form for ${token.type}`)
    }
  })
}
