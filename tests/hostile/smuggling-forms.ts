/**
 * Known forms of request smuggling, as data: bytes that two servers in a row could read as different requests. Each hides a second
 * request, `GET /v1/hidden`, where one reading of the bytes has a body, a header or nothing at all. What it comes to here is
 * written beside it: it is refused, or it is one request (`taken`, with the body that was read; `open`).
 */
export type Form = {
  what: string
  /** What another server may read. */
  elsewhere: string
  bytes: string
  /** Status of the first answer; 0: the connection is closed without one. */
  status: number
  /** What was really done. */
  ran: readonly ('taken' | 'open')[]
  /** It does not end by itself: the caller stops sending. */
  isUnfinished?: true
}

export const hidden = 'GET /v1/hidden HTTP/1.1\r\nHost: x\r\n\r\n'
const json = '{"a":1}'

type Lines = readonly string[]
const head = (first: string, lines: Lines): string => [first, ...lines, '', ''].join('\r\n')
/** A request whose body is read. */
const post = (lines: Lines, body: string): string =>
  head('POST /v1/taken HTTP/1.1', ['Host: x', 'Content-Type: application/json', 'Connection: close', ...lines]) + body
/** The same, which could go on. */
const postOn = (lines: Lines, body: string): string =>
  head('POST /v1/taken HTTP/1.1', ['Host: x', 'Content-Type: application/json', ...lines]) + body
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
const last = '0\r\n\r\n'
const chunked = 'Transfer-Encoding: chunked'
const lengthOf = (text: string): string => `Content-Length: ${Buffer.byteLength(text, 'latin1')}`
const refused = { status: 400, ran: [] } as const

