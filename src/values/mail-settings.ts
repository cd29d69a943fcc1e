/** How mail leaves the service, as its settings say it: the server that takes it, and the name it comes from. */

/** A server that takes mail. TLS is used from the first byte (`secure`), or demanded before anything is said. */
export type SmtpServer = {
  host: string
  port: number
  secure: boolean
  /** On this machine, where nobody else reads along: TLS is not asked for. */
  isLoopback: boolean
  user: { name: string; password: string } | null
}

/** Who a mail is from; `name` empty: the address alone. */
export type Sender = { name: string; address: string }

/** The ports of RFC 6409 and RFC 8314, where the address names none. */
const [submissionPort, securePort] = [587, 465]
const hostForm = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])$/
const loopbackForm = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/
const senderForm = /^(?:(?<name>[^<>"@\p{Cc}]{1,100}?) *<(?<named>[^<>]+)>|(?<bare>[^<>]+))$/u
const addressForm = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/

/** Reads `smtp://user:password@host:port` or `smtps://...`; undefined: it is neither. */
export function readSmtpUrl(text: string): SmtpServer | undefined {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  const isWhole = (pathname === '' || pathname === '/') && search === '' && hash === ''
  if (!isWhole || !hostForm.test(hostname) || (username === '') !== (password === '')) return undefined
  const secure = protocol === 'smtps:'
  const given = [username, password].map(decoded)
  const [name, word] = given
  if (name === undefined || word === undefined) return undefined
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? securePort : submissionPort) : Number(port),
    secure,
    isLoopback: loopbackForm.test(hostname),
    user: name === '' ? null : { name, password: word },
  }
}

/** Undefined: what is percent-encoded there is no text. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Reads `name@host.example` or `A name <name@host.example>`; undefined: it is neither. */
export function readSender(text: string): Sender | undefined {
  const { name = '', named, bare = '' } = senderForm.exec(text)?.groups ?? {}
  const address = named ?? bare
  return addressForm.test(address) && !address.includes('..') ? { name: name.trim(), address } : undefined
}
