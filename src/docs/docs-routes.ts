/** The pages of the docs, their twins in Markdown, and the texts for machines that read. */
import type { Call, Reply } from '../contract/call.ts'
import { Refusal } from '../contract/refusals.ts'
import type { RouteRecord } from '../contract/route.ts'
import type { FrameNeeds } from '../pages/frame.ts'
import { pageReply, pageRoute } from '../pages/page.ts'
import { filePages, groups } from './contents.ts'
import { docsPageOf, twinOf } from './docs-page.ts'
import type { DocsSite } from './site.ts'
import { docsWords, docsWords as words } from './words.ts'

export type DocsNeeds = FrameNeeds & {
  /** Every page of the docs, made when the first is asked for. */
  docsSite(): DocsSite
}

const noQuery = {}
type AnyCall = Pick<Call<DocsNeeds>, 'needs' | 'now' | 'path'>

const twinSuffix = '.md'

/** The page at a path, or its twin. */
function answerAt(path: string, { needs, now }: AnyCall): Reply {
  const site = needs.docsSite()
  const isTwin = path.endsWith(twinSuffix)
  const page = site.at.get(isTwin ? path.slice(0, -twinSuffix.length) : path)
  if (page === undefined) throw new Refusal('not_found', docsWords.noSuchPage)
  if (isTwin) return textReply(page.markdown, 'text/markdown', `<${needs.baseUrl}${page.path}>; rel="canonical"`)
  const reply = pageReply(docsPageOf(page, site, now), needs)
  const link = `<${needs.baseUrl}${twinOf(page.path)}>; rel="alternate"; type="text/markdown"`
  return { ...reply, headers: { ...reply.headers, link } }
}

function textReply(text: string, type: string, link?: string): Reply {
  const headers = { 'content-type': `${type}; charset=utf-8`, ...(link === undefined ? {} : { link }) }
  return { headers, data: Buffer.from(text) }
}

function docsRoute(path: string, operation: string): RouteRecord<DocsNeeds> {
  return pageRoute<DocsNeeds, typeof noQuery>({
    language: 'en',
    path,
    operation,
    query: noQuery,
    pathParameters: path.includes('{page}') ? ['page'] : [],
    refuses: ['not_found'],
    run: (call) => answerAt(path.replace('{page}', call.path.page ?? ''), call),
  })
}

function textRoute(
  path: string,
  operation: string,
  text: (site: DocsSite, baseUrl: string) => string,
): RouteRecord<DocsNeeds> {
  return pageRoute<DocsNeeds, typeof noQuery>({
    language: 'en',
    path,
    operation,
    query: noQuery,
    run: ({ needs }) => textReply(text(needs.docsSite(), needs.baseUrl), 'text/plain'),
  })
}

/** Pages that are there whatever the contract says; each is a route, as its twin is. */
const standing = [
  ...filePages.map(({ name }) => (name === '' ? '/docs' : `/docs/${name}`)),
  '/docs/api',
  '/docs/errors',
  '/docs/design',
]

export const docsRoutes: readonly RouteRecord<DocsNeeds>[] = [
  ...standing.map((path) => docsRoute(path, `page_${path}`)),
  ...standing.map((path) => docsRoute(twinOf(path), `markdown_${path}`)),
  docsRoute('/docs/api/{page}', 'docsOperation'),
  docsRoute('/docs/errors/{page}', 'docsError'),
  textRoute('/llms.txt', 'llms', llmsText),
  textRoute('/llms-full.txt', 'llmsFull', llmsFullText),
]

/** The docs for machines that read: a list of the pages, and all of them in one text. */
function llmsText(site: DocsSite, baseUrl: string): string {
  const sections = groups.map((group) => {
    const lines = site.pages
      .filter((page) => page.group === group && page.label !== null)
      .map(({ path, text }) => `- [${text.title}](${baseUrl}${twinOf(path)}): ${text.description}`)
    return `## ${group}\n\n${lines.join('\n')}`
  })
  const lead = [
    `# ${words.llmsTitle}`,
    `> ${words.llmsLead}`,
    `${words.llmsHow}[/llms-full.txt](${baseUrl}/llms-full.txt)`,
  ]
  return `${[...lead, ...sections].join('\n\n')}\n`
}

/** Every page that stands in the contents, errors and operations included, one behind the other. */
function llmsFullText(site: DocsSite, baseUrl: string): string {
  return site.pages
    .map(({ path, markdown }) => `<!-- ${baseUrl}${path} -->\n\n${markdown.trimEnd()}\n`)
    .join('\n---\n\n')
}
