/** A letter as text: what it says, in the same order, addresses behind what leads there. */
import { disclaimer } from '../../contract/envelope.ts'
import type { Letter, LetterPart } from './letter.ts'

/** Lines end with `\n`; what they are sent in makes them shorter, not we. */
export function letterText({ language, heading, parts, why, stop }: Letter): string {
  const blocks = [heading, ...parts.map(partText)]
  const foot = [why, ...(stop === null ? [] : [`${stop.text}: ${stop.href}`]), disclaimer[language]]
  return `${[...blocks, `-- \n${foot.join('\n\n')}`].join('\n\n')}\n`
}

function partText(part: LetterPart): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text
    case 'facts':
      return part.rows.map(({ name, value }) => `${name}: ${value}`).join('\n')
    case 'button':
      return `${part.text}:\n${part.href}`
    case 'group': {
      const { heading, href, items } = part
      const lines = items.flatMap((item) => [
        `- ${item.text}`,
        ...(item.detail === null ? [] : [`  ${item.detail}`]),
        ...(item.href === null ? [] : [`  ${item.href}`]),
      ])
      return [heading, ...(href === null ? [] : [href]), ...lines].join('\n')
    }
  }
}
