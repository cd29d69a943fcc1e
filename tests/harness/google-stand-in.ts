/** Google as a sign-in needs it: keys at an address, and ID tokens that are signed with them. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CompactSign, type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export const clientId = 'client.apps.example'

export type GoogleStandIn = {
  keysUrl: string
  /** How often the keys were asked for. */
  asked(): number
  /** What it answers from here on: its keys, or nothing that helps. */
  behave(how: 'answers' | 'fails' | 'hangs' | 'nonsense'): void
  /** Answers that body from here on, made from its keys. */
  answersWith(body: (keys: readonly object[]) => string | Uint8Array): void
  /** Signs as Google does, with the key of that name (made and shown where it is new). */
  sign(claims: JWTPayload, header?: { kid?: string; alg?: string }): Promise<string>
  /** Signs those bytes in the place of claims. */
  signBytes(bytes: string): Promise<string>
  /** Signs with a key that it does not show, under the name of one that it does. */
  signFalsely(claims: JWTPayload): Promise<string>
  /** Takes all keys back and makes another. */
  rotate(): Promise<void>
  close(): Promise<void>
}

export async function googleStandIn(): Promise<GoogleStandIn> {
  let keys = new Map<string, { privateKey: CryptoKey; jwk: object }>()
  let asked = 0
  let how: Parameters<GoogleStandIn['behave']>[0] = 'answers'
  let bodyOf = (shown: readonly object[]): string | Uint8Array => JSON.stringify({ keys: shown })
  const make = async (kid: string) => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    keys.set(kid, { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } })
  }
  await make('one')
  const server = createServer((_, response) => {
    asked += 1
    if (how === 'hangs') return
    if (how === 'fails') {
      response.writeHead(503).end()
      return
    }
    const body = how === 'nonsense' ? '<html>' : bodyOf([...keys.values()].map(({ jwk }) => jwk))
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const signWith = (key: CryptoKey, claims: JWTPayload, kid: string, alg: string) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key)
  return {
    keysUrl: `http://127.0.0.1:${port}/certs`,
    asked: () => asked,
    behave: (next) => {
      how = next
      bodyOf = (shown) => JSON.stringify({ keys: shown })
    },
    answersWith: (body) => {
      how = 'answers'
      bodyOf = body
    },
    async signBytes(bytes) {
      const [first] = keys.entries()
      if (first === undefined) throw new Error('there is no key')
      const [kid, { privateKey }] = first
      return new CompactSign(Buffer.from(bytes)).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey)
    },
    async sign(claims, { kid = 'one', alg = 'RS256' } = {}) {
      if (!keys.has(kid)) await make(kid)
      const key = keys.get(kid)
      if (key === undefined) throw new Error('there is no such key')
      return signWith(key.privateKey, claims, kid, alg)
    },
    async signFalsely(claims) {
      const { privateKey } = await generateKeyPair('RS256')
      return signWith(privateKey, claims, 'one', 'RS256')
    },
    async rotate() {
      keys = new Map()
      await make('two')
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
