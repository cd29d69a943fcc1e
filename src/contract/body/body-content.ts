/**
 * Judges the content of a value whose form has been accepted: what must be there, lengths, ranges, patterns. It goes
 * from the outside in and stops at the first fault; how many members a list may have is asked before any member is
 * looked at, so that what a judgement costs is bounded by the schema, never by the body.
 */
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { closed } from './body-schema.ts'
import { contentWords } from './content-words.ts'
import { jsonPath } from './json-scan.ts'

/** A fault of content: the path of the value (`body` for the whole), and why it cannot be right. */
export type ContentFault = { field: string; message: string }

type Step = string | number
type Judge = (value: unknown, steps: readonly Step[]) => ContentFault | null
type Node = { readonly [keyword: string]: unknown }

/** Throws (at the start) on an intersection; answers a judge whose `field` is within the value. */
export function contentJudge(schema: TSchema): (value: unknown) => ContentFault | null {
  const judge = judgeOf(closed(schema))
  return (value) => judge(value, [])
}

function judgeOf(node: Node): Judge {
  if (Array.isArray(node.anyOf)) return unionJudge(node, node.anyOf.filter(isNode))
  if ('allOf' in node || 'oneOf' in node)
    throw new Error('The content of a body knows unions, and nothing beside them.')
  if (node.type === 'object') return objectJudge(node)
  return node.type === 'array' ? listJudge(node) : leafJudge(node)
}

function objectJudge(node: Node): Judge {
  const { properties = {}, patternProperties = {}, additionalProperties, ...itself } = node
  const named = new Map(nodesIn(properties).map(([name, inner]) => [name, judgeOf(inner)]))
  const [others] = [...nodesIn(patternProperties).map(([, inner]) => inner), additionalProperties].filter(isNode)
  const judgeOther = others === undefined ? null : judgeOf(others)
  const judgeItself = leafJudge({ ...itself, required: [] })
  const required = Array.isArray(node.required) ? node.required.map(String) : []
  return (value, steps) => {
    const shape = judgeItself(value, steps)
    if (shape !== null || !isNode(value)) return shape
    const missing = required.find((name) => !Object.hasOwn(value, name))
    if (missing !== undefined) return faultAt([...steps, missing], 'is missing')
    for (const name of Object.keys(value)) {
      const judge = named.get(name) ?? judgeOther
      const fault = judge === null ? null : judge(value[name], [...steps, name])
      if (fault !== null) return fault
    }
    return null
  }
}

function listJudge(node: Node): Judge {
  const { items, uniqueItems, ...itself } = node
  const judgeCount = leafJudge(itself)
  const judgeMember = isNode(items) ? judgeOf(items) : null
  const judgeRepeats = uniqueItems === true ? leafJudge({ type: 'array', uniqueItems }) : null
  return (value, steps) => {
    const count = judgeCount(value, steps)
    if (count !== null || !Array.isArray(value)) return count
    if (judgeMember !== null) {
      for (const [place, member] of value.entries()) {
        const fault = judgeMember(member, [...steps, place])
        if (fault !== null) return fault
      }
    }
    return judgeRepeats === null ? null : judgeRepeats(value, steps)
  }
}

/** Of several branches the one is meant whose type the value has. */
function unionJudge(node: Node, branches: readonly Node[]): Judge {
  const whole = Compile(node)
  const judges = branches.map((branch) => ({ type: Compile({ type: branch.type }), judge: judgeOf(branch) }))
  return (value, steps) => {
    const meant = judges.filter(({ type }) => type.Check(value))
    if (meant.length === 1) return meant[0]?.judge(value, steps) ?? null
    return whole.Check(value) ? null : faultAt(steps, 'cannot be right')
  }
}

function leafJudge(node: Node): Judge {
  const compiled = Compile(node)
  return (value, steps) => {
    if (compiled.Check(value)) return null
    const words = contentWords(node, value) ?? compiled.Errors(value)[0]?.message
    return faultAt(steps, words ?? 'cannot be right')
  }
}

function faultAt(steps: readonly Step[], words: string): ContentFault {
  const field = jsonPath(steps)
  return { field, message: `${field} ${words}${/[.?]$/.test(words) ? '' : '.'}` }
}

function nodesIn(value: unknown): [string, Node][] {
  return isNode(value) ? Object.entries(value).flatMap(([name, inner]) => (isNode(inner) ? [[name, inner]] : [])) : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
