/** A page of the docs within its frame: contents at the left, what is on the page under its own entry. */

import type { Page } from '../pages/frame.ts'
import { type Html, html } from '../pages/html.ts'
import { searchBoxScript } from '../pages/parts/search-box.ts'
import type { Instant } from '../values/brussels.ts'
import { groups } from './contents.ts'
import { designAddress } from './design/design-page.ts'
import { renderInline } from './markdown/render.ts'
import type { DocsPage, DocsSite } from './site.ts'
import { docsWords as words } from './words.ts'

/** Headings of a page that its contents list, at most; below that they are a table of contents of their own. */
const headingsMax = 24

export function docsPageOf(page: DocsPage, site: DocsSite, at: Instant): Page {
  const isOfReference = page.under === '/docs/api'
  return {
    language: 'en',
    title: page.text.title,
    description: page.text.description,
    place: 'docs',
    inLanguage: null,
    alternates: [{ type: 'text/markdown', title: words.asMarkdown, path: twinOf(page.path) }],
    scripts: [
      'copy-code.mjs',
      ...(isOfReference ? ['try-it.mjs'] : []),
      ...(page.path === designAddress ? [searchBoxScript] : []),
    ],
    at,
    body: html`<div class="docs">
      ${contents(page, site)}
      <article class=${isOfReference ? 'prose operation' : 'prose'}>
        <h1>${renderInline(page.text.titleTokens)}</h1>
        ${page.body()}
        <p class="soft small"><a href=${twinOf(page.path)}>${words.asMarkdown}</a></p>
      </article>
    </div>`,
  }
}

/** The path of the same page in Markdown. */
export function twinOf(path: string): string {
  return `${path}.md`
}

/** Folded where the window is narrow; open beside the text where there is room, which the sheet decides. */
function contents(page: DocsPage, site: DocsSite): Html {
  return html`<details class="contents">
    <summary>${words.contents}</summary>
    <nav aria-label=${words.contents}>
      ${groups.map(
        (group) => html`<h2>${words.groups[group]}</h2>
          <ul>
            ${site.pages.filter((one) => one.group === group && one.label !== null).map((one) => entry(one, page))}
          </ul>`,
      )}
    </nav>
  </details>`
}

function entry(one: DocsPage, page: DocsPage): Html {
  const isHere = one.path === page.path
  const current = isHere ? 'page' : one.path === page.under ? 'true' : null
  return html`<li><a href=${one.path} aria-current=${current}>${one.label}</a>${isHere || one.path === page.under ? onPage(page) : null}</li>`
}

function onPage({ headings }: DocsPage): Html | null {
  const sections = headings.filter(({ depth }) => depth === 2).slice(0, headingsMax)
  if (sections.length < 2) return null
  return html`<ul>
    ${sections.map(({ anchor, text: title }) => html`<li><a href=${`#${anchor}`}>${title}</a></li>`)}
  </ul>`
}
