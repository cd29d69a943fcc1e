/** The thread of `text-thread.ts`. */
import { parentPort } from 'node:worker_threads'
import { givenToThread } from '../../platform/threads/thread.ts'
import { TextsHere } from '../../search/building/texts.ts'
import { finished } from '../../search/sets/slices.ts'
import { sortedTexts } from './measure-index.ts'
import { wordFields } from './query.ts'
import type { TextBatch, TextQuestion } from './text-thread.ts'

const port = parentPort
if (port === null) throw new Error('this file is a thread that reads texts')
const batchesRead = givenToThread() as Int32Array
const texts = new TextsHere(sortedTexts)

function read({ sorted, found, ends }: TextBatch): void {
  const width = sortedTexts.length
  const fields = wordFields.length
  let from = 0
  for (let measure = 0; measure * fields < ends.length; measure += 1) {
    const words = wordFields.map((_, field) => {
      const end = ends[measure * fields + field] ?? from
      const itsTexts = found.slice(from, end)
      from = end
      return itsTexts
    })
    texts.read(sorted.slice(measure * width, (measure + 1) * width), words)
    for (const _ of texts.catchUp());
  }
  Atomics.add(batchesRead, 0, 1)
  Atomics.notify(batchesRead, 0)
}

port.on('message', (question: TextQuestion) => {
  if ('batch' in question) {
    read(question.batch)
    return
  }
  texts.end(question.end)
  const made = finished(texts.finish())
  const { letters, starts, heads, slots } = made.lexicon
  const handedOver = [letters, starts, heads, slots, made.starts, made.rows, ...made.orders]
  port.postMessage(
    made,
    handedOver.map(({ buffer }) => buffer),
  )
})
