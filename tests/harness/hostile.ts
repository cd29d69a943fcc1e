/** What people send who mean ill or do not look, and how one sees that a page took it for something else than a text. */
import { Parser } from 'htmlparser2'
import { hostileMarkup, oddCharacters } from './public-service.ts'

const tenKilobytes = 10 * 1024

/** As they stand in an address or a form: escaped, or broken in the escapes. */
export const hostileTexts: readonly (readonly [what: string, text: string])[] = [
  ['markup', encodeURIComponent(hostileMarkup)],
  ['ten kilobytes', 'a'.repeat(tenKilobytes)],
  ['ten kilobytes of commas', ','.repeat(tenKilobytes)],
  ['a byte that is no character', '%ff'],
  ['a zero byte', 'a%00b'],
  ['an overlong slash', '%c0%af'],
  ['half of a character', '%ed%a0%80'],
  ['a broken escape', '%zz'],
  ['odd characters', encodeURIComponent(oddCharacters)],
  ['a way out of a folder', '..%2f..%2f..%2fetc%2fpasswd'],
  ['a statement', encodeURIComponent(`' or 1=1; drop table measure; --`)],
  ['a script as an address', encodeURIComponent('javascript:a()')],
  ['an address elsewhere', encodeURIComponent('//elsewhere.example/')],
  ['the end of a header', '%0d%0aset-cookie:%20hostile=1'],
  ['a template', encodeURIComponent(`\${7*7}{{7*7}}%d%s`)],
  ['a name that every object has', '__proto__'],
  ['nothing', ''],
  ['a number beyond all', '-999999999999999999999'],
  ['a day that is none', '2026-02-30'],
]

/** Elements and attributes that no page of ours has, in an answer of that media type; empty where all is well. */
export function takenForMarkup(text: string, mediaType: string): string[] {
  const isXml = /\bxml\b/.test(mediaType)
  if (!isXml && !mediaType.startsWith('text/html')) return []
  const taken: string[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'hostile-x') taken.push(`<${name}>`)
        for (const [attribute, value] of Object.entries(attributes)) {
          const isWork = /^on|^data-hostile|^style$|^srcdoc$/.test(attribute)
          const isAddress = /^(?:href|src|action|formaction)$/.test(attribute)
          if (isWork || (isAddress && /^\s*(?:javascript|data|vbscript):/i.test(value)))
            taken.push(`${name} ${attribute}=${value}`)
          if (isAddress && /^(?:\/\/|https?:\/\/elsewhere)/.test(value)) taken.push(`${name} ${attribute}=${value}`)
        }
        // All our scripts are files.
        if (name === 'script' && attributes.src === undefined) taken.push('<script> with a text')
      },
    },
    { xmlMode: isXml },
  )
  parser.end(text)
  return taken
}
