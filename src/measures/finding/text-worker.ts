/** The thread of `text-thread.ts`. */
import { parentPort } from 'node:worker_threads'
import { givenToThread } from '../../platform/threads/thread.ts'
import { finished } from '../../search/sets/slices.ts'
import { TextsHere } from '../../search/texts.ts'
import { sortedTexts } from './measure-index.ts'
import type { TextBatch, TextQuestion } from './text-thread.ts'

const port = parentPort
if (port === null) throw new Error('this file is a thread that reads texts')
const batchesRead = givenToThread() as Int32Array
const texts = new TextsHere(sortedTexts)

function read(batch: TextBatch): void {
  for (const entry of batch) {
    texts.add(entry)
    for (const _ of texts.catchUp());
  }
  Atomics.add(batchesRead, 0, 1)
  Atomics.notify(batchesRead, 0)
}

port.on('message', (question: TextQuestion) => {
  if (question !== 'end') {
    read(question.batch)
    return
  }
  texts.end()
  const made = finished(texts.finish())
  const { lexicon, endings, starts, rows } = made.postings
  const handedOver = [lexicon.letters, lexicon.starts, lexicon.slots, endings, starts, rows, ...made.orders]
  port.postMessage(
    made,
    handedOver.map(({ buffer }) => buffer),
  )
})
