import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentBytes, html } from '../../pages/html.ts'
import { linksFrom, rewritten } from '../site.ts'
import { anchors, readMarkdown } from './read.ts'
import { renderMarkdown } from './render.ts'

const shown = (markdown: string): string =>
  documentBytes(
    html`<div>${renderMarkdown(readMarkdown(`# T\n\nLead.\n\n${markdown}`, 'a.md'), (href) => href)}</div>`,
  ).toString()

const forms: [markdown: string, markup: string][] = [
  ['a & b', '<p>a &amp; b</p>'],
  ['`<script>`', '<code>&lt;script></code>'],
  ['```sh\n<b> "x" & y\n```', '<code class="in-sh">&lt;b> &quot;x&quot; &amp; y</code>'],
  ['**a** *b*', '<strong>a</strong> <em>b</em>'],
  ['[a](/docs/b#c)', '<a href="/docs/b#c">a</a>'],
  ['[a](/b"onclick="x)', '<a href="/b&quot;onclick=&quot;x">a</a>'],
  ['- a\n  - b', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
  ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['## What is sent', '<h2 id="what-is-sent"><a class="anchor" href="#what-is-sent">What is sent</a></h2>'],
  ['| a | b |\n|---|--:|\n| x | 2 |', '<td class="figure">2</td>'],
  ['## Rows\n\n| a |\n|---|\n| x |', '<caption class="unseen">Rows</caption>'],
  ['\\<b>', '&lt;b>'],
]
for (const [markdown, markup] of forms) {
  test(`shown as it should be: ${JSON.stringify(markdown)}`, () =>
    assert.ok(shown(markdown).includes(markup), shown(markdown)))
}

const refused: [what: string, markdown: string][] = [
  ['markup in a block', '# T\n\nLead.\n\n<div>x</div>'],
  ['markup in a line', '# T\n\nLead <b>x</b>.'],
  ['markup in a list', '# T\n\nLead.\n\n- a <i>x</i>'],
  ['markup in a cell', '# T\n\nLead.\n\n| a |\n|---|\n| <i>x</i> |'],
  ['a comment with markup behind it', '# T\n\nLead.\n\n<!-- a --><script>x</script>'],
  ['a picture', '# T\n\n![x](y.png)'],
  ['no title', 'Lead.'],
  ['a second title', '# T\n\nLead.\n\n# U'],
  ['a level of headings left out', '# T\n\nLead.\n\n### U'],
  ['nothing that describes it', '# T\n\n- a'],
]
for (const [what, markdown] of refused) {
  test(`refused: ${what}`, () => assert.throws(() => readMarkdown(markdown, 'a.md'), /^Error: a\.md /))
}

test('a comment of its own is left out; title and first paragraph are plain text', () => {
  const { title, description } = readMarkdown('# The `q`\n\n<!-- of nobody -->\n\nA [list](x)\nof **rows**.\n', 'a.md')
  assert.deepEqual({ title, description }, { title: 'The q', description: 'A list of rows.' })
  assert.doesNotMatch(shown('<!-- secret -->\n\nx'), /secret/)
})

test('anchors are those that readers of the file elsewhere have; one that stands twice is numbered', () => {
  const anchor = anchors()
  const headings = ['What is sent', 'What is sent', 'Was `q` gesucht?', 'Größe: 2']
  assert.deepEqual(headings.map(anchor), ['what-is-sent', 'what-is-sent-1', 'was-q-gesucht', 'größe-2'])
})

const links: [from: string, href: string, to: string | null][] = [
  ['docs/guide/paging.md', 'changes.md', '/docs/changes'],
  ['docs/guide/paging.md', '../webhooks.md#verifying', '/docs/webhooks#verifying'],
  ['docs/guide/paging.md', 'overview.md', '/docs'],
  ['CHANGELOG.md', 'docs/mcp.md', '/docs/mcp'],
  ['CHANGELOG.md', 'docs/sources.md', null],
  ['docs/mcp.md', '#the-tools', '#the-tools'],
  ['docs/mcp.md', '/docs/errors', '/docs/errors'],
  ['docs/mcp.md', 'https://example.org/', 'https://example.org/'],
]
for (const [from, href, to] of links) {
  test(`${from}: ${href} leads ${to === null ? 'nowhere' : `to ${to}`}`, () => assert.equal(linksFrom(from)(href), to))
}

test('what is rewritten: links outside of code, and the address of the service everywhere', () => {
  const markdown = '[a](b.md) [c](d.md)\n\n```sh\ncurl https://<host>/v1 # [a](b.md)\n```\n'
  const linkTo = (href: string): string | null => (href === 'b.md' ? '/docs/b' : null)
  assert.equal(
    rewritten(markdown, 'https://one.example', linkTo),
    '[a](/docs/b) c\n\n```sh\ncurl https://one.example/v1 # [a](b.md)\n```\n',
  )
})
