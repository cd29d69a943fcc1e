/** What is said of an attempt that failed (contract 8, `last_error`). */

/** Characters of an answer that are repeated. */
const excerptMax = 500
const redirects = [300, 399] as const
const successes = [200, 299] as const

/** Whether the receiver took the delivery. */
export function isSuccess(status: number): boolean {
  return status >= successes[0] && status <= successes[1]
}

/** Of an answer that is no success: `redirect` or `status`, and the first printable characters of its body, if it has any. */
export function errorOfAnswer(status: number, body: Buffer): string {
  const kind = status >= redirects[0] && status <= redirects[1] ? 'redirect' : 'status'
  const shown = printable(body)
  return shown === '' ? kind : `${kind}: ${shown}`
}

/** White space as one space; what is no text (control characters, halves of characters) is left out. */
function printable(body: Buffer): string {
  const text = body
    .toString('utf8')
    .replace(/[^\P{C}\s]|\uFFFD/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  return [...text].slice(0, excerptMax).join('')
}
