/** Every part of the pages with an example of it, by the name of its file in `src/pages/parts/`. */
import { type Html, html } from '../../pages/html.ts'
import { bars } from '../../pages/parts/bars.ts'
import { chip } from '../../pages/parts/chip.ts'
import { dayBars } from '../../pages/parts/day-bars.ts'
import { facts, headFacts } from '../../pages/parts/facts.ts'
import { filterForm } from '../../pages/parts/filter-form.ts'
import { notice } from '../../pages/parts/notice.ts'
import { searchBox } from '../../pages/parts/search-box.ts'
import { table } from '../../pages/parts/table.ts'

export type PartSample = { part: string; title: string; says: string; shown: () => Html }

const figures = [
  { label: 'Flanders', value: 212, text: '212' },
  { label: 'Brussels', value: 96, text: '96' },
  { label: 'Wallonia', value: 141, text: '141' },
]

export const partSamples: readonly PartSample[] = [
  {
    part: 'chip',
    title: 'Chips',
    says: 'A sign and a word: colour never stands alone.',
    shown: () =>
      html`<p class="row">${chip('likely', 'Likely')} ${chip('possibly', 'Possibly, 2 points to confirm')} ${chip('look', 'Closes in 12 days')} ${chip('not', 'Not for this company')} ${chip('bad', 'Switched off')}</p>`,
  },
  {
    part: 'notice',
    title: 'Notices',
    says: 'What it is, why, and the next step.',
    shown: () =>
      html`<div>
        ${notice('calm', 'Nothing found', html`<p>With one word less there are 24 measures.</p>`)}
        ${notice('look', 'Not checked yet', html`<p>Nobody has looked at the page of the authority since this was written.</p>`)}
        ${notice('bad', 'It could not be read', html`<p>The postcode is not Belgian.</p>`)}
      </div>`,
  },
  {
    part: 'day-bars',
    title: 'Bars by day',
    says: 'Two colours at most, one upon the other; a table with the same figures stands under each.',
    shown: () =>
      dayBars([212, 96, 141, 0, 180, 233, 75].map((first, at) => ({ label: String(at + 1), first, second: at * 8 }))),
  },
  {
    part: 'facts',
    title: 'Facts',
    says: 'In a column beside a text, or side by side at the head of a page.',
    shown: () =>
      html`<div>
        ${headFacts([
          { name: 'Support', value: '20 – 45 %', note: 'at most € 7 500 a year' },
          { name: 'For', value: 'SMEs', note: 'in Flanders' },
        ])}
        ${facts([
          { name: 'Last looked at', value: '12 Feb 2026' },
          { name: 'Licence', value: 'facts only' },
        ])}
      </div>`,
  },
  {
    part: 'table',
    title: 'Tables',
    says: 'Figures at the right; a caption for those who cannot see it; wide ones scroll within themselves, by keyboard too.',
    shown: () =>
      table({
        caption: 'Measures by region (example)',
        isCaptionShown: true,
        columns: [{ heading: 'Region' }, { heading: 'Measures', isFigure: true }],
        rows: figures.map(({ label, text }) => [label, text]),
      }),
  },
  {
    part: 'bars',
    title: 'Bars',
    says: 'At most two colours, and always over a table that says the same.',
    shown: () => bars(figures),
  },
  {
    part: 'filter-form',
    title: 'Choices over a list',
    says: 'Each with everything at first; sent by a button, so that it works without script.',
    shown: () =>
      filterForm(
        '/docs/design',
        [
          {
            name: 'region',
            label: 'Region',
            all: 'Every region',
            options: figures.map(({ label }) => ({ value: label.toLowerCase(), label })),
            chosen: null,
          },
        ],
        'Show',
      ),
  },
  {
    part: 'search-box',
    title: 'Search box',
    says: 'One filled button a view. Under it stands what the words may go on with, by pointer or by keyboard; without script it is a form. The key / leads into it.',
    shown: () =>
      searchBox('en', { q: '', label: 'Words to search for', button: 'Search', placeholder: 'heat pump Ghent' }),
  },
]
