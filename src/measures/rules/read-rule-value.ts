/** The value of a rule: one value or a list as its operator wants it, of the type that its field has (contract 5). */
import { naceInstead } from '../../reference/nace-text.ts'
import { isDay } from '../../values/brussels.ts'
import type { Operator, RuleField } from '../../values/vocabularies.ts'
import { operatorsByType, ruleFields } from '../../values/vocabularies.ts'
import { isAbsent, shown } from '../reading/faults.ts'
import { inputBounds } from '../reading/input-bounds.ts'
import { valueSchemas } from '../reading/input-schema.ts'
import type { Reading } from '../reading/reading.ts'
import { readerOf } from '../reading/shape.ts'
import type { NaceVersion, ReferenceLookups } from '../record/lookups.ts'
import type { RuleValue } from '../record/record.ts'
import { word } from '../record/schema-parts.ts'
import { hasVocabulary, vocabularyOfField } from '../record/set-order.ts'

type Scalar = string | number
type ReadOne = (value: unknown, path: string) => Scalar | null

const singleValued: readonly Operator[] = ['is', 'at_least', 'at_most', 'before', 'after']

/** Whether the operator is one that the field's type has. */
export function fits(operator: Operator, field: RuleField): boolean {
  const operators: readonly Operator[] = operatorsByType[ruleFields[field].type]
  return operators.includes(operator)
}

/** Reads a value for a field and an operator that fits it; `version` is the measure's `nace.version`. */
export function ruleValueOf(
  value: unknown,
  path: string,
  field: RuleField,
  operator: Operator,
  version: NaceVersion | null,
  reading: Reading,
): RuleValue | null {
  const { faults } = reading
  if (isAbsent(value)) return faults.add(path, 'missing')
  const readOne = oneReader(field, version, reading)
  if (operator === 'between') return rangeOf(value, path, readOne, reading)
  if (singleValued.includes(operator))
    return Array.isArray(value) ? faults.add(path, `${operator} takes one value`) : readOne(value, path)
  if (!Array.isArray(value)) return faults.add(path, `${operator} takes a list`)
  if (value.length === 0) return faults.add(path, 'empty list')
  if (value.length > inputBounds.listMax) return faults.add(path, `more than ${inputBounds.listMax} entries`)
  return ofOneType(setOf(value, path, readOne, reading))
}

function setOf(values: readonly unknown[], path: string, readOne: ReadOne, { faults }: Reading): Scalar[] {
  const seen = new Set<Scalar>()
  for (const [index, value] of values.entries()) {
    const entryPath = `${path}[${index}]`
    const item = isAbsent(value) ? faults.add(entryPath, 'null is no entry') : readOne(value, entryPath)
    if (item !== null && seen.has(item)) faults.add(entryPath, `${shown(item)} stands twice`)
    if (item !== null) seen.add(item)
  }
  return [...seen]
}

/** `[from, to]`, both included. */
function rangeOf(value: unknown, path: string, readOne: ReadOne, { faults }: Reading): RuleValue | null {
  if (!Array.isArray(value) || value.length !== 2) return faults.add(path, 'between takes [from, to]')
  const [from, to] = value.map((end: unknown, index) => {
    const endPath = `${path}[${index}]`
    return isAbsent(end) ? faults.add(endPath, 'missing') : readOne(end, endPath)
  })
  if (isAbsent(from) || isAbsent(to)) return null
  // `today` moves, so a range that it bounds cannot be judged here.
  const moves = from === 'today' || to === 'today'
  if (!moves && from > to) return faults.add(path, 'the range ends before it begins')
  return ofOneType([from, to])
}

function ofOneType(values: readonly Scalar[]): readonly string[] | readonly number[] {
  const words = values.filter((value) => typeof value === 'string')
  return words.length > 0 ? words : values.filter((value) => typeof value === 'number')
}

function oneReader(field: RuleField, version: NaceVersion | null, reading: Reading): ReadOne {
  const { faults } = reading
  if (hasVocabulary(field)) return (value, path) => wordReaders.get(field)?.(value, path, faults) ?? null
  /** A text of which `judge` says what else it lacks. */
  const judged =
    (judge: (text: string) => string | null): ReadOne =>
    (value, path) => {
      const text = scalars.text(value, path, faults)
      const reason = text === null ? null : judge(text)
      return reason === null ? text : faults.add(path, reason)
    }
  switch (field) {
    case 'company.municipality':
      return judged((nis) =>
        reading.lookups.municipalityExists(nis) ? null : `${shown(nis)} is not the NIS code of a municipality of 2025`,
      )
    case 'company.legal_form':
      return judged((code) => legalFormFault(code, reading.lookups))
    case 'company.nace':
      return (value, path) => {
        const text = scalars.naceCode(value, path, faults)
        return text === null ? null : codeKnown(text, path, version, reading)
      }
    case 'company.joint_committees':
      return (value, path) => scalars.jointCommittee(value, path, faults)
    case 'company.turnover_eur':
    case 'company.balance_total_eur':
    case 'company.de_minimis_eur':
    case 'household.income_eur':
    case 'project.budget_eur':
      return (value, path) => scalars.money(value, path, faults)
    case 'company.employees':
    case 'company.age_months':
    case 'hire.age':
    case 'hire.months_jobseeking':
    case 'household.dependants':
    case 'building.year':
      return (value, path) => scalars.count(value, path, faults)
    case 'project.planned_start':
      return judged((day) => (day === 'today' || isDay(day) ? null : `${shown(day)} is neither YYYY-MM-DD nor today`))
  }
}

const scalars = {
  text: readerOf(valueSchemas.text),
  naceCode: readerOf(valueSchemas.naceCode),
  jointCommittee: readerOf(valueSchemas.jointCommittee),
  money: readerOf(valueSchemas.money),
  count: readerOf(valueSchemas.count),
}

const wordReaders = new Map(
  Object.entries<readonly string[]>(vocabularyOfField).map(([field, words]) => [field, readerOf(word(words))] as const),
)

/** What is wrong with the code of a legal form of the Crossroads Bank (or `natural_person`); null: nothing. */
export function legalFormFault(code: string, lookups: ReferenceLookups): string | null {
  if (code === 'natural_person' || (/^\d{3}$/.test(code) && lookups.legalFormExists(code))) return null
  return `${shown(code)} is neither a legal form code of the KBO nor natural_person`
}

/** A NACE code of the right form, without its dots, where the version named (else either) has it; null beside the fault. */
export function codeKnown(text: string, path: string, version: NaceVersion | null, reading: Reading): string | null {
  const code = text.replaceAll('.', '')
  const versions: readonly NaceVersion[] = version === null ? [2008, 2025] : [version]
  if (versions.some((candidate) => reading.lookups.naceExists(code, candidate))) return code
  const instead = version === null ? naceInstead(text) : ''
  const told = `${shown(text)} is no code of NACE-BEL ${versions.join(' or ')}`
  return reading.faults.add(path, instead === '' ? told : `${told}.${instead}`)
}
