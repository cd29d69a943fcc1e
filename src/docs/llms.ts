/** The docs for machines that read: a list of the pages, and all of them in one text. */
import { groups } from './contents.ts'
import { twinOf } from './docs-page.ts'
import type { DocsSite } from './site.ts'
import { docsWords as words } from './words.ts'

export function llmsText(site: DocsSite, baseUrl: string): string {
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
export function llmsFullText(site: DocsSite, baseUrl: string): string {
  return site.pages
    .map(({ path, markdown }) => `<!-- ${baseUrl}${path} -->\n\n${markdown.trimEnd()}\n`)
    .join('\n---\n\n')
}
