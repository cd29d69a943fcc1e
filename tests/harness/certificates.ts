/**
 * Certificates for receivers that tests start, written in DER here: the runtime makes keys and signatures, and no certificates, and
 * a program for it is not on every machine.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

export type Issued = { cert: string; key: string }
export type CertificateOptions = {
  /** Names and IPv4 addresses that it is for. */
  names: readonly string[]
  /** Null: it signs itself. */
  by: Issued | null
  isAuthority?: boolean
  from?: Date
  to?: Date
}

const day = 86_400_000
const issuerName = 'Authority of the tests'

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const integer = (bytes: Uint8Array): Buffer => der(0x02, bytes)
const text = (tag: number, words: string): Buffer => der(tag, Buffer.from(words, 'latin1'))
const oid = (...bytes: readonly number[]): Buffer => der(0x06, Buffer.from(bytes))

const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const named = (name: string): Buffer => sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), text(0x0c, name))))
const time = (at: Date): Buffer => text(0x18, `${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`)

function extension(id: Buffer, value: Buffer): Buffer {
  return sequence(id, der(0x04, value))
}

function alternativeName(name: string): Buffer {
  return isIP(name) === 4 ? der(0x87, Buffer.from(name.split('.').map(Number))) : text(0x82, name)
}

/** A certificate with its key, both in PEM; valid from yesterday to tomorrow unless said otherwise. */
export function certificate({ names, by, isAuthority = false, from, to }: CertificateOptions): Issued {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signer: KeyObject = by === null ? privateKey : createPrivateKey(by.key)
  const extensions = [
    extension(oid(0x55, 0x1d, 0x13), isAuthority ? sequence(der(0x01, Buffer.from([0xff]))) : sequence()),
    ...(names.length === 0 ? [] : [extension(oid(0x55, 0x1d, 0x11), sequence(...names.map(alternativeName)))]),
  ]
  const subject = isAuthority ? issuerName : (names[0] ?? 'nobody')
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    named(by === null ? subject : issuerName),
    sequence(time(from ?? new Date(Date.now() - day)), time(to ?? new Date(Date.now() + day))),
    named(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signed = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), sign('sha256', body, signer)))
  const lines = signed.toString('base64').match(/.{1,64}/g) ?? []
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** An authority that signs what the tests trust, once it is told to be trusted. */
export const authority = (): Issued => certificate({ names: [], by: null, isAuthority: true })
