/**
 * Every page of the docs, made once from what it is of: files in Markdown, the contract's document, the table of errors, the
 * tokens of the look. Each is Markdown first, so that its twin says the same as the page.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { lexer } from 'marked'
import { cheapestPlanWith, plans } from '../accounts/plans.ts'
import { type Html, html } from '../pages/html.ts'
import { type Capability, capabilities } from '../values/vocabularies.ts'
import { type ContentsGroup, filePages } from './contents.ts'
import { designAddress, designHtml, designMarkdown } from './design/design-page.ts'
import { tokensOf } from './design/tokens.ts'
import { errorAddress, errorMarkdown, errorsMarkdown, refusalCodes } from './errors/error-pages.ts'
import { type Heading, type MarkdownText, readMarkdown } from './markdown/read.ts'
import { type LinkTo, renderMarkdown } from './markdown/render.ts'
import { type ContractDocument, type Operation, readContract } from './reference/contract-document.ts'
import { fieldsFor } from './reference/fields.ts'
import { fieldList, type OperationParts, operationAddress, operationMarkdown } from './reference/operation-page.ts'
import { canBeTried, tryHeading, tryIt } from './reference/try-it.ts'
import { referenceWords, referenceWords as words } from './reference/words.ts'

export type DocsPage = {
  /** Without the suffix of its twin, e.g. `/docs/quickstart`. */
  path: string
  /** In the contents; null: it stands under the page at `under`. */
  label: string | null
  group: ContentsGroup
  under: string | null
  text: MarkdownText
  /** Of the Markdown, and of what stands below it. */
  headings: readonly Heading[]
  /** What its twin answers. */
  markdown: string
  /** Below the title. */
  body(): Html
}

export type DocsSite = {
  /** In the order of the contents. */
  pages: readonly DocsPage[]
  /** By path. */
  at: ReadonlyMap<string, DocsPage>
}

type SiteParts = {
  baseUrl: string
  /** The contract's document. */
  document: unknown
}

const root = path.join(import.meta.dirname, '..', '..')
const fileText = (file: string): string => readFileSync(path.join(root, file), 'utf8')

export function docsSite({ baseUrl, document }: SiteParts): DocsSite {
  const contract = readContract(document)
  const parts: OperationParts = { contract, baseUrl, planWith }
  const made = (source: Source): DocsPage => madeFrom(source, baseUrl)
  const tokens = tokensOf(fileText('src/pages/look/tokens.css'))
  const ofFiles = filePages.map(({ name, file, label, group }) =>
    made({ path: name === '' ? '/docs' : `/docs/${name}`, file, label, group, markdown: fileText(file) }),
  )
  const reference: Source = {
    ...generated,
    path: '/docs/api',
    label: referenceWords.title,
    markdown: referenceMarkdown(parts),
  }
  const pages = [
    ...ofFiles.filter(({ group }) => group !== 'Reference'),
    made(reference),
    ...contract.operations.map((operation) => made(operationSource(operation, parts))),
    made({ ...generated, path: eventsAddress, under: '/docs/api', markdown: eventsMarkdown(contract) }),
    made({ ...generated, path: '/docs/errors', label: 'Errors', markdown: errorsMarkdown() }),
    ...refusalCodes.map((code) =>
      made({ ...generated, path: errorAddress(code), under: '/docs/errors', markdown: errorMarkdown(code, baseUrl) }),
    ),
    ...ofFiles.filter(({ group }) => group === 'Reference'),
    made({
      ...generated,
      path: designAddress,
      label: 'Design system',
      markdown: designMarkdown(tokens),
      shown: () => designHtml(tokens),
    }),
  ]
  return { pages, at: new Map(pages.map((page) => [page.path, page])) }
}

type Source = {
  path: string
  group: ContentsGroup
  label?: string
  under?: string
  markdown: string
  /** Where it is written; relative links of it start there. */
  file: string
  /** In the place of the Markdown below its lead. */
  shown?: () => Html
  /** Below the Markdown. */
  below?: { heading: Heading; shown: () => Html }
}

const generated = { group: 'Reference', file: '' } as const

function madeFrom(source: Source, baseUrl: string): DocsPage {
  const { path: address, group, label = null, under = null, file, shown, below } = source
  const linkTo: LinkTo = linksFrom(file)
  const markdown = rewritten(source.markdown, baseUrl, linkTo)
  const text = readMarkdown(markdown, file === '' ? address : file)
  const whole = (): Html => html`<div>${renderMarkdown(text, (href) => href)}${below?.shown()}</div>`
  const headings = below === undefined ? text.headings : [...text.headings, below.heading]
  return { path: address, label, group, under, text, headings, markdown, body: shown ?? whole }
}

function operationSource(operation: Operation, parts: OperationParts): Source {
  return {
    ...generated,
    path: operationAddress(operation.id),
    under: '/docs/api',
    markdown: operationMarkdown(operation, parts),
    ...(canBeTried(operation) ? { below: { heading: tryHeading, shown: () => tryIt(operation) } } : {}),
  }
}

function planWith(capability: string): string {
  const known = capabilities.find((one): one is Capability => one === capability)
  if (known === undefined) throw new Error(`there is no capability ${capability}`)
  return plans[cheapestPlanWith(known)].label
}

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

/** The pages of the reference in Markdown: its index, one for each operation, one for the events of webhooks. */
const eventsAddress = '/docs/api/events'

function referenceMarkdown({ contract, planWith }: OperationParts): string {
  const needs = ({ isKeyed, capabilities }: Operation): string => {
    // A capability of a parameter alone is not what the route needs.
    const [first] = capabilities
    if (!isKeyed) return words.nothing
    return first === undefined ? words.keyAlone : words.plan(planWith(first))
  }
  const tags = contract.tags.flatMap(({ name, description }) => {
    const rows = contract.operations
      .filter(({ tag }) => tag === name)
      .map((one) => `| [\`${one.method} ${one.path}\`](${operationAddress(one.id)}) | ${one.summary} | ${needs(one)} |`)
    return rows.length === 0 ? [] : [`## ${name}`, description, [words.routeHead, ...rows].join('\n')]
  })
  const events = [`## ${words.events}`, `${words.eventsLead} [${words.events}](${eventsAddress})`]
  return `${[`# ${words.title}`, words.lead, words.conventions, ...tags, ...events].join('\n\n')}\n`
}

function eventsMarkdown(contract: ContractDocument): string {
  const fields = fieldsFor(contract.at)
  const kinds = contract.events.map(({ event, summary }) => `| \`${event}\` | ${summary} |`)
  const headers = contract.deliveryHeaders.map(({ name, description }) => `| \`${name}\` | ${description} |`)
  const families = Object.entries(words.eventFamilies).flatMap(([family, title]) => {
    const [first] = contract.events.filter(({ event }) => event.split('.')[0] === family)
    if (first === undefined) return []
    const shape = fields.of(first.schema)
    return [`## ${title}`, first.description, fieldList(shape.fields)]
  })
  return `${[
    `# ${words.events}`,
    words.eventsLead,
    [words.eventHead, ...kinds].join('\n'),
    `## ${words.headers}`,
    [words.headerHead, ...headers].join('\n'),
    ...families,
  ].join('\n\n')}\n`
}
