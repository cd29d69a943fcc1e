/** Forms of a page as a browser without script sends them: what stands in the fields, what is typed, and the button pressed. */
import assert from 'node:assert/strict'
import { Parser } from 'htmlparser2'
import type { Answer } from './http.ts'

type Pair = readonly [name: string, value: string]
type Button = { name: string | null; value: string; text: string; action: string | null }

export type Form = { id: string | null; action: string; fields: readonly Pair[]; buttons: readonly Button[] }

/** Every form, with what belongs to it wherever it stands on the page. */
export function formsIn(answer: Pick<Answer, 'body'>): Form[] {
  type Open = { id: string | null; action: string; fields: Pair[]; buttons: Button[] }
  const forms: Open[] = []
  const elsewhere: { id: string; button: Button }[] = []
  let open: Open | null = null
  let button: Button | null = null
  let select: { name: string; chosen: string; isFirst: boolean } | null = null
  const parser = new Parser({
    onopentag(name, at) {
      if (name === 'form') {
        open = { id: at.id ?? null, action: at.action ?? '', fields: [], buttons: [] }
        forms.push(open)
      }
      if (name === 'input' && open !== null && at.name !== undefined) {
        const isBox = at.type === 'checkbox' || at.type === 'radio'
        if (!isBox || at.checked !== undefined) open.fields.push([at.name, at.value ?? (isBox ? 'on' : '')])
      }
      if (name === 'select') select = { name: at.name ?? '', chosen: '', isFirst: true }
      if (name === 'option' && select !== null && (select.isFirst || at.selected !== undefined)) {
        select = { ...select, chosen: at.value ?? '', isFirst: false }
      }
      if (name === 'button' && at.type !== 'button') {
        button = { name: at.name ?? null, value: at.value ?? '', text: '', action: at.formaction ?? null }
        if (at.form !== undefined) elsewhere.push({ id: at.form, button })
        else open?.buttons.push(button)
      }
    },
    ontext(text) {
      if (button !== null) button.text += text
    },
    onclosetag(name) {
      if (name === 'button') button = null
      if (name === 'select' && select !== null) {
        open?.fields.push([select.name, select.chosen])
        select = null
      }
      if (name === 'form') open = null
    },
  })
  parser.end(answer.body.toString('utf8'))
  for (const { id, button: one } of elsewhere) forms.find((form) => form.id === id)?.buttons.push(one)
  return forms
}

/** What is typed or chosen, by name of the field; a list ticks several boxes. */
export type Typed = Readonly<Record<string, string | readonly string[]>>

/** The body that pressing a button sends. `value`: of the button; null: the only one, or the first. */
export function pressing(
  form: Form,
  typed: Typed,
  pressed: { name?: string; value: string } | null,
): { action: string; body: string } {
  const button =
    pressed === null
      ? form.buttons[0]
      : form.buttons.find(
          (one) => one.value === pressed.value && (pressed.name === undefined || one.name === pressed.name),
        )
  assert.ok(button, `no button ${JSON.stringify(pressed)} in ${JSON.stringify(form.buttons)}`)
  const kept = form.fields.filter(([name]) => !Object.hasOwn(typed, name))
  const given = Object.entries(typed).flatMap(([name, value]) => [value].flat().map((one): Pair => [name, one]))
  const pushed: Pair[] = button.name === null ? [] : [[button.name, button.value]]
  const pairs = [...kept, ...given, ...pushed].map(([name, value]) => [name, value])
  return { action: button.action ?? form.action, body: new URLSearchParams(pairs).toString() }
}
