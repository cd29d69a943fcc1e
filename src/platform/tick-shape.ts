/**
 * Keeps `process.nextTick` as quick as it is in a young process.
 *
 * The runtime makes an object for each tick, five for a request, in a literal with computed names. The engine makes such a
 * literal in place for as long as the shapes that it goes through live, and they live as long as an object that has them. A
 * process that reads a catalogue collects its garbage several times while no tick waits: the shapes go, others take their
 * place, and from then on every property of every tick is defined by a call of the engine's slowest kind, six times as long
 * as the tick itself and as long as the process lives. One object that is never let go of keeps the shapes.
 */
import { createHook } from 'node:async_hooks'

let kept: object | null = null

/** Called before anything large is read; again it does nothing. Answers the object that is kept. */
export function keepTickShape(): object | null {
  if (kept !== null) return kept
  const hook = createHook({
    // A hook that once followed promises leaves all of them slower for good.
    trackPromises: false,
    init(_id, type, _triggerId, resource) {
      if (type === 'TickObject') kept = resource
    },
  })
  hook.enable()
  process.nextTick(() => {})
  hook.disable()
  return kept
}
