/** The thread of `completing-thread.ts`. */
import { givenToThread } from '../../platform/threads/thread.ts'
import type { Completing } from './completing-thread.ts'
import { RegisterWriting } from './register-file-store.ts'

const { file, header, fileName, at } = givenToThread() as Completing
const writing = new RegisterWriting(file, false)
writing.complete(header, fileName, at)
writing.keep()
