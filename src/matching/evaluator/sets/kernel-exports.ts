/** The assembled kernel and its memory, as the runtime knows them: operations on addresses, which nothing here checks. */
import { kernelBytes } from './kernel-bytes.ts'

/** What is used of the runtime's interface, which no library of types describes that the service takes. */
export type KernelMemory = { readonly buffer: SharedArrayBuffer; grow(pages: number): number }
declare const WebAssembly: {
  Memory: new (of: { initial: number; maximum: number; shared: true }) => KernelMemory
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: { sets: { memory: KernelMemory } }) => { exports: unknown }
}

/** Addresses of sets, then how far the call reaches, in bytes. */
type Operation = (...addresses: number[]) => void
export type KernelExports = {
  clear: Operation
  copy: Operation
  unite: Operation
  unite_except: Operation
  unite_within: Operation
  keep_either: Operation
  intersect: Operation
  subtract: Operation
  count_common(left: number, right: number, bytes: number): number
  count_each_within: Operation
  sort_standing: Operation
  gather_within: Operation
  sort_groups: Operation
  add_up(...addressesAndNumbers: number[]): number
  reached_by(sums: number, count: number, wanted: number, counts: number): number
  pick(...addressesAndNumbers: number[]): number
  count_lacked: Operation
  drop_settled: Operation
  count_pairs: Operation
  count_only: Operation
  rank(...addressesAndCount: number[]): number
}

const module = new WebAssembly.Module(kernelBytes)

/** A memory of `pages` pages of 64 KB that can grow to `pagesMax`. */
export function kernelMemory(pages: number, pagesMax: number): KernelMemory {
  // Shared, because growing then leaves every set where it is; no other thread is ever told of it.
  return new WebAssembly.Memory({ initial: pages, maximum: pagesMax, shared: true })
}

/** The kernel at work on that memory. */
export function kernelOn(memory: KernelMemory): KernelExports {
  return new WebAssembly.Instance(module, { sets: { memory } }).exports as KernelExports
}
