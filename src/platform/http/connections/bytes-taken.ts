/** How much of an answer has left. */
import type { Socket } from 'node:net'

/**
 * Bytes that the system has taken of what the socket was given. `writableLength` alone does not tell: it falls only when
 * a write has been taken whole, and an answer of 5 MB is one write. The runtime's own idle time-out reads the same two
 * numbers of the handle.
 */
export function bytesTaken(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (typeof handle !== 'object' || handle === null) return socket.bytesWritten - socket.writableLength
  const given: unknown = Reflect.get(handle, 'bytesWritten')
  const left: unknown = Reflect.get(handle, 'writeQueueSize')
  return typeof given === 'number' && typeof left === 'number'
    ? given - left
    : socket.bytesWritten - socket.writableLength
}
