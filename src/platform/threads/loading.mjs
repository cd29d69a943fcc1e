/**
 * How the code of this process and of its threads is loaded: a start with few measures is mostly that. What is loaded before
 * this has been said is JavaScript: for a single file of TypeScript the runtime would load its compiler, which takes longer than
 * all of ours whose compiled code it finds kept.
 */
import { enableCompileCache, registerHooks } from 'node:module'
import path from 'node:path'

/** @type {Readonly<Record<string, import('node:module').ModuleFormat>>} */
const formats = { '.ts': 'module-typescript', '.mjs': 'module' }

/**
 * From here on compiled code is kept between starts, and paths that begin with a dot are taken at their word. They name
 * files as they are, with their endings: nothing has to be looked for, and of a thousand files that is a quarter of loading
 * them. A thread has to say so for itself.
 */
export function loadQuickly() {
  enableCompileCache()
  registerHooks({
    resolve(specifier, context, next) {
      const format = specifier.startsWith('.') ? formats[path.extname(specifier)] : undefined
      if (format === undefined || context.parentURL === undefined) return next(specifier, context)
      return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true }
    },
  })
}
