/** The value of a rule: one value or a list as its operator wants it, of the type that its field has (contract 5). */
import { isDay } from '../../values/brussels.ts'
import type { Operator, RuleField } from '../../values/vocabularies.ts'
import { operatorsByType, ruleFields } from '../../values/vocabularies.ts'
import type { Place } from '../reading/reading.ts'
import {
  fault,
  formedAt,
  isAbsent,
  moneyAt,
  numberAt,
  shown,
  stringAt,
  uniqueListAt,
  wordAt,
} from '../reading/reading.ts'
import type { NaceVersion } from '../record/lookups.ts'
import type { RuleValue } from '../record/record.ts'
import { hasVocabulary, vocabularyOfField } from '../record/set-order.ts'

type ReadOne = (place: Place) => string | number | null

const singleValued: readonly Operator[] = ['is', 'at_least', 'at_most', 'before', 'after']
const committeeForm = /^\d{3}(?:\.\d{2})?$/
const naceForm = /^\d{2}(?:\.?\d)*$/

/** Whether the operator is one that the field's type has. */
export function fits(operator: Operator, field: RuleField): boolean {
  const operators: readonly Operator[] = operatorsByType[ruleFields[field].type]
  return operators.includes(operator)
}

/** Reads a value for a field and an operator that fits it; `version` is the measure's `nace.version`. */
export function ruleValueAt(
  place: Place,
  field: RuleField,
  operator: Operator,
  version: NaceVersion | null,
): RuleValue | null {
  const { value } = place
  if (isAbsent(value)) return fault(place, 'missing')
  const readOne = readerOf(field, version)
  if (operator === 'between') return rangeAt(place, readOne)
  if (singleValued.includes(operator)) {
    return Array.isArray(value) ? fault(place, `${operator} takes one value`) : readOne(place)
  }
  if (!Array.isArray(value)) return fault(place, `${operator} takes a list`)
  if (value.length === 0) return fault(place, 'empty list')
  return ofOneType(uniqueListAt(place, readOne))
}

/** `[from, to]`, both included. */
function rangeAt(place: Place, readOne: ReadOne): RuleValue | null {
  const { reading, value, path } = place
  if (!Array.isArray(value) || value.length !== 2) return fault(place, 'between takes [from, to]')
  const [from, to] = value.map((end, index) => {
    const endPlace = { reading, value: end, path: `${path}[${index}]` }
    return isAbsent(end) ? fault(endPlace, 'missing') : readOne(endPlace)
  })
  if (isAbsent(from) || isAbsent(to)) return null
  // `today` moves, so a range that it bounds cannot be judged here.
  const moves = from === 'today' || to === 'today'
  if (!moves && from > to) return fault(place, 'the range ends before it begins')
  return ofOneType([from, to])
}

function ofOneType(values: readonly (string | number)[]): readonly string[] | readonly number[] {
  const words = values.filter((value) => typeof value === 'string')
  return words.length > 0 ? words : values.filter((value) => typeof value === 'number')
}

function readerOf(field: RuleField, version: NaceVersion | null): ReadOne {
  if (hasVocabulary(field)) return (place) => wordAt<string>(place, vocabularyOfField[field])
  switch (field) {
    case 'company.municipality':
      return municipalityAt
    case 'company.legal_form':
      return legalFormAt
    case 'company.nace':
      return (place) => naceCodeAt(place, version)
    case 'company.joint_committees':
      return (place) => formedAt(place, committeeForm, 'a joint committee such as 124 or 330.01')
    case 'company.turnover_eur':
    case 'company.balance_total_eur':
    case 'project.budget_eur':
      return moneyAt
    case 'company.employees':
    case 'company.age_months':
      return numberAt
    case 'project.planned_start':
      return dayAt
  }
}

function dayAt(place: Place): string | null {
  const text = stringAt(place)
  if (text === null || text === 'today' || isDay(text)) return text
  return fault(place, `${shown(text)} is neither YYYY-MM-DD nor today`)
}

function municipalityAt(place: Place): string | null {
  const nis = stringAt(place)
  if (nis === null || place.reading.lookups.municipalityExists(nis)) return nis
  return fault(place, `${shown(nis)} is not the NIS code of a municipality of 2025`)
}

/** A legal form of the Crossroads Bank by its code, or `natural_person`. */
export function legalFormAt(place: Place): string | null {
  const code = stringAt(place)
  if (code === null || code === 'natural_person') return code
  if (/^\d{3}$/.test(code) && place.reading.lookups.legalFormExists(code)) return code
  return fault(place, `${shown(code)} is neither a legal form code of the KBO nor natural_person`)
}

/** A NACE code of at least two digits, kept without dots; of the version named, else of either. */
export function naceCodeAt(place: Place, version: NaceVersion | null): string | null {
  const text = formedAt(place, naceForm, 'a NACE code of at least two digits')
  if (text === null) return null
  const code = text.replaceAll('.', '')
  const versions: readonly NaceVersion[] = version === null ? [2008, 2025] : [version]
  if (versions.some((candidate) => place.reading.lookups.naceExists(code, candidate))) return code
  return fault(place, `${shown(text)} is no code of NACE-BEL ${versions.join(' or ')}`)
}
