/** Shows how far a reading has come: a bar on a terminal, a line now and then where the output goes into a file. */
import type { RunProgress } from '../ingestion/runs/read-source.ts'

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
const lineEveryRecords = 500

export function showProgress(stream: { write(text: string): unknown }, isTerminal: boolean): ProgressDisplay {
  let shown: { sourceId: string; done: number } | null = null
  let isDrawn = false
  return {
    show(progress) {
      const step = stepOf(progress, isTerminal)
      const isFirst = shown?.sourceId !== progress.sourceId
      const isLast = progress.done === progress.total
      if (!isFirst && !isLast && progress.done - (shown?.done ?? 0) < step) return
      if (!isFirst && shown?.done === progress.done) return
      if (isFirst && isDrawn) stream.write('\n')
      shown = { sourceId: progress.sourceId, done: progress.done }
      if (isTerminal) {
        stream.write(`\r${barOf(progress).padEnd(columnsMax)}`)
        isDrawn = true
      } else stream.write(`${lineOf(progress)}\n`)
    },
    end() {
      if (isDrawn) stream.write('\n')
      isDrawn = false
    },
  }
}

function stepOf({ total }: RunProgress, isTerminal: boolean): number {
  if (total === null) return isTerminal ? 1 : lineEveryRecords
  return total * (isTerminal ? redrawShare : lineEveryShare)
}

function barOf(progress: RunProgress): string {
  const { total, done, sourceId, note } = progress
  if (total === null || total === 0) return `${sourceId}  ${done} read  ${note ?? ''}`.slice(0, columnsMax)
  const filled = Math.min(barWidth, Math.round((done / total) * barWidth))
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
  return `${sourceId}  ${bar}  ${done}/${total}  ${note ?? ''}`.slice(0, columnsMax)
}

function lineOf({ sourceId, done, total, note }: RunProgress): string {
  return `${sourceId}: ${done}${total === null ? '' : ` of ${total}`} read${note === null ? '' : ` (${note})`}`
}
