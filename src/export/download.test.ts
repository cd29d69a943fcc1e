import assert from 'node:assert/strict'
import { pbkdf2, randomBytes } from 'node:crypto'
import { closeSync, ftruncateSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { namelessFileIn } from '../platform/files/file-slab.ts'
import { filePieces } from './download.ts'

const bytes = randomBytes(3_000_001)

async function withFile(work: (file: number) => Promise<void>): Promise<void> {
  const file = namelessFileIn(tmpdir())
  try {
    assert.equal(writeSync(file, bytes, 0, bytes.length, 0), bytes.length)
    await work(file)
  } finally {
    closeSync(file)
  }
}

test('a file comes in pieces as it is, though each is written over once it was given back, and no further than was asked', () =>
  withFile(async (file) => {
    for (const length of [0, 1, 512 * 1024, 512 * 1024 + 1, bytes.length]) {
      const got: Buffer[] = []
      const memories = new Set<ArrayBufferLike>()
      for await (const { bytes: piece, giveBack } of filePieces(file, length)) {
        got.push(Buffer.from(piece))
        memories.add(piece.buffer)
        piece.fill(0)
        giveBack?.()
      }
      assert.ok(Buffer.concat(got).equals(bytes.subarray(0, length)), String(length))
      // What is given back is used again: a reader takes no more memory the longer a file is.
      assert.ok(memories.size <= 2, String(memories.size))
    }
  }))

test('a piece that nobody gives back stays as it is', () =>
  withFile(async (file) => {
    const got: Buffer[] = []
    for await (const { bytes: piece } of filePieces(file, bytes.length)) got.push(piece)
    assert.ok(Buffer.concat(got).equals(bytes))
  }))

test('a file that has become shorter fails, and is never taken for whole', () =>
  withFile(async (file) => {
    ftruncateSync(file, 1_000_000)
    await assert.rejects(Array.fromAsync(filePieces(file, bytes.length)), /shorter/)
  }))

test('whoever returns early may close the file at once: what was being read has been', async () => {
  const file = namelessFileIn(tmpdir())
  assert.equal(writeSync(file, bytes, 0, bytes.length, 0), bytes.length)
  const pieces = filePieces(file, bytes.length)
  await pieces.next()
  // Everybody who reads files for this process has something else to do first.
  let done = 0
  const tasks = Array.from({ length: 16 }, async () => {
    await promisify(pbkdf2)('a', 'b', 50_000, 64, 'sha512')
    done += 1
  })
  await pieces.next()
  assert.equal(done, 0)
  await pieces.return(undefined)
  assert.ok(done > 0)
  closeSync(file)
  await Promise.all(tasks)
})
