/** Shows how far a reading has come: a bar on a terminal, a line now and then where the output goes into a file. */
import type { RunProgress } from '../ingestion/runs/read-source.ts'
import { oneLine } from '../values/one-line.ts'
import type { Output } from './terminal/screen.ts'

export type ProgressDisplay = {
  show(progress: RunProgress): void
  /** Ends the bar, so that what follows begins on a line of its own. */
  end(): void
}

const barWidth = 28
const columnsMax = 100
/** On a terminal it is redrawn when this part more is done, else when a record count this much greater is reached. */
const redrawShare = 0.01
const lineEveryShare = 0.25
/** Where nobody knows how many there are: so many more, and so many times what was told last, so that a million are some twenty lines. */
const lineEveryRecords = 500
const lineEveryGrowth = 0.5

export function showProgress(stream: Output, isTerminal: boolean): ProgressDisplay {
  // One column is left free: a full line would go on to the next.
  const columns = Math.min(columnsMax, (stream.columns || columnsMax + 1) - 1)
  let shown: { sourceId: string; done: number } | null = null
  let isDrawn = false
  return {
    show(progress) {
      const step = stepOf(progress, isTerminal, shown?.done ?? 0)
      const isFirst = shown?.sourceId !== progress.sourceId
      const isLast = progress.done === progress.total
      if (!isFirst && !isLast && progress.done - (shown?.done ?? 0) < step) return
      if (!isFirst && shown?.done === progress.done) return
      if (isFirst && isDrawn) stream.write('\n')
      shown = { sourceId: progress.sourceId, done: progress.done }
      if (isTerminal) {
        stream.write(`\r${oneLine(barOf(progress)).slice(0, columns).padEnd(columns)}`)
        isDrawn = true
      } else stream.write(`${oneLine(lineOf(progress))}\n`)
    },
    end() {
      if (isDrawn) stream.write('\n')
      isDrawn = false
    },
  }
}

function stepOf({ total }: RunProgress, isTerminal: boolean, shownDone: number): number {
  if (total === null) return isTerminal ? 1 : Math.max(lineEveryRecords, shownDone * lineEveryGrowth)
  return total * (isTerminal ? redrawShare : lineEveryShare)
}

function barOf(progress: RunProgress): string {
  const { total, done, sourceId, note } = progress
  if (total === null || total === 0) return `${sourceId}  ${done} read  ${note ?? ''}`
  const filled = Math.min(barWidth, Math.round((done / total) * barWidth))
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
  return `${sourceId}  ${bar}  ${done}/${total}  ${note ?? ''}`
}

function lineOf({ sourceId, done, total, note }: RunProgress): string {
  return `${sourceId}: ${done}${total === null ? '' : ` of ${total}`} read${note === null ? '' : ` (${note})`}`
}