/** A length and chunks, or chunks that only one of two servers sees. */
const framing: Form[] = [
  {
    what: 'a length, and chunks that end before it (CL.TE)',
    elsewhere: 'by the length the hidden request is body, by the chunks it is the next one',
    bytes: postOn([lengthOf(last + hidden), chunked], last + hidden),
    ...refused,
  },
  {
    what: 'chunks, and a length that ends within them (TE.CL)',
    elsewhere: 'by the length the chunk is the next request',
    bytes: postOn([chunked, 'Content-Length: 4'], chunk(hidden) + last),
    ...refused,
  },
  {
    what: 'chunks, and a length of none (TE.0)',
    elsewhere: 'by the length there is no body',
    bytes: postOn([chunked, 'Content-Length: 0'], chunk(hidden) + last),
    ...refused,
  },
  ...[
    ['xchunked', 'Transfer-Encoding: xchunked'],
    ['in quotes', 'Transfer-Encoding: "chunked"'],
    ['behind a vertical tab', 'Transfer-Encoding: \x0bchunked'],
    ['before a vertical tab', 'Transfer-Encoding: chunked\x0b'],
    ['before a space that does not break', 'Transfer-Encoding: chunked\xa0'],
    ['with identity behind it', 'Transfer-Encoding: chunked, identity'],
    ['with identity before it', 'Transfer-Encoding: identity, chunked'],
    ['twice, once as identity', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity'],
    ['twice, first as identity', 'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked'],
    ['twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'],
    ['with a comma', 'Transfer-Encoding: chunked,'],
    ['behind a comma', 'Transfer-Encoding: ,chunked'],
    ['with a parameter', 'Transfer-Encoding: chunked;a=b'],
    ['as cow', 'Transfer-Encoding: cow'],
    ['empty', 'Transfer-Encoding:'],
    ['before a space and a colon', 'Transfer-Encoding : chunked'],
    ['before a tab and a colon', 'Transfer-Encoding\t: chunked'],
    ['with a NUL in its name', 'Transfer-Encoding\0: chunked'],
    ['with a NUL behind it', 'Transfer-Encoding: chunked\0'],
    ['on the next line', 'Transfer-Encoding:\r\n chunked'],
    ['on a line that begins with a space', 'X: y\r\n Transfer-Encoding: chunked'],
    ['behind a bare line feed', 'X: y\nTransfer-Encoding: chunked'],
    ['behind a bare carriage return', 'X: y\rTransfer-Encoding: chunked'],
    ['behind two carriage returns', 'X: y\r\r\nTransfer-Encoding: chunked'],
    ['without a colon', 'Transfer-Encoding chunked'],
  ].map(
    ([how = '', line = '']): Form => ({
      what: `a length, and Transfer-Encoding ${how} (TE.TE)`,
      elsewhere: 'who sees chunks there ends the body before the hidden request',
      bytes: postOn([lengthOf(last + hidden), line], last + hidden),
      ...refused,
    }),
  ),
  {
    what: 'chunks in HTTP/1.0',
    elsewhere: 'HTTP/1.0 knows no chunks: the body goes on until the end',
    bytes: post([chunked], last + hidden).replace('HTTP/1.1', 'HTTP/1.0'),
    ...refused,
  },
  {
    what: 'a header like Transfer-Encoding',
    elsewhere: 'who takes a line for a stroke sees chunks',
    bytes: post(['Transfer_Encoding: chunked', lengthOf(last + hidden)], last + hidden),
    ...refused,
  },
  {
    what: 'Transfer-Encoding that the connection is said to end with',
    elsewhere: 'who takes the header away passes on a body without a length',
    bytes: post([chunked, 'Connection: Transfer-Encoding'], chunk(json) + last),
    status: 200,
    ran: ['taken'],
  },
]

/** Of a body of seven bytes. */
const lengths: Form[] = [
  ...[
    ['7, 7', 'two in one'],
    ['7,0', 'another behind a comma'],
    ['+7', 'a plus'],
    ['-7', 'a minus'],
    ['0x7', 'a hexadecimal number'],
    ['7 7', 'a space within'],
    ['7;', 'a semicolon'],
    ['7.0', 'a fraction'],
    ['7e0', 'an exponent'],
    ['\x0b7', 'a vertical tab'],
    ['7\x0c', 'a form feed'],
    ['7\0', 'a NUL'],
    ['"7"', 'quotes'],
    ['', 'nothing'],
    ['18446744073709551623', 'a number past 64 bits, seven beyond'],
    ['99999999999999999999999', 'a number of 23 digits'],
    ['\xb27', 'a superscript'],
    ['7\r\n 0', 'a second line'],
    ['7\n', 'a bare line feed'],
    ['7\rX: y', 'a bare carriage return'],
  ].map(
    ([value = '', how = '']): Form => ({
      what: `a length with ${how}`,
      elsewhere: 'another number, or none: then the body, or a part of it, is the next request',
      bytes: postOn([`Content-Length: ${value}`], json + hidden),
      ...refused,
    }),
  ),
  {
    what: 'two lengths, the longer one first',
    elsewhere: 'by the second the hidden request is the next one',
    bytes: postOn([lengthOf(json + hidden), lengthOf(json)], json + hidden),
    ...refused,
  },
  {
    what: 'two lengths, the shorter one first',
    elsewhere: 'by the first the hidden request is the next one',
    bytes: postOn([lengthOf(json), lengthOf(json + hidden)], json + hidden),
    ...refused,
  },
  {
    what: 'two equal lengths',
    elsewhere: 'nothing else, by itself: who takes one of them away may take the wrong one next time',
    bytes: postOn([lengthOf(json), lengthOf(json)], json),
    ...refused,
  },
  {
    what: 'two lengths, in another case',
    elsewhere: 'who compares names by case sees one',
    bytes: postOn([lengthOf(json), 'content-lengTH: 0'], json + hidden),
    ...refused,
  },
  {
    what: 'a length before a space and a colon',
    elsewhere: 'who passes it by sees no body',
    bytes: postOn([`Content-Length : ${hidden.length}`], hidden),
    ...refused,
  },
  {
    what: 'a length with zeros before it',
    elsewhere: 'an octal number',
    bytes: post(['Content-Length: 0000000007'], json),
    status: 200,
    ran: ['taken'],
  },
  {
    what: 'a length between spaces and tabs',
    elsewhere: 'the same: they are no part of it',
    bytes: post(['Content-Length: \t 7 \t'], json),
    status: 200,
    ran: ['taken'],
  },
  {
    what: 'a length that the connection is said to end with',
    elsewhere: 'who takes the header away passes on a body as the next request',
    bytes: post([lengthOf(json), 'Connection: Content-Length'], json),
    status: 200,
    ran: ['taken'],
  },
]

const chunks: Form[] = [
  ...[
    ['+7', 'a plus'],
    ['-7', 'a minus'],
    ['0x7', 'another notation'],
    [' 7', 'a space before it'],
    ['7 7', 'a space within'],
    ['', 'nothing'],
    ['g', 'no digit'],
    ['7\0', 'a NUL'],
    ['fffffffffffffffff7', 'a number past 64 bits'],
    ['10000000000000007', 'a number past 64 bits, seven beyond'],
    ['7\n', 'a bare line feed', '\n'],
    ['7;a\nb', 'a bare line feed in an extension'],
    ['7;a\rb', 'a bare carriage return in an extension'],
    ['7\r', 'two carriage returns'],
  ].map(
    ([size = '', how = '']): Form => ({
      what: `the size of a chunk with ${how}`,
      elsewhere: 'another number: then the chunk ends elsewhere',
      bytes: postOn([chunked], `${size}\r\n${json}\r\n${last}${hidden}`),
      ...refused,
    }),
  ),
  {
    what: 'the size of a chunk ended by a bare line feed',
    elsewhere: 'the line goes on, and takes the data for an extension',
    bytes: postOn([chunked], `7\n${json}\r\n${last}${hidden}`),
    ...refused,
  },
  {
    what: 'a chunk that is longer than its size',
    elsewhere: 'what is too much is passed over, or is the next size',
    bytes: postOn([chunked], `5\r\n${json}\r\n${last}${hidden}`),
    ...refused,
  },
  {
    what: 'a chunk that is shorter than its size',
    elsewhere: 'the end of the chunks is data',
    bytes: postOn([chunked], `c\r\n${json}\r\n${last}${hidden}`),
    ...refused,
  },
  {
    what: 'a chunk without the end of its line',
    elsewhere: 'the size of the next one is a part of it',
    bytes: postOn([chunked], `7\r\n${json}${last}${hidden}`),
    ...refused,
  },
  {
    what: 'a chunk ended by a bare line feed',
    elsewhere: 'the end is looked for further on',
    bytes: postOn([chunked], `7\r\n${json}\n${last}${hidden}`),
    ...refused,
  },
  {
    what: 'the last chunk without an end',
    elsewhere: 'the hidden request is trailers, or the next request',
    bytes: postOn([chunked], `${chunk(json)}0\r\n${hidden}`),
    ...refused,
  },
  {
    what: 'an extension of 20,000 characters',
    elsewhere: 'a bound is met in its middle',
    bytes: postOn([chunked], `7;${'a'.repeat(20_000)}\r\n${json}\r\n${last}`),
    ...refused,
  },
  {
    what: 'an extension in quotes with the end of a line in it',
    elsewhere: 'the line goes on until the quotes end',
    bytes: postOn([chunked], `7;a="\r\n${json}\r\n${last}"\r\n`),
    ...refused,
  },
  {
    what: 'trailers that look like a length',
    elsewhere: 'they are headers of this request, or of the next',
    bytes: postOn([chunked], `${chunk(json)}0\r\nContent-Length: 99\r\n\r\n`),
    ...refused,
  },
  {
    what: 'trailers that look like an authorization and another host',
    elsewhere: 'they are headers of this request, or of the next',
    bytes: post([chunked], `${chunk(json)}0\r\nAuthorization: Bearer x\r\nHost: y\r\n\r\n`),
    status: 200,
    ran: ['taken'],
  },
  {
    what: 'chunks that end in the middle',
    elsewhere: 'what the next caller sends is the rest of them',
    bytes: postOn([chunked], chunk(json)),
    ...refused,
    isUnfinished: true,
  },
  {
    what: 'chunks, every letter in another case, a zero before a size, an extension',
    elsewhere: 'the same: all of that is allowed',
    bytes: post(['tRANSFER-eNCODING: cHUNKED'], `007;a=b\r\n${json}\r\n000\r\n\r\n`),
    status: 200,
    ran: ['taken'],
  },
]

export const forms: readonly Form[] = [...framing, ...lengths, ...chunks]
