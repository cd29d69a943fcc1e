/**
 * Activities of one entity of the register, as they are kept: a text of codes, each with its version of NACE-BEL and whose word it is
 * that it is the main one. `5a47110,8z47111`: of 2025, main by the NSSO; of 2008, not the main one.
 */

export const activityVersions = ['2003', '2008', '2025'] as const
export type ActivityVersion = (typeof activityVersions)[number]

/** A code as the register gives it, without dots. */
export type RegisteredCode = { code: string; version: ActivityVersion; main: boolean }

/**
 * Whose word on the main activity counts first (contract 13: of NSSO before VAT): the NSSO, the NSSO of local authorities, VAT, then the
 * other groups of the register's code list `ActivityGroup`. The letter stands for the group in what is kept.
 */
const rankOfGroup: Readonly<Record<string, string>> = { '006': 'a', '005': 'b', '001': 'c' }
const otherGroup = 'd'
const notMain = 'z'
const form = /^([358])([a-z])(\d+)$/

/** One row of the register's activities as it is kept. `group`: of its code list; `isMain`: `Classification` is `MAIN`. */
export function keptCode(version: ActivityVersion, code: string, group: string, isMain: boolean): string {
  return `${version.slice(3)}${isMain ? (rankOfGroup[group] ?? otherGroup) : notMain}${code}`
}

/** What is kept of an entity: each code once of each group's word. */
export function keptCodes(codes: Iterable<string>): string {
  return [...new Set(codes)].join(',')
}

/** Versions that one word on the main activity is sought in. The list of 2003 is kept up no more: its codes are ranked by themselves. */
const rankedTogether: readonly ActivityVersion[] = ['2008', '2025']

/**
 * The codes that are kept in a text, each once of a version: main ones first, of those of one kind the newest version first. Those are the
 * main ones that the group says whose word counts first, in whichever version it says so.
 */
export function codesKept(text: string): RegisteredCode[] {
  const best = new Map<string, { code: string; version: ActivityVersion; rank: string }>()
  for (const item of text === '' ? [] : text.split(',')) {
    const [, digit = '', rank = '', code = ''] = form.exec(item) ?? []
    const version = activityVersions.find((one) => one.endsWith(digit))
    if (version === undefined || code === '') continue
    const name = `${version} ${code}`
    const before = best.get(name)
    if (before === undefined || rank < before.rank) best.set(name, { code, version, rank })
  }
  const found = [...best.values()]
  const bestRank = (isTogether: boolean): string =>
    found
      .filter(({ version }) => rankedTogether.includes(version) === isTogether)
      .reduce((least, { rank }) => (rank < least ? rank : least), notMain)
  const [ofNow, ofBefore] = [bestRank(true), bestRank(false)]
  const mainRank = (version: ActivityVersion): string => (rankedTogether.includes(version) ? ofNow : ofBefore)
  return found
    .map(({ code, version, rank }) => ({ code, version, main: rank !== notMain && rank === mainRank(version) }))
    .sort(
      (left, right) =>
        Number(right.main) - Number(left.main) ||
        right.version.localeCompare(left.version) ||
        left.code.localeCompare(right.code),
    )
}
