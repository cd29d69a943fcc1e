/**
 * Addresses of a name. Names that customers give are asked of the name servers directly (c-ares): the system's own lookup waits
 * on one of the few threads that reading files takes too, so that one customer's silent name server would hold up everybody.
 * Each question has a resolver of its own, because giving one up gives up all that a resolver is asked.
 */
import dns from 'node:dns/promises'

/** Addresses of a name, in the order in which to try them, at least one; rejects where there is none. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>

/** How long one name server has for a first answer; c-ares then asks again, and waits longer each time. */
const answerMs = 2_000
const triesMax = 4
/** For the other family when one has answered: name servers are about that say nothing when asked for IPv6. */
const otherFamilyMs = 500

type Answer = { addresses: string[]; fault: unknown }

/** Asks the name servers of this host, or these, for IPv4 and IPv6 addresses; given up when the signal aborts. */
export function resolveByServers(servers?: readonly string[]): Resolve {
  return async (name, signal) => {
    signal.throwIfAborted()
    const resolver = new dns.Resolver({ timeout: answerMs, tries: triesMax })
    if (servers !== undefined) resolver.setServers(servers)
    const giveUp = (): void => resolver.cancel()
    signal.addEventListener('abort', giveUp, { once: true })
    let other: NodeJS.Timeout | undefined
    try {
      const answers = [resolver.resolve4(name), resolver.resolve6(name)].map(settled)
      const first = await Promise.race(answers)
      if (first.addresses.length > 0) other = setTimeout(giveUp, otherFamilyMs)
      return inTurn(await Promise.all(answers))
    } finally {
      clearTimeout(other)
      signal.removeEventListener('abort', giveUp)
    }
  }
}

/**
 * Asks the system, which also knows the file of hosts and the names of its own network. For hosts that the operator allows by
 * name alone. It can not be given up, only left.
 */
export const resolveBySystem: Resolve = async (name, signal) => {
  signal.throwIfAborted()
  const left = Promise.withResolvers<never>()
  const leave = (): void => left.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    const found = await Promise.race([dns.lookup(name, { all: true, order: 'ipv4first' }), left.promise])
    return found.map(({ address }) => address)
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

const settled = (asked: Promise<string[]>): Promise<Answer> =>
  asked.then(
    (addresses) => ({ addresses, fault: null }),
    (fault: unknown) => ({ addresses: [], fault }),
  )

/** One of each family after the other, IPv4 first: more hosts say that they have IPv6 than have it. */
function inTurn(answers: readonly Answer[]): string[] {
  const longest = Math.max(...answers.map(({ addresses }) => addresses.length))
  const places = Array.from({ length: longest }, (_, place) => place)
  const found = places.flatMap((place) => answers.flatMap(({ addresses }) => addresses.slice(place, place + 1)))
  if (found.length > 0) return found
  // That nobody answered says less about the name than that it has no addresses.
  throw answers.map(({ fault }) => fault).find(isUnanswered) ?? answers[0]?.fault
}

/** Whether a name was not resolved because no name server answered. */
export function isUnanswered(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === 'ETIMEOUT'
}
