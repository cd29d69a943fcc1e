/** What is empty, has failed, or is to be known first: what it is, why, and the next step. */
import { type Children, type Html, html } from '../html.ts'

export type NoticeKind = 'calm' | 'look' | 'bad'

export function notice(kind: NoticeKind, title: string, body: Children): Html {
  return html`<div class=${`notice ${kind}`}><p class="notice-title">${title}</p>${body}</div>`
}
