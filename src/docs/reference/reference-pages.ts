/** The pages of the reference in Markdown: its index, one for each operation, one for the events of webhooks. */
import type { ContractDocument, Operation } from './contract-document.ts'
import { fieldList } from './field-list.ts'
import { fieldsFor } from './fields.ts'
import { type OperationParts, operationAddress } from './operation-page.ts'
import { referenceWords as words } from './words.ts'

export const eventsAddress = '/docs/api/events'

export function referenceMarkdown({ contract, planWith }: OperationParts): string {
  const needs = ({ isKeyed, capabilities }: Operation): string => {
    // A capability of a parameter alone is not what the route needs.
    const [first] = capabilities
    if (!isKeyed) return words.nothing
    return first === undefined ? words.keyAlone : words.plan(planWith(first))
  }
  const tags = contract.tags.flatMap(({ name, description }) => {
    const rows = contract.operations
      .filter(({ tag }) => tag === name)
      .map((one) => `| [\`${one.method} ${one.path}\`](${operationAddress(one.id)}) | ${one.summary} | ${needs(one)} |`)
    return rows.length === 0 ? [] : [`## ${name}`, description, [words.routeHead, ...rows].join('\n')]
  })
  const events = [`## ${words.events}`, `${words.eventsLead} [${words.events}](${eventsAddress})`]
  return `${[`# ${words.title}`, words.lead, words.conventions, ...tags, ...events].join('\n\n')}\n`
}

export function eventsMarkdown(contract: ContractDocument): string {
  const fields = fieldsFor(contract.at)
  const kinds = contract.events.map(({ event, summary }) => `| \`${event}\` | ${summary} |`)
  const headers = contract.deliveryHeaders.map(({ name, description }) => `| \`${name}\` | ${description} |`)
  const families = Object.entries(words.eventFamilies).flatMap(([family, title]) => {
    const [first] = contract.events.filter(({ event }) => event.split('.')[0] === family)
    if (first === undefined) return []
    const shape = fields.of(first.schema)
    return [`## ${title}`, first.description, fieldList(shape.fields)]
  })
  return `${[
    `# ${words.events}`,
    words.eventsLead,
    [words.eventHead, ...kinds].join('\n'),
    `## ${words.headers}`,
    [words.headerHead, ...headers].join('\n'),
    ...families,
  ].join('\n\n')}\n`
}
