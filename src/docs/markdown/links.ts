/** Links between files of the project as links between pages, and the address of the service in examples. */
import path from 'node:path'
import { lexer } from 'marked'
import { filePages } from '../contents.ts'
import type { LinkTo } from './render.ts'

/** Where a link in this file leads: to the page of the file that it names; null where that file is no page. */
export function linksFrom(file: string): LinkTo {
  return (href) => {
    if (/^(?:https?:|mailto:|#|\/)/.test(href)) return href
    const [target = '', anchor] = href.split('#')
    const named = path.posix.join(path.posix.dirname(file), target)
    const page = filePages.find((one) => one.file === named)
    if (page === undefined) return null
    const address = page.name === '' ? '/docs' : `/docs/${page.name}`
    return anchor === undefined ? address : `${address}#${anchor}`
  }
}

const linkForm = /(?<!!)\[([^\]]+)\]\(([^)\s]+)\)/g

/**
 * The text with links that lead somewhere on the pages, and with the service's own address where the files say
 * `https://<host>`; code keeps everything else.
 */
export function rewritten(markdown: string, baseUrl: string, linkTo: LinkTo): string {
  return lexer(markdown)
    .map((token) => {
      const raw = token.raw.replaceAll('https://<host>', baseUrl)
      if (token.type === 'code') return raw
      return raw.replaceAll(linkForm, (_, words: string, href: string) => {
        const target = linkTo(href)
        return target === null ? words : `[${words}](${target})`
      })
    })
    .join('')
}
