/**
 * What the document says of the wire, in the words of the client: who calls a method gives a list and no commas, and is never
 * shown a 304.
 */

const conditional = 'Tags of answers that you hold; where one is current, '
const named =
  'One of your own; without it the client makes one for this call. The same body sent again under it, within'

/** @type {readonly [said: string, meant: string][]} */
const rows = [
  [' A comma list in one parameter, `a,b`; not repeated.', ''],
  [
    'Filters of several values take a comma list, any of which is enough.',
    'Of a filter with several values, any is enough.',
  ],
  [`${conditional}the answer is 304 without a body.`, `${conditional}\`NotModifiedError\` is raised.`],
  [
    'Your own name for this request, kept for 24 hours: the same bytes sent again under it create nothing twice and count no evaluation twice; other bytes are 409.',
    `${named} 24 hours, creates nothing twice and counts no evaluation twice; another body is \`conflict\`.`,
  ],
  ['Of a company on the list, percent-encoded.', 'Of a company on the list.'],
  [
    'The answer is streamed in the order asked: as one document, or, where `Accept` names `application/x-ndjson` and does not prefer `application/json`, as lines, a company a line and last one with the counts, without which an answer is incomplete.',
    'The answers come in the order asked, each as soon as it is there.',
  ],
  [
    'a full record a line, as the route of a single measure answers it, in ascending order of ids, each line ended by a newline.',
    'full records, in ascending order of ids.',
  ],
  [
    'To keep a copy current, read the change feed from `X-Change-Cursor` on, and ask for the export again with `If-None-Match`.',
    'To keep a copy current, call `sync`; or read the change feed from `change_cursor` on.',
  ],
  ['is cut: what ends without the end of its body is not whole.', 'is cut: `IncompleteAnswerError`.'],
]

/**
 * The document with every description in the client's words. Throws where it no longer says what a row replaces.
 * @template Document
 * @param {Document} document
 * @returns {Document}
 */
export function inClientWords(document) {
  const left = new Set(rows)
  /** @param {string} text */
  const put = (text) =>
    rows.reduce((words, row) => {
      if (!words.includes(row[0])) return words
      left.delete(row)
      return words.replaceAll(row[0], row[1])
    }, text)
  /** @param {any} node @param {string} key @returns {any} */
  const walk = (node, key) => {
    if (typeof node === 'string') return key === 'description' ? put(node) : node
    if (Array.isArray(node)) return node.map((one) => walk(one, ''))
    if (node === null || typeof node !== 'object') return node
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, walk(value, name)]))
  }
  const worded = walk(document, '')
  for (const [said] of left) throw new Error(`The document no longer says: ${said}`)
  return worded
}
