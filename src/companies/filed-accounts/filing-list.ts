/**
 * The list of a company's filings, as the central balance sheet office answers it, and which of them to read. An item has the company's
 * name and address too: nothing is read of an item but what stands in `Filing`.
 */
import { type Day, isDay } from '../../values/brussels.ts'

export type Filing = {
  /** `YYYY-NNNNNNNN`, the year of the deposit and a number within it. */
  reference: string
  /** The first day of the accounting year; null when the item has none that can be read. */
  startDay: Day | null
  /** The last day of the accounting year. */
  closingDay: Day
  /** Null when the item has none that can be read. */
  depositDay: Day | null
  /** Whether its amounts are euros: a few companies may keep their accounts in another currency. */
  isInEuros: boolean
}

/** Items that are read of one list. A company files once a year, with a correction now and then. */
const listItemsMax = 500
/** How old accounts may be, by their closing day. Older ones say nothing of a company of today. */
const closingYearsMax = 3
/** Filings that are read one after the other until one has figures that can be read. */
const filingsTriedMax = 5

const referenceForm = /^\d{4}-\d{8}$/

/** The filings of company `number` (ten digits) in a list; null when the answer is no list, or none of its items can be read. */
export function readFilingList(answer: unknown, number: string): Filing[] | null {
  if (!Array.isArray(answer)) return null
  const filings = answer.slice(0, listItemsMax).flatMap((item: unknown) => {
    const filing = readItem(item, number)
    return filing === null ? [] : [filing]
  })
  return filings.length === 0 && answer.length > 0 ? null : filings
}

function readItem(item: unknown, number: string): Filing | null {
  if (!isRecord(item)) return null
  const { ReferenceNumber: reference, ExerciseDates: dates, EnterpriseNumber: owner } = item
  if (typeof reference !== 'string' || !referenceForm.test(reference) || !isRecord(dates)) return null
  // A filing of another company is never taken for this one's.
  if (typeof owner !== 'string' || owner.replaceAll(/\D/g, '') !== number) return null
  const closingDay = readDay(dates.endDate)
  if (closingDay === null) return null
  const [startDay, depositDay] = [readDay(dates.startDate), readDay(item.DepositDate)]
  return { reference, startDay, closingDay, depositDay, isInEuros: item.Currency === 'EUR' }
}

const readDay = (value: unknown): Day | null => (typeof value === 'string' && isDay(value) ? value : null)

/**
 * The filings to read on a day, the first one first; the next one is read where a filing has no figures in the form that we read. The
 * newest closing day comes first, and of one closing day the last deposit: a correction is deposited after what it corrects, and has
 * the higher number where both came on one day.
 */
export function filingsToRead(filings: readonly Filing[], today: Day): Filing[] {
  const oldest = `${Number(today.slice(0, 4)) - closingYearsMax}${today.slice(4)}`
  return filings
    .filter(({ closingDay }) => closingDay >= oldest && closingDay <= today)
    .toSorted(
      (left, right) =>
        newerFirst(left.closingDay, right.closingDay) ||
        newerFirst(left.depositDay ?? '', right.depositDay ?? '') ||
        newerFirst(left.reference, right.reference),
    )
    .slice(0, filingsTriedMax)
}

const newerFirst = (left: string, right: string): number => (left === right ? 0 : left > right ? -1 : 1)

/** Whether a value of an answer is an object with properties. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
