/** Forms of smuggling by the request line, the headers and bodies where none is read; see `smuggling-forms.ts`. */
import { type Form, hidden } from './smuggling-forms.ts'

type Lines = readonly string[]
const asked = (first: string, lines: Lines = [], body = ''): string =>
  [first, 'Host: x', ...lines, '', ''].join('\r\n') + body
const open = 'GET /v1/open HTTP/1.1'
const close = 'Connection: close'
const refused = { status: 400, ran: [] } as const
const one = { status: 200, ran: ['open'] } as const
const length = `Content-Length: ${hidden.length}`
const chunks = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`

/** Bodies of requests that have none: who passes them by reads them as the next request. */
const bodies: Form[] = [
  ...['GET', 'DELETE', 'OPTIONS', 'HEAD'].flatMap((method): Form[] => {
    const path = '/v1/open'
    const status = method === 'GET' || method === 'HEAD' ? 400 : method === 'DELETE' ? 405 : 204
    return [
      {
        what: `${method} with a request as its body`,
        elsewhere: 'a request of that method has no body: this is the next request',
        bytes: asked(`${method} ${path} HTTP/1.1`, [length], hidden),
        ...{ status, ran: [] },
        isUnfinished: true,
      },
      {
        what: `${method} with a request as its chunks`,
        elsewhere: 'a request of that method has no body: this is the next request',
        bytes: asked(`${method} ${path} HTTP/1.1`, ['Transfer-Encoding: chunked'], chunks),
        ...{ status, ran: [] },
        isUnfinished: true,
      },
    ]
  }),
  {
    what: 'a path that does not exist, with a request as its body (CL.0)',
    elsewhere: 'who refuses without reading the body takes it for the next request',
    bytes: asked('POST /v1/nothing HTTP/1.1', [length], hidden),
    ...{ status: 404, ran: [] },
    isUnfinished: true,
  },
  {
    what: 'an expectation, and a request as the body',
    elsewhere: 'who was not told to go on takes the body for the next request',
    bytes: asked(
      'POST /v1/taken HTTP/1.1',
      ['Content-Type: application/json', 'Expect: 100-continue', length, close],
      hidden,
    ),
    ...refused,
  },
  {
    what: 'an expectation that nobody knows, and a request as the body',
    elsewhere: 'who answers 417 takes the body for the next request',
    bytes: asked(
      'POST /v1/taken HTTP/1.1',
      ['Content-Type: application/json', 'Expect: 100-continued', length, close],
      hidden,
    ),
    ...refused,
  },
  {
    what: 'a coding of the body, and a request as the body',
    elsewhere: 'what is unpacked has another length',
    bytes: asked(
      'POST /v1/taken HTTP/1.1',
      ['Content-Type: application/json', 'Content-Encoding: gzip', length, close],
      hidden,
    ),
    ...refused,
  },
]

const upgrades: Form[] = [
  {
    what: 'an upgrade to HTTP/2 in the clear',
    elsewhere: 'who believes in it passes on everything that follows, unread',
    bytes: asked(open, [
      'Connection: Upgrade, HTTP2-Settings, close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
    ]),
    ...one,
  },
  {
    what: 'an upgrade to WebSocket',
    elsewhere: 'who believes in it passes on everything that follows, unread',
    bytes: asked(open, [
      'Connection: Upgrade, close',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ]),
    ...one,
  },
  {
    what: 'an upgrade, and a request as the body',
    elsewhere: 'the body is the first thing of the other protocol',
    bytes: asked(open, ['Connection: Upgrade', 'Upgrade: h2c', length], hidden),
    ...refused,
    isUnfinished: true,
  },
  {
    what: 'the greeting of HTTP/2',
    elsewhere: 'what follows are frames',
    bytes: `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`,
    ...refused,
  },
  {
    what: 'CONNECT',
    elsewhere: 'a tunnel: what follows is of nobody',
    bytes: `CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n${hidden}`,
    ...{ status: 404, ran: [] },
  },
]

const lines: Form[] = [
  ...(
    [
      ['a version before HTTP/1.0', `GET /v1/open HTTP/0.9\r\n\r\n${hidden}`],
      ['no version', `GET /v1/open\r\n\r\n${hidden}`],
      ['another version 1', `GET /v1/open HTTP/1.2\r\nHost: x\r\n\r\n${hidden}`],
      ['another protocol', `GET /v1/open ICE/1.0\r\nHost: x\r\n\r\n${hidden}`],
      ['a version in small letters', `GET /v1/open http/1.1\r\nHost: x\r\n\r\n${hidden}`],
      ['a tab for a space', `GET\t/v1/open\tHTTP/1.1\r\nHost: x\r\n\r\n${hidden}`],
      ['a space before it', ` GET /v1/open HTTP/1.1\r\nHost: x\r\n\r\n${hidden}`],
      ['a NUL in the target', `GET /v1/open\0 HTTP/1.1\r\nHost: x\r\n\r\n${hidden}`],
      ['a bare line feed in the target', `GET /v1/open\nX: HTTP/1.1\r\nHost: x\r\n\r\n${hidden}`],
      ['a bare carriage return', `GET /v1/open HTTP/1.1\rHost: x\r\n\r\n${hidden}`],
      ['a bare line feed at its end', `GET /v1/open HTTP/1.1\nHost: x\r\n\r\n${hidden}`],
    ] as const
  ).map(
    ([how, bytes]): Form => ({
      what: `a request line with ${how}`,
      elsewhere: 'another method, target or version, or a line that is passed by',
      bytes,
      ...refused,
    }),
  ),
  {
    what: 'a request line with two spaces',
    elsewhere: 'the same: they may be taken for one',
    bytes: asked('GET  /v1/open  HTTP/1.1', [close]),
    ...one,
  },
  {
    what: 'a request line with a method in small letters',
    elsewhere: 'GET, where case is passed over',
    bytes: asked('get /v1/open HTTP/1.1') + hidden,
    ...{ status: 405, ran: [] },
  },
  {
    what: 'a target of another scheme',
    elsewhere: 'a request that is to be passed on',
    bytes: asked('GET ftp://x/v1/open HTTP/1.1', [close]),
    ...{ status: 404, ran: [] },
  },
  {
    what: 'a target in absolute form, of another host than Host',
    elsewhere: 'the request is of the other host',
    bytes: `GET http://y.example/v1/open HTTP/1.1\r\nHost: x\r\n${close}\r\n\r\n`,
    ...one,
  },
  {
    what: 'empty lines before the request line',
    elsewhere: 'the same: a server passes them by',
    bytes: `\r\n\r\n${asked(open, [close])}`,
    ...one,
  },
]

