/** Writes change after change to a copy, each of which follows from its number, until it is killed: <folder>. */
import { FileStore } from '../../clients/typescript/src/file-store.ts'
import { changeOf, stateOf } from './numbered-copy.ts'

const store = new FileStore(process.argv[2] ?? '')
const state = await store.load()
console.log('begun')
for (let number = Number(state?.cursor ?? 0) + 1; ; number += 1) {
  if (number === 1) await store.replace((async function* () {})(), stateOf(0))
  await store.apply([changeOf(number)], stateOf(number))
}
