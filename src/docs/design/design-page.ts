/** The design system as a page: its tokens with their contrast, its sizes, and each part as it is. */
import { type Html, html } from '../../pages/html.ts'
import { table } from '../../pages/parts/table.ts'
import { partSamples } from './part-samples.ts'
import { contrast, pairs, type Token } from './tokens.ts'
import { designWords as words } from './words.ts'

export const designAddress = '/docs/design'

/** In pixels, with where they stand. */
const sizes: readonly (readonly [size: number, where: string])[] = [
  [30, 'the title of a page'],
  [21, 'its sections, and large figures'],
  [18, 'a lead; headings within sections'],
  [16, 'text'],
  [14, 'code, and notes beside figures'],
  [13, 'chips, and names of facts'],
]

export function designHtml(tokens: readonly Token[]): Html {
  return html`<div>
    <p>${words.lead}</p>
    <h2 id="colours">${words.colours}</h2>
    <p>${words.coloursLead}</p>
    ${table({
      caption: words.colours,
      columns: [{ heading: words.token }, { heading: words.light }, { heading: words.dark }],
      rows: tokens.map(({ name, light, dark }) => [html`<code>--${name}</code>`, swatch(light), swatch(dark)]),
    })}
    <h2 id="contrast">${words.contrast}</h2>
    <p>${words.contrastLead}</p>
    ${table({
      caption: words.contrast,
      columns: [
        { heading: words.pair },
        { heading: words.least, isFigure: true },
        { heading: words.light, isFigure: true },
        { heading: words.dark, isFigure: true },
      ],
      rows: contrastRows(tokens).map(({ pair, least, light, dark }) => [pair, least, light, dark]),
    })}
    <h2 id="type">${words.type}</h2>
    <p>${words.typeLead}</p>
    ${sizes.map(([size, where]) => html`<p class=${`size-${size}`}>${size} px: ${where}</p>`)}
    <h2 id="buttons">${words.buttons}</h2>
    <p>${words.buttonsLead}</p>
    <div class="buttons">
      <button class="filled" type="button">${words.filled}</button>
      <button class="outlined" type="button">${words.outlined}</button>
      <button class="outlined destructive" type="button">${words.destructive}</button>
    </div>
    <h2 id="parts">${words.parts}</h2>
    ${partSamples.map(
      ({ part, title, says, shown }) => html`<h3 id=${part}>${title}</h3>
        <p>${says}</p>
        ${shown()}`,
    )}
  </div>`
}

/** The same in words and figures. */
export function designMarkdown(tokens: readonly Token[]): string {
  return `${[
    `# ${words.title}`,
    words.lead,
    `## ${words.colours}`,
    words.coloursLead,
    [
      `| ${words.token} | ${words.light} | ${words.dark} |`,
      '|---|---|---|',
      ...tokens.map(({ name, light, dark }) => `| \`--${name}\` | ${light} | ${dark} |`),
    ].join('\n'),
    `## ${words.contrast}`,
    words.contrastLead,
    [
      `| ${words.pair} | ${words.least} | ${words.light} | ${words.dark} |`,
      '|---|--:|--:|--:|',
      ...contrastRows(tokens).map(({ pair, least, light, dark }) => `| ${pair} | ${least} | ${light} | ${dark} |`),
    ].join('\n'),
    `## ${words.type}`,
    words.typeLead,
    sizes.map(([size, where]) => `- ${size} px: ${where}`).join('\n'),
    `## ${words.buttons}`,
    words.buttonsLead,
    `## ${words.parts}`,
    partSamples.map(({ title, says }) => `- ${title}: ${says}`).join('\n'),
  ].join('\n\n')}\n`
}

export function contrastRows(tokens: readonly Token[]): { pair: string; least: string; light: string; dark: string }[] {
  const named = (name: string): Token => {
    const found = tokens.find((token) => token.name === name)
    if (found === undefined) throw new Error(`there is no token ${name}`)
    return found
  }
  return pairs.map(([over, ground, least]) => ({
    pair: `${over} on ${ground}`,
    least: String(least),
    light: ratioText(contrast(named(over).light, named(ground).light)),
    dark: ratioText(contrast(named(over).dark, named(ground).dark)),
  }))
}

/** Cut off, never rounded up: what is just short of a minimum must not read as if it had it. */
function ratioText(ratio: number): string {
  return (Math.floor(ratio * 10) / 10).toFixed(1)
}

/** A colour with its value; the ring keeps one visible that is that of the page. */
function swatch(colour: string): Html {
  return html`<span class="swatch"><svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true" focusable="false"><circle cx="8" cy="8" r="7" fill=${colour}></circle></svg> <code>${colour}</code></span>`
}