const headers: Form[] = [
  ...(
    [
      ['a space before its colon', 'X : y'],
      ['no name', ': y'],
      ['no colon', 'Xy'],
      ['a space before its name', ' X: y'],
      ['a second line', 'X: y\r\n z'],
      ['a NUL in its name', 'X\0: y'],
      ['a NUL in its value', 'X: y\0z'],
      ['a bare carriage return in its value', 'X: y\rHost: z'],
      ['a bare line feed at its end', 'X: y\nZ: y'],
      ['a bare line feed twice, and the hidden request', `X: y\n\n${hidden.trimEnd()}`],
      ['a vertical tab in its name', 'X\x0b: y'],
      ['brackets in its name', 'X(y): z'],
      ['bytes past ASCII in its name', 'X\xe9: y'],
    ] as const
  ).map(
    ([how, line]): Form => ({
      what: `a header with ${how}`,
      elsewhere: 'another header, none, or the end of them',
      bytes: asked(open, [line]) + hidden,
      ...refused,
    }),
  ),
  {
    what: 'two Hosts',
    elsewhere: 'the request is of the other host',
    bytes: asked(open, ['Host: y']) + hidden,
    ...refused,
  },
  {
    what: 'a Host of two',
    elsewhere: 'the request is of the other host',
    bytes: `${open}\r\nHost: x, y\r\n\r\n${hidden}`,
    ...refused,
  },
  {
    what: 'headers without an end',
    elsewhere: 'what the next caller sends is the rest of them',
    bytes: `${open}\r\nHost: x\r\nX: y`,
    ...refused,
    isUnfinished: true,
  },
  {
    what: 'every end of a line a bare line feed',
    elsewhere: 'one line, or the same request',
    bytes: (asked(open) + hidden).replaceAll('\r\n', '\n'),
    ...refused,
  },
]

export const headForms: readonly Form[] = [...bodies, ...upgrades, ...lines, ...headers]
