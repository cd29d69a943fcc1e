/**
 * Pages are trees of Preact components in tagged templates, rendered to text on the server. What stands in braces is
 * escaped by the renderer, as text and as an attribute; nothing of ours ever asks for raw markup with a text of others.
 */
import { html as htm } from 'htm/preact'
import type { ComponentChildren, VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { withoutDirectionMarks } from '../values/direction-marks.ts'

export type Html = VNode | VNode[]
export type Children = ComponentChildren

/** Markup; several roots are a list. */
export const html = htm as (strings: TemplateStringsArray, ...values: unknown[]) => Html

/** A whole document as it is sent. */
export function documentBytes(root: Html): Buffer {
  const roots = Array.isArray(root) ? root : [root]
  return Buffer.from(withoutDirectionMarks(`<!doctype html>${roots.map((one) => renderToString(one)).join('')}`))
}

const noBreak = '\u00a0'

/** The text with spaces before `: ; ? ! »` and after `«` that do not break: in French these signs never begin a line. */
export function unbroken(text: string): string {
  return text.replace(/ (?=[:;?!»])/g, noBreak).replace(/« /g, `«${noBreak}`)
}
