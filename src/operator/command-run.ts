/** How a command hands its work over: `program.ts` carries it out in the form that was asked for. */
import type { Outcome } from './output.ts'

export type Run = (work: () => Promise<Outcome>) => Promise<void>
