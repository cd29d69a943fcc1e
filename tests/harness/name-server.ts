/** A name server on this machine that answers as it is told, over UDP (RFC 1035). */
import dgram from 'node:dgram'

export type Family = 'A' | 'AAAA'
/** Of a question: addresses, an error of the protocol, nothing at all, or bytes that are no answer. */
export type NameAnswer = { addresses: readonly string[] } | { code: 2 | 3 | 5 } | 'silent' | 'garbage'
export type Names = (name: string, family: Family) => NameAnswer | Promise<NameAnswer>

export type NameServer = AsyncDisposable & {
  /** As a resolver takes it. */
  server: string
  asked: [name: string, family: Family][]
}

const headBytes = 12
const families = new Map<number, Family>([
  [1, 'A'],
  [28, 'AAAA'],
])

export async function nameServer(names: Names, host = '127.0.0.1', port = 0): Promise<NameServer> {
  const socket = dgram.createSocket('udp4')
  const asked: [string, Family][] = []
  socket.on('message', async (query, from) => {
    const { name, end } = questionOf(query)
    const family = families.get(query.readUInt16BE(end))
    if (family === undefined) return
    asked.push([name, family])
    const answer = await names(name, family)
    if (answer === 'silent') return
    const question = query.subarray(headBytes, end + 4)
    const reply = answer === 'garbage' ? Buffer.from('nonsense') : replyTo(query, question, family, answer)
    socket.send(reply, from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(port, host, resolve))
  return {
    server: `${host}:${socket.address().port}`,
    asked,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => socket.close(() => resolve()))
    },
  }
}

function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let place = headBytes
  for (let length = query[place] ?? 0; length > 0; length = query[place] ?? 0) {
    labels.push(query.subarray(place + 1, place + 1 + length).toString('latin1'))
    place += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: place + 1 }
}

function replyTo(query: Buffer, question: Buffer, family: Family, answer: Exclude<NameAnswer, string>): Buffer {
  const addresses = 'addresses' in answer ? answer.addresses : []
  const head = Buffer.alloc(headBytes)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180 | ('code' in answer ? answer.code : 0), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(addresses.length, 6)
  const records = addresses.map((address) => {
    const bytes = family === 'A' ? Buffer.from(address.split('.').map(Number)) : bytesOfIPv6(address)
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(family === 'A' ? 1 : 28, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt32BE(0, 6)
    record.writeUInt16BE(bytes.length, 10)
    return Buffer.concat([record, bytes])
  })
  return Buffer.concat([head, question, ...records])
}

function bytesOfIPv6(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::')
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const missing = address.includes('::') ? 8 - groups(head).length - groups(tail).length : 0
  const all = [...groups(head), ...Array<number>(missing).fill(0), ...groups(tail)]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]))
}
