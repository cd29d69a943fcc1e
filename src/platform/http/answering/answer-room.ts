/**
 * Room in which the parts of an answer are put together before they are sent: one write of one piece costs the system a
 * third of one write of a hundred. The room is used again for the next answer, since the system has nearly always taken
 * an answer whole by the time that the write returns; memory for each would keep the collector of garbage busy.
 */

/** Longer answers are sent in their parts, from where those lie. */
export const roomBytesMax = 512 * 1024
const roomBytesMin = 64 * 1024

export class AnswerRoom {
  #bytes: Uint8Array = Buffer.allocUnsafeSlow(roomBytesMin)

  /** The parts, of so many bytes together, one after another: good until the next call, or for good once given away. */
  join(parts: readonly Buffer[], length: number): Uint8Array {
    if (this.#bytes.length < length) this.#bytes = Buffer.allocUnsafeSlow(roomBytesMax)
    let at = 0
    for (const part of parts) {
      this.#bytes.set(part, at)
      at += part.length
    }
    return this.#bytes.subarray(0, length)
  }

  /** What was joined last is still on its way, so it is left to those who send it. */
  giveAway(): void {
    this.#bytes = Buffer.allocUnsafeSlow(roomBytesMin)
  }
}
