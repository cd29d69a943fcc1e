/**
 * A form with a file, as a browser sends it (RFC 7578): short fields, and at most one file. What browsers send is strict; what is
 * otherwise is no form.
 */

/** Fields of a form with a file. */
export type UploadForm = {
  /** Null where there is none, or an empty one. */
  one(name: string): string | null
  /** The bytes of the file; null where none was chosen. */
  file: Buffer | null
}

/** More than any form of ours has. */
const partsMax = 20
const headBytesMax = 2_000
const boundaryForm = /^multipart\/form-data *; *boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70})) *$/i
const nameForm = /^content-disposition: form-data; name="([^"\r\n]*)"(?:; filename="([^\r\n]*)")?/im

/** Null where the bytes are no such form. */
export function readUpload(bytes: Buffer, contentType: string | undefined): UploadForm | null {
  const [, quoted, plain] = boundaryForm.exec(contentType ?? '') ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return null
  const fields = new Map<string, string>()
  let file: Buffer | null = null
  const parts = partsOf(bytes, Buffer.from(`--${boundary}`))
  if (parts === null) return null
  for (const part of parts) {
    const headEnd = part.indexOf('\r\n\r\n')
    if (headEnd === -1 || headEnd > headBytesMax) return null
    const [, name, filename] = nameForm.exec(part.toString('latin1', 0, headEnd)) ?? []
    if (name === undefined) return null
    const body = part.subarray(headEnd + 4)
    if (filename === undefined) fields.set(name, body.toString('utf8'))
    else if (file !== null) return null
    else if (filename !== '' || body.length > 0) file = body
  }
  return { one: (name) => fields.get(name) || null, file }
}

/** What stands between the boundaries; null where they are not as they must be. */
function partsOf(bytes: Buffer, boundary: Buffer): Buffer[] | null {
  const parts: Buffer[] = []
  let at = bytes.indexOf(boundary)
  if (at !== 0) return null
  for (;;) {
    at += boundary.length
    if (bytes.toString('latin1', at, at + 2) === '--') return parts
    if (bytes.toString('latin1', at, at + 2) !== '\r\n' || parts.length === partsMax) return null
    const end = bytes.indexOf(Buffer.concat([Buffer.from('\r\n'), boundary]), at + 2)
    if (end === -1) return null
    parts.push(bytes.subarray(at + 2, end))
    at = end + 2
  }
}
