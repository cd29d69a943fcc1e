/** What keeps the service from listening, in words that name the setting. */

import { once } from 'node:events'
import { createServer } from 'node:net'
import { WrongSetting } from '../settings.ts'

export type FreePort = {
  port: number
  /** Lets go of it, for whoever listens next; a second time does nothing. */
  release(): Promise<void>
}

/** Holds a free port of `host`: until it is released nobody else is given it. */
export async function holdFreePort(host: string): Promise<FreePort> {
  const server = createServer((socket) => socket.destroy())
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error(`${host} has no ports`)
  let released: Promise<unknown> | null = null
  return {
    port: address.port,
    async release() {
      released ??= once(server.close(), 'close')
      await released
    },
  }
}

/** An address and the settings that say it. */
export type ListenPlace = { host: string; port: number; names: { host: string; port: string } }

/** The fault as a `WrongSetting` where it is one of listening; every other as it is. */
export function listenFault(fault: unknown, { host, port, names }: ListenPlace): unknown {
  if (!(fault instanceof Error && 'syscall' in fault && 'code' in fault)) return fault
  if (fault.syscall === 'getaddrinfo' || fault.code === 'EADDRNOTAVAIL')
    return new WrongSetting(`${names.host} must be an address of this machine. It is "${host}".`)
  if (fault.syscall !== 'listen') return fault
  if (fault.code === 'EADDRINUSE')
    return new WrongSetting(
      `${names.port} must be a free port: ${port} of ${host} is in use. Stop what listens there, or set another.`,
    )
  if (fault.code === 'EACCES')
    return new WrongSetting(`${names.port} must be one that this user may listen on. It is ${port}.`)
  return fault
}
