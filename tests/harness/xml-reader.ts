/** Reads the XML that we write, strictly: no entity but the five, no comment, no CDATA; throws where it is not well formed. */
import assert from 'node:assert/strict'

export type XmlElement = { name: string; attributes: Record<string, string>; text: string; children: XmlElement[] }

const token = /<\?xml[^?]*\?>|<\/([A-Za-z:]+)>|<([A-Za-z:]+)((?:\s+[A-Za-z:]+="[^"<]*")*)\s*(\/?)>|[^<]+/gy
const attribute = /\s+([A-Za-z:]+)="([^"<]*)"/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

export function readXml(bytes: Buffer): XmlElement {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  assert.ok(text.startsWith('<?xml version="1.0" encoding="'), 'it says what it is')
  assert.ok(
    !/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text),
    'a character that XML does not know',
  )
  const root: XmlElement = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  let read = 0
  for (const [whole, closing, opening, given = '', isEmpty] of text.matchAll(token)) {
    read += whole.length
    const within = open.at(-1) ?? assert.fail()
    if (opening !== undefined) {
      const pairs = [...given.matchAll(attribute)].map(([, name = '', value = '']) => [name, plain(value)] as const)
      assert.equal(new Set(pairs.map(([name]) => name)).size, pairs.length, 'an attribute stands twice')
      const element = { name: opening, attributes: Object.fromEntries(pairs), text: '', children: [] }
      within.children.push(element)
      if (isEmpty !== '/') open.push(element)
    } else if (closing !== undefined) assert.equal(open.pop()?.name, closing)
    else if (!whole.startsWith('<?xml')) within.text += plain(whole)
  }
  assert.equal(read, text.length, `not well formed: ${text.slice(read, read + 60)}`)
  assert.equal(open.length, 1)
  const [only, ...more] = root.children
  assert.equal(more.length, 0)
  assert.equal(root.text.trim(), '')
  return only ?? assert.fail('no element')
}

function plain(text: string): string {
  return text.replaceAll(
    /&([^;]*;?)/g,
    (whole, name: string) => entities[name.slice(0, -1)] ?? assert.fail(`an entity: ${whole}`),
  )
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** The text of the only child of a name. */
export function textOf(element: XmlElement, name: string): string {
  const [only, ...more] = childrenOf(element, name)
  assert.equal(more.length, 0, `several ${name}`)
  return only?.text ?? assert.fail(`no ${name}`)
}
