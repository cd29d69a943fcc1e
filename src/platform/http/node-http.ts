/**
 * The runtime's HTTP, asked for as a whole. Whoever imports from `node:http` has each of its names looked up, and behind one
 * of them is the runtime's client for the web, which authorities alone are asked with (`outbound/`): loading that takes as long as
 * a sixth of our code.
 */
export const http = process.getBuiltinModule('node:http')
