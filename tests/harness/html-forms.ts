/** The forms of a page, as a browser without script would send them. */
import { Parser } from 'htmlparser2'

export type HtmlForm = {
  method: string
  action: string
  /** What is sent when nothing is changed; of several buttons each is a field by itself. */
  fields: [name: string, value: string][]
}

/** Every form of an HTML document. A field or button may stand outside of its form and name it. */
export function formsOf(text: string): HtmlForm[] {
  const forms: HtmlForm[] = []
  const byId = new Map<string, HtmlForm>()
  const waiting: { form: string; field: [string, string] }[] = []
  let open: HtmlForm | null = null
  let select: string | null = null
  const add = (attributes: Record<string, string>, value: string): void => {
    const { name, form } = attributes
    if (name === undefined) return
    if (form !== undefined) waiting.push({ form, field: [name, value] })
    else open?.fields.push([name, value])
  }
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (tag === 'form') {
        open = { method: (attributes.method ?? 'get').toUpperCase(), action: attributes.action ?? '', fields: [] }
        forms.push(open)
        if (attributes.id !== undefined) byId.set(attributes.id, open)
      }
      if (tag === 'input' || tag === 'button' || tag === 'textarea') add(attributes, attributes.value ?? '')
      if (tag === 'select') select = attributes.name ?? null
      if (tag === 'option' && select !== null) {
        add({ name: select }, attributes.value ?? '')
        // The first is what is sent.
        select = null
      }
    },
    onclosetag(tag) {
      if (tag === 'form') open = null
    },
  })
  parser.end(text)
  for (const { form, field } of waiting) byId.get(form)?.fields.push(field)
  return forms
}
