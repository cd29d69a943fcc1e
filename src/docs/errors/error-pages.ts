/** The pages of errors in Markdown: all codes, and one for each. */
import { type RefusalCode, refusals } from '../../contract/refusals.ts'
import { json, literal } from '../reference/literals.ts'
import { type ErrorExample, type ErrorWords, errorWords } from './error-words.ts'
import { errorPageWords as words } from './words.ts'

export const refusalCodes = Object.keys(refusals) as RefusalCode[]

export function errorAddress(code: RefusalCode): string {
  return `/docs/errors/${code}`
}

/** A form of the request id that shows what it looks like. */
const exampleRequestId = 'req_01M7YXZX40W47X4BE0KWNASMQM'

export function errorsMarkdown(): string {
  const rows = refusalCodes.map(
    (code) => `| [\`${code}\`](${errorAddress(code)}) | ${refusals[code].status} | ${errorWords[code].means} |`,
  )
  return `${[
    `# ${words.title}`,
    words.lead,
    fenced('json', literal(envelopeOf('subsidy_not_found'), json)),
    words.split,
    `## ${words.allTitle}`,
    [words.head, ...rows].join('\n'),
    `## ${words.retryTitle}`,
    words.retry,
  ].join('\n\n')}\n`
}

export function errorMarkdown(code: RefusalCode, baseUrl: string): string {
  const { means, when, toDo, details, again, example } = errorWords[code]
  return `${[
    `# ${code}`,
    means,
    words.answers(refusals[code].status),
    `## ${words.when}`,
    listed(when),
    `## ${words.toDo}`,
    listed(toDo),
    ...(details === undefined ? [] : [`## ${words.detailsTitle}`, detailsTable(details)]),
    `## ${words.againTitle}`,
    words.again[again],
    `## ${words.example}`,
    ...(example === undefined ? [] : [fenced('sh', exampleLine(example, baseUrl))]),
    fenced('json', literal(envelopeOf(code), json)),
    words.allErrors,
  ].join('\n\n')}\n`
}

/** The answer that the page shows. */
export function envelopeOf(code: RefusalCode): Record<string, unknown> {
  const { message, details = {}, requiredPlan }: ErrorWords['answer'] = errorWords[code].answer
  const error = { code, message, request_id: exampleRequestId, details }
  return { error: requiredPlan === undefined ? error : { ...error, required_plan: requiredPlan } }
}

/** The line for a shell that is refused so. */
function exampleLine(example: ErrorExample, baseUrl: string): string {
  const { method, path, body, headers = {} } = example
  return [
    `curl -s ${method === 'GET' ? '' : `-X ${method} `}"${baseUrl}${path}"`,
    ...(example.as === 'nobody' ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ')
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}

function detailsTable(details: Readonly<Record<string, string>>): string {
  return [words.detailsHead, ...Object.entries(details).map(([key, says]) => `| \`${key}\` | ${says} |`)].join('\n')
}

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}
