/** What stands around every page of the docs. */
import type { ContentsGroup } from './contents.ts'

export const docsWords = {
  contents: 'Contents',
  groups: { Start: 'Start', Guides: 'Guides', Reference: 'Reference' } satisfies Record<ContentsGroup, string>,
  asMarkdown: 'This page as Markdown',
  llmsTitle: 'Subsidy Measures',
  llmsLead:
    'Support measures of Belgian and EU authorities for companies and households as one HTTP API, with provenance, versions, ' +
    'matching rule by rule, and tools for AI assistants at /mcp. An independent service: only the competent authority decides ' +
    'whether support is granted.',
  llmsHow: 'Every page of the docs is there as Markdown under its address with `.md` behind it; all of them in one: ',
  noSuchPage: 'There is no such page in the docs. They begin at /docs.',
}
