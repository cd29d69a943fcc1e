/** The pages of the docs that are written as files, in the order of their contents. */

export type ContentsGroup = 'Start' | 'Guides' | 'Reference'

export type FilePage = {
  /** Its path below `/docs/`; empty: the overview. */
  name: string
  /** From the project's root. */
  file: string
  /** In the contents. */
  label: string
  group: ContentsGroup
}

export const filePages: readonly FilePage[] = [
  { name: '', file: 'docs/guide/overview.md', label: 'Overview', group: 'Start' },
  { name: 'quickstart', file: 'docs/guide/quickstart.md', label: 'Quickstart', group: 'Start' },
  { name: 'typescript', file: 'docs/guide/typescript.md', label: 'TypeScript client', group: 'Start' },
  { name: 'dashboard', file: 'docs/guide/dashboard.md', label: 'The dashboard', group: 'Start' },
  { name: 'paging', file: 'docs/guide/paging.md', label: 'Lists and paging', group: 'Guides' },
  { name: 'versions', file: 'docs/guide/versions.md', label: 'Versions and point in time', group: 'Guides' },
  { name: 'changes', file: 'docs/guide/changes.md', label: 'The change feed', group: 'Guides' },
  { name: 'matching', file: 'docs/guide/matching.md', label: 'Matching, and what likely means', group: 'Guides' },
  { name: 'questions', file: 'docs/guide/questions.md', label: 'Questions, points, answers', group: 'Guides' },
  { name: 'watchlists', file: 'docs/guide/watchlists.md', label: 'Watchlists', group: 'Guides' },
  { name: 'webhooks', file: 'docs/webhooks.md', label: 'Webhooks', group: 'Guides' },
  { name: 'export', file: 'docs/guide/export.md', label: 'Export', group: 'Guides' },
  { name: 'mcp', file: 'docs/mcp.md', label: 'Tools for AI assistants', group: 'Guides' },
  { name: 'limits', file: 'docs/guide/limits.md', label: 'Plans and limits', group: 'Guides' },
  { name: 'licence', file: 'docs/guide/licence.md', label: 'Licence and attribution', group: 'Guides' },
  { name: 'changelog', file: 'CHANGELOG.md', label: 'Changelog', group: 'Reference' },
]

export const groups: readonly ContentsGroup[] = ['Start', 'Guides', 'Reference']
