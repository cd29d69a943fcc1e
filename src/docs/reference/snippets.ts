/** One call as a line for a shell, and as programs in TypeScript and Python that need nothing but their language. */
import { linesType } from '../../contract/media-type.ts'
import type { Operation } from './contract-document.ts'
import { python as inPython, typescript as inTypescript, json, literal } from './literals.ts'
import type { Sample, SampleValue } from './samples.ts'

export type Snippet = { language: 'sh' | 'ts' | 'python'; name: string; code: string }

export function snippetsOf(operation: Operation, sample: Sample, baseUrl: string): readonly Snippet[] {
  return [
    { language: 'sh', name: 'curl', code: curl(operation, sample, baseUrl) },
    { language: 'ts', name: 'TypeScript', code: typescript(operation, sample, baseUrl) },
    { language: 'python', name: 'Python', code: python(operation, sample, baseUrl) },
  ]
}

/** Whether something of the reader's own is read from the environment. */
function hasOwn({ isKeyed }: Operation, sample: Sample): boolean {
  return isKeyed || Object.values(sample.path ?? {}).some((one) => typeof one !== 'string')
}

function answersLines({ answers }: Operation): boolean {
  return answers[0]?.media[0]?.[0] === linesType
}

/** The path and query of the call; `say` writes a value that is the reader's own. */
function addressOf({ path }: Operation, sample: Sample, say: (name: string) => string): string {
  const value = (name: string): string => {
    const given: SampleValue | undefined = sample.path?.[name]
    if (given === undefined) throw new Error(`the example of ${path} has no ${name}`)
    return typeof given === 'string' ? given : say(given.own)
  }
  const query = Object.entries(sample.query ?? {}).map(
    ([name, text]) => `${name}=${encodeURIComponent(text).replaceAll('%2C', ',')}`,
  )
  return `${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => value(name))}${query.length === 0 ? '' : `?${query.join('&')}`}`
}

/** Lines are broken where a call takes more than one. */
function curl(operation: Operation, sample: Sample, baseUrl: string): string {
  const address = `"${baseUrl}${addressOf(operation, sample, (name) => `$${name}`)}"`
  const parts = [
    `curl -s${answersLines(operation) ? ' --compressed -o subsidies.ndjson' : ''} ${operation.method === 'GET' ? '' : `-X ${operation.method} `}${address}`,
    ...(operation.isKeyed ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(sample.body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${indented(literal(sample.body, json))}'`]),
  ]
  return parts.join(' \\\n  ')
}

function typescript(operation: Operation, sample: Sample, baseUrl: string): string {
  const address = addressOf(operation, sample, (name) => `\${env.${name}}`)
  const quote = address.includes('${') ? '`' : "'"
  const headers = [
    ...(operation.isKeyed ? [`authorization: \`Bearer \${env.KEY}\``] : []),
    ...(sample.body === undefined ? [] : ["'content-type': 'application/json'"]),
  ]
  const options = [
    ...(operation.method === 'GET' ? [] : [`method: '${operation.method}'`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(sample.body === undefined ? [] : [`body: JSON.stringify(${indented(literal(sample.body, inTypescript))})`]),
  ]
  const given = options.length === 0 ? '' : `, {\n${options.map((one) => `  ${one},`).join('\n')}\n}`
  return [
    ...(hasOwn(operation, sample) ? ["import { env } from 'node:process'", ''] : []),
    `const response = await fetch(${quote}${baseUrl}${address}${quote}${given})`,
    ...(answersLines(operation)
      ? [
          'if (!response.ok) throw new Error(await response.text())',
          "for (const line of (await response.text()).trimEnd().split('\\n')) console.log(JSON.parse(line).id)",
        ]
      : [
          'const answer = await response.json()',
          `if (!response.ok) throw new Error(\`\${answer.error.code}: \${answer.error.message}\`)`,
          'console.log(answer)',
        ]),
  ].join('\n')
}

function python(operation: Operation, sample: Sample, baseUrl: string): string {
  const address = addressOf(operation, sample, (name) => `{os.environ['${name}']}`)
  const text = `${address.includes('{') ? 'f' : ''}"${baseUrl}${address}"`
  const headers = [
    ...(operation.isKeyed ? [`"Authorization": "Bearer " + os.environ["KEY"]`] : []),
    ...(sample.body === undefined ? [] : [`"Content-Type": "application/json"`]),
  ]
  const options = [
    ...(operation.method === 'GET' ? [] : [`method="${operation.method}"`]),
    ...(headers.length === 0 ? [] : [`headers={${headers.join(', ')}}`]),
    ...(sample.body === undefined
      ? []
      : [`data=json.dumps(${literal(sample.body, inPython).replaceAll('\n', '\n    ')}).encode()`]),
  ]
  return [
    `import json${hasOwn(operation, sample) ? ', os' : ''}, urllib.request`,
    '',
    `request = urllib.request.Request(`,
    ...[text, ...options].map((one) => `    ${one},`),
    ')',
    'with urllib.request.urlopen(request) as response:',
    ...(answersLines(operation)
      ? ['    for line in response:', '        print(json.loads(line)["id"])']
      : ['    print(json.load(response))']),
  ].join('\n')
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ')
}
