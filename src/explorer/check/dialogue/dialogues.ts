/**
 * Dialogues of the company check (contract 10). A dialogue is a token in the form, sealed as cursors are, which says when it
 * began and how many steps it has had, and nothing of the company. This process remembers beside it how many dialogues each
 * address has begun on this Brussels day, and how many steps each dialogue has had, so that an old token sent again gives no
 * more of them. Neither is ever written anywhere: docs/decisions/0045.
 */
import { randomBytes } from 'node:crypto'
import { type CursorKeys, openCursor, sealCursor } from '../../../contract/cursor.ts'
import { type Day, dayOf, type Instant } from '../../../values/brussels.ts'
import { addressGroup } from '../../../values/network-address.ts'

/** Contract 10. */
export const dialoguesPerDay = 20
export const stepsMax = 100
export const dialogueHours = 2

const dialogueMs = dialogueHours * 3_600_000
/** Addresses, and dialogues, that are remembered at once; beyond it the one that was heard of longest ago is forgotten. */
export const rememberedMax = 100_000
const idBytes = 12

export type DialogueMeans = { keys: CursorKeys; generation: string }

/**
 * `isRenewed`: the token that came was none of ours, too old or used up, and another dialogue was begun in its place. `takeBack`
 * uncounts the step, with the dialogue that it began, where nothing could be answered.
 */
export type Step = { token: string; isRenewed: boolean; takeBack(): void }

/** Who counts the steps of dialogues. */
export type Steps = {
  /** A first step, or the next one of the dialogue of that token; null: the address has begun all that it may today. */
  step(means: DialogueMeans, token: string | null, address: string, now: Instant): Step | null
}

export type Dialogues = {
  step(means: DialogueMeans, token: string | null, address: string, now: Instant): Step | null
  /** Addresses and dialogues held. */
  readonly size: { addresses: number; dialogues: number }
}

type Dialogue = { id: string; begunAt: Instant; steps: number }

function bindingOf(generation: string) {
  return { list: 'company check', sort: '', account: null, generation }
}

/** What a token says; null where it is none of ours. */
function opened({ keys, generation }: DialogueMeans, token: string): Dialogue | null {
  let position: ReturnType<typeof openCursor>
  try {
    position = openCursor(keys, bindingOf(generation), token)
  } catch {
    return null
  }
  const [id, begunAt, steps] = position
  if (typeof id !== 'string' || typeof begunAt !== 'number' || typeof steps !== 'number') return null
  return { id, begunAt, steps }
}

/** Puts a value under a key as the last one, and lets go of the oldest where there are too many. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  const [oldest] = map.size >= rememberedMax ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}

export function makeDialogues(): Dialogues {
  const begun = new Map<string, { day: Day; count: number }>()
  const steps = new Map<string, number>()

  const begin = (address: string, now: Instant): Dialogue | null => {
    const group = addressGroup(address)
    const day = dayOf(now)
    const known = begun.get(group)
    const count = known?.day === day ? known.count : 0
    if (count >= dialoguesPerDay) return null
    remember(begun, group, { day, count: count + 1 })
    return { id: randomBytes(idBytes).toString('base64url'), begunAt: now, steps: 0 }
  }

  /** Uncounts a dialogue that was begun on the day of `now`. */
  const unbegin = (address: string, now: Instant): void => {
    const group = addressGroup(address)
    const known = begun.get(group)
    if (known?.day === dayOf(now) && known.count > 0) begun.set(group, { ...known, count: known.count - 1 })
  }

  return {
    step(means, token, address, now) {
      const told = token === null ? null : opened(means, token)
      const isOfNow = told !== null && told.begunAt <= now && now - told.begunAt < dialogueMs
      const had = told === null ? 0 : Math.max(told.steps, steps.get(told.id) ?? 0)
      const dialogue = isOfNow && had < stepsMax ? { ...told, steps: had } : begin(address, now)
      if (dialogue === null) return null
      const next = dialogue.steps + 1
      remember(steps, dialogue.id, next)
      const sealed = sealCursor(means.keys, bindingOf(means.generation), [dialogue.id, dialogue.begunAt, next])
      const isBegun = dialogue.id !== told?.id
      const takeBack = (): void => {
        if (isBegun) unbegin(address, now)
        else if (steps.get(dialogue.id) === next) steps.set(dialogue.id, dialogue.steps)
      }
      return { token: sealed, isRenewed: token !== null && isBegun, takeBack }
    },
    get size() {
      return { addresses: begun.size, dialogues: steps.size }
    },
  }
}
