/**
 * A letter as HTML: one column that any mail program shows, styles on the elements themselves, nothing that is fetched. What
 * stands in braces is escaped by the renderer.
 */
import { html as htm } from 'htm/preact'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { disclaimer } from '../../contract/envelope.ts'
import type { Letter, LetterItem, LetterPart } from './letter.ts'

const html = htm as (strings: TemplateStringsArray, ...values: unknown[]) => VNode

// The light colours and the types of the pages' look; mail programs know neither variables nor style sheets of others.
const [ink, soft, paper, wash, line, accent] = ['#17212b', '#4a5763', '#ffffff', '#f4f5f1', '#d8dcd3', '#0a5a53']
const sans = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"
const serif = "font-family:ui-serif,'Iowan Old Style',Palatino,Georgia,'DejaVu Serif',serif;font-weight:600"
const styles = {
  body: `margin:0;padding:0;background:${wash};color:${ink};${sans};font-size:16px;line-height:1.5`,
  ground: `width:100%;background:${wash};border-collapse:collapse`,
  sheet: `width:100%;max-width:600px;margin:0 auto;background:${paper};border:1px solid ${line};border-collapse:collapse`,
  top: `padding:14px 24px;border-bottom:1px solid ${line};font-size:14px;color:${soft};${sans}`,
  main: `padding:24px;${sans};font-size:16px;line-height:1.5;color:${ink};overflow-wrap:anywhere`,
  heading: `margin:0 0 16px;${serif};font-size:24px;line-height:1.25;color:${ink}`,
  paragraph: 'margin:0 0 16px',
  facts: 'margin:0 0 16px;border-collapse:collapse;width:100%',
  name: `padding:6px 16px 6px 0;border-top:1px solid ${line};color:${soft};font-size:14px;text-align:left;vertical-align:top;font-weight:400`,
  value: `padding:6px 0;border-top:1px solid ${line};vertical-align:top`,
  group: `margin:24px 0 8px;${serif};font-size:18px;line-height:1.3;color:${ink}`,
  list: 'margin:0 0 16px;padding:0;list-style:none',
  item: `margin:0;padding:8px 0;border-top:1px solid ${line}`,
  detail: `color:${soft};font-size:14px`,
  link: `color:${accent};text-decoration:underline`,
  pressed: 'margin:8px 0 24px',
  button: `display:inline-block;padding:11px 20px;background:${accent};color:${paper};border-radius:6px;text-decoration:none;font-weight:600`,
  address: `margin:-12px 0 20px;color:${soft};font-size:13px`,
  foot: `overflow-wrap:anywhere;padding:16px 24px 20px;border-top:1px solid ${line};color:${soft};font-size:13px;line-height:1.5;${sans}`,
  footLine: 'margin:0 0 8px',
}

/** The whole document. */
export function letterHtml({ language, subject, heading, parts, why, stop }: Letter): string {
  const stopping =
    stop === null
      ? null
      : html`<p style=${styles.footLine}><a style=${styles.link} href=${stop.href}>${stop.text}</a></p>`
  const root = html`<html lang=${language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light" />
      <title>${subject}</title>
    </head>
    <body style=${styles.body}>
      <table role="presentation" style=${styles.ground}>
        <tr>
          <td style="padding:24px 12px">
            <table role="presentation" align="center" style=${styles.sheet}>
              <tr><td style=${styles.top}>Subsidy Measures</td></tr>
              <tr>
                <td style=${styles.main}>
                  <h1 style=${styles.heading}>${heading}</h1>
                  ${parts.map(partHtml)}
                </td>
              </tr>
              <tr>
                <td style=${styles.foot}>
                  <p style=${styles.footLine}>${why}</p>
                  ${stopping}
                  <p style="margin:0">${disclaimer[language]}</p>
                </td>
              </tr>
            </table>
          </td>
        </tr>
      </table>
    </body>
  </html>`
  return `<!doctype html>${renderToString(root)}`
}

function partHtml(part: LetterPart): VNode {
  switch (part.kind) {
    case 'paragraph':
      return html`<p style=${styles.paragraph}>${part.text}</p>`
    case 'facts':
      return html`<table style=${styles.facts}>
        ${part.rows.map(
          ({ name, value }) =>
            html`<tr><th scope="row" style=${styles.name}>${name}</th><td style=${styles.value}>${value}</td></tr>`,
        )}
      </table>`
    case 'button':
      return html`<div>
        <p style=${styles.pressed}><a style=${styles.button} href=${part.href}>${part.text}</a></p>
        <p style=${styles.address}>${part.href}</p>
      </div>`
    case 'group':
      return html`<div>
        <h2 style=${styles.group}>${linked(part.heading, part.href)}</h2>
        <ul style=${styles.list}>${part.items.map(itemHtml)}</ul>
      </div>`
  }
}

function itemHtml({ text, href, detail }: LetterItem): VNode {
  const more = detail === null ? null : html`<div style=${styles.detail}>${detail}</div>`
  return html`<li style=${styles.item}>${linked(text, href)}${more}</li>`
}

const linked = (text: string, href: string | null): VNode | string =>
  href === null ? text : html`<a style=${styles.link} href=${href}>${text}</a>`
