/**
 * Arguments of a tool, read as its route reads them: a route's body by the same reader, its parameters by their own, out of JSON
 * instead of text. Null and an empty list read as absent (contract 9).
 */
import Type, { type TSchema } from 'typebox'
import { bodyReader } from '../../contract/body/body.ts'
import { FormBody, RawBody } from '../../contract/body/body-kinds.ts'
import type { QueryParameter } from '../../contract/call.ts'
import { emptyParameter } from '../../contract/query.ts'
import { invalidBody, invalidParameter } from '../../contract/refusals.ts'
import type { Capability } from '../../values/vocabularies.ts'
import { isRecord, type Written } from '../protocol/message.ts'
import type { ToolInput, ToolRecord } from './tool.ts'

/** Of one argument: twice what a cursor may have, and more than anything else that is ever found. */
const textCharactersMax = 16_384

/** Workflow tools put these beside the arguments that an assistant chose. They are refused like every unknown one, all at once. */
const addedByWorkflowTools = ['toolCallId', 'sessionId', 'chatInput', 'action', 'tool'] as const

/** What the arguments may be: the body's schema, or an object of the path's and the query's parameters. */
export function argumentsSchema({ body, pathParameters, query }: ToolRecord<never>): TSchema {
  if (body instanceof FormBody || body instanceof RawBody) throw new Error('A tool takes JSON.')
  if (body !== null) return body
  const required = Object.entries(pathParameters).map(([name, { schema, description }]) => [
    name,
    { ...schema, description },
  ])
  const optional = Object.entries(query).map(([name, { schema, description }]) => [
    name,
    Type.Optional({ ...schema, description } as TSchema),
  ])
  return Type.Object(Object.fromEntries([...required, ...optional]))
}

export function argumentsReader(record: ToolRecord<never>): (given: Written | undefined) => Promise<ToolInput> {
  const isBody = record.body !== null
  const schema = argumentsSchema(record)
  const reader = bodyReader(schema, isBody ? 'edge' : 'work')
  const known = new Set(Object.keys((schema as { properties?: object }).properties ?? {}))
  return async (given) => {
    const text = given === undefined || given.value === null ? '{}' : given.text
    if (!text.startsWith('{')) throw invalidParameter('arguments', 'arguments must be an object.')
    if (isRecord(given?.value)) refuseAdded(given.value, known)
    const values = await reader.readText(text)
    if (isBody) return { path: {}, query: {}, body: values }
    return parametersIn(record, isRecord(values) ? values : {})
  }
}

function refuseAdded(values: Record<string, unknown>, known: ReadonlySet<string>): void {
  const added = addedByWorkflowTools.filter((name) => Object.hasOwn(values, name) && !known.has(name))
  const [first] = added
  if (first === undefined) return
  const message =
    `Leave out ${added.join(', ')}: this tool does not take ${added.length === 1 ? 'it' : 'them'}, and nothing was run. A workflow ` +
    `tool adds such arguments by itself: let it send only ${[...known].join(', ')}.`
  throw invalidParameter(first, message)
}

/** What the parameters in use need of a plan, judged before they are read, as the edge does. */
export function capabilitiesUsed(query: ToolRecord<never>['query'], given: Written | undefined): Capability[] {
  if (!isRecord(given?.value)) return []
  const used: Capability[] = []
  for (const [name, value] of Object.entries(given.value)) {
    const capability = Object.hasOwn(query, name) ? query[name]?.capability : undefined
    if (capability !== undefined && !isAbsent(value)) used.push(capability)
  }
  return used
}

function parametersIn(record: ToolRecord<never>, values: Record<string, unknown>): ToolInput {
  const path: Record<string, string> = {}
  for (const name of Object.keys(record.pathParameters)) {
    const value = values[name]
    if (typeof value !== 'string') throw invalidBody(name, `${name} is missing.`)
    path[name] = notTooLong(name, value)
  }
  const query: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(values)) {
    const parameter = Object.hasOwn(record.query, name) ? record.query[name] : undefined
    if (parameter !== undefined && !isAbsent(value)) {
      query[name] = parameter.read(name, textOf(name, value, parameter), 'arguments')
    }
  }
  return { path, query, body: undefined }
}

function isAbsent(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

/** The value as it would stand in a query, from which its parameter reads it. */
function textOf(name: string, value: unknown, { emptyAllowed }: QueryParameter): string {
  if (Array.isArray(value))
    return value.map((member, place) => memberText(`${name}[${place}]`, String(member))).join(',')
  const text = notTooLong(name, String(value))
  if (text === '' && emptyAllowed !== true) throw emptyParameter(name)
  return text
}

/** Refusals repeat what was given. */
function notTooLong(path: string, text: string): string {
  if (text.length <= textCharactersMax) return text
  throw invalidParameter(path, `${path} has more than ${textCharactersMax} characters.`)
}

// In a query a comma parts members, and what is empty is none.
function memberText(path: string, member: string): string {
  if (member === '') throw emptyParameter(path)
  notTooLong(path, member)
  if (member.includes(',')) throw invalidParameter(path, `${path} holds a comma. Give each member by itself.`)
  return member
}
