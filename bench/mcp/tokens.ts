/**
 * What the tools cost an assistant that reads them: the list of tools, and each answer to thirty questions of advisers
 * (tests/mcp/questions) over the bundled records, in tokens. Prints the tables of docs/mcp.md.
 *
 *   node bench/mcp/tokens.ts
 */
import { ask, startAdviserService } from '../../tests/harness/adviser-service.ts'
import { mcpCaller, resultOf } from '../../tests/harness/mcp.ts'
import { tokenCounter, tokenEncoding } from '../../tests/harness/tokens.ts'
import { questions } from '../../tests/mcp/questions/all.ts'

const tokensIn = await tokenCounter()
const service = await startAdviserService()
try {
  const ofTool = new Map<string, number[]>()
  const ofQuestion: { asked: string; calls: string; tokens: number }[] = []
  for (const question of questions) {
    const heard = await ask(service, question)
    const counted = heard.map(({ tool, answer }) => ({ tool, tokens: tokensIn(JSON.stringify(answer)) }))
    for (const { tool, tokens } of counted) ofTool.set(tool, [...(ofTool.get(tool) ?? []), tokens])
    ofQuestion.push({
      asked: question.asked,
      calls: counted.map(({ tool, tokens }) => `\`${tool}\` ${figure(tokens)}`).join(', '),
      tokens: counted.reduce((sum, { tokens }) => sum + tokens, 0),
    })
  }
  const { legacy } = mcpCaller(() => ({ origin: service.origin, key: service.keys.pro }))
  const { tools } = resultOf(await legacy('tools/list')) as { tools: { outputSchema: object }[] }
  const read = tools.map(({ outputSchema: _unread, ...rest }) => rest)

  say(`Tokens of ${tokenEncoding}. The list of tools: ${figure(tokensIn(JSON.stringify(read)))}, and with the`)
  say(`schemas of their answers, which few clients hand on, ${figure(tokensIn(JSON.stringify(tools)))}.\n`)
  say('| Tool | Answers | Median | Largest |\n|---|---|---|---|')
  for (const [tool, tokens] of ofTool) {
    const sorted = tokens.toSorted((left, right) => left - right)
    const [median, largest] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
    say(`| \`${tool}\` | ${tokens.length} | ${figure(median)} | ${figure(largest)} |`)
  }
  say('\n| Question | Answers | All |\n|---|---|---|')
  for (const { asked, calls, tokens } of ofQuestion) say(`| ${asked} | ${calls} | ${figure(tokens)} |`)
} finally {
  await service.stop()
}

function figure(tokens: number | undefined): string {
  return (tokens ?? 0).toLocaleString('en')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
