/** A page as a reader without script sees it: elements in their order, their attributes and texts. */
import { Parser } from 'htmlparser2'
import type { Answer } from './http.ts'

export type Element = { name: string; attributes: Record<string, string>; text: string }

export type ReadPage = {
  elements: readonly Element[]
  /** All of the text, with single spaces. */
  text: string
  /** Elements of a name, with those attributes where they are named. */
  all(name: string, attributes?: Record<string, string>): Element[]
  /** Addresses of the links with that text. */
  linksTo(text: string | RegExp): string[]
}

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim()

export function readPage(answer: Pick<Answer, 'body'>): ReadPage {
  const elements: Element[] = []
  const open: Element[] = []
  let whole = ''
  const parser = new Parser({
    onopentag(name, attributes) {
      const element = { name, attributes, text: '' }
      elements.push(element)
      open.push(element)
    },
    ontext(text) {
      for (const element of open) element.text += text
      if (!open.some(({ name }) => name === 'head' || name === 'script' || name === 'style')) whole += text
    },
    onclosetag() {
      open.pop()
      for (const element of open) element.text += ' '
      whole += ' '
    },
  })
  parser.end(answer.body.toString('utf8'))
  for (const element of elements) element.text = spaced(element.text)
  const all: ReadPage['all'] = (name, attributes = {}) =>
    elements.filter(
      (element) =>
        element.name === name && Object.entries(attributes).every(([key, value]) => element.attributes[key] === value),
    )
  return {
    elements,
    text: spaced(whole),
    all,
    linksTo: (text) =>
      all('a')
        .filter((link) => (typeof text === 'string' ? link.text === text : text.test(link.text)))
        .map((link) => link.attributes.href ?? ''),
  }
}
