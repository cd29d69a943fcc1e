/** Loaded before a service: it is told of no request, so that nothing is taken down. The peer of `run.ts`. */
import { registerHooks } from 'node:module'

const telling = '/src/platform/http/telling.ts'
const asked = 'export function answeredRequest<Needs>('

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith(telling)) return loaded
    const source = String(loaded.source)
    if (!source.includes(asked)) throw new Error(`${telling} does not say any more what is told of a request`)
    const untold = 'export const answeredRequest = (_: unknown): null => null\nfunction told<Needs>('
    return { ...loaded, source: source.replace(asked, untold) }
  },
})
