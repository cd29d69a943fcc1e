/** What to do first about an error, for pages beside the docs: in English, as the docs are. */
import { lexer } from 'marked'
import type { Children } from '../../pages/html.ts'
import { renderInline } from '../markdown/render.ts'
import { errorAddress, refusalCodes } from './error-pages.ts'
import { errorWords } from './error-words.ts'

/** `address`: of the page that explains it. Null for a code that this release does not know. */
export function fixOf(code: string): { address: string; fix: Children } | null {
  const known = refusalCodes.find((one) => one === code)
  if (known === undefined) return null
  const [first = ''] = errorWords[known].toDo
  const [paragraph] = lexer(first)
  const tokens = paragraph !== undefined && 'tokens' in paragraph ? (paragraph.tokens ?? []) : []
  return { address: errorAddress(known), fix: renderInline(tokens) }
}
