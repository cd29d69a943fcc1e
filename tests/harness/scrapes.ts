/** What a process shows to whoever scrapes it, read as Prometheus reads it, and the program that Prometheus checks such texts with. */
import { spawnSync } from 'node:child_process'
import { toolMissing } from './debian-tools.ts'
import { type Answer, call } from './http.ts'
import type { StartedProcess } from './started-process.ts'

export type Sample = { name: string; labels: Readonly<Record<string, string>>; value: number }

const linesForm = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const labelForm = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g

/** The samples of a text; throws at a line that is none. */
export function samplesIn(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = linesForm.exec(line) ?? []
      if (name === undefined) throw new Error(`no sample: ${line}`)
      return {
        name,
        labels: Object.fromEntries([...labels.matchAll(labelForm)].map(([, key, one]) => [key, one])),
        value: Number(value),
      }
    })
}

/** Families that a text announces, with the series that each kind of them has: those without a sample yet among them. */
export function familiesIn(text: string): Map<string, string> {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return new Map(types.map(([, name = '', type = '']) => [name, type]))
}

/** Where the metrics of a process are. */
export async function metricsOrigin(process: StartedProcess): Promise<string> {
  const [, origin = ''] = await process.printed(/^Metrics: (http:\S+)\/metrics$/m, 'error')
  return origin
}

export function scrape(origin: string, method = 'GET', path = '/metrics'): Promise<Answer> {
  return call(origin, method, path)
}

/** The value of the one sample of that name with these labels; undefined where there is none. */
export function figureOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  return samples.find(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value
}

export const promtoolMissing = toolMissing('promtool', 'prometheus')

/** Runs it in that folder; `input` is given to it. */
export function promtool(
  words: readonly string[],
  folder: string,
  input = '',
): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: folder, input, encoding: 'utf8' })
  return { status, output: `${stdout ?? ''}${stderr ?? ''}` }
}
