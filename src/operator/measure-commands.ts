/** `measures`: the operator's word on single measures. */
import type { Command } from 'commander'
import { getMeasure, getSurvivor } from '../measures/find.ts'
import { mergeMeasures } from '../measures/merge.ts'
import { reinstateMeasure, withdrawMeasure } from '../measures/withdraw.ts'
import { formatInstant, type Instant } from '../values/brussels.ts'
import { textIn } from '../values/localized-text.ts'
import type { Run } from './command-run.ts'
import type { Host } from './host.ts'
import type { Outcome } from './output.ts'
import { shownOn } from './terminal/screen.ts'
import { facts } from './terminal/table.ts'

export function addMeasureCommands(program: Command, host: Host, run: Run): void {
  const measures = program.command('measures').description('measures: show, withdraw, reinstate, merge')
  measures
    .command('show')
    .description('show a measure as stored')
    .argument('<id>', 'id or slug; of a merged one the survivor is shown')
    .action((id: string) => run(() => host.withStore(async ({ database }) => shown(await getSurvivor(database, id)))))
  measures
    .command('withdraw')
    .description('withdraw a measure until it is reinstated, whatever its source lists')
    .argument('<id>', 'id or slug')
    .action((id: string) =>
      run(() => host.withStore(async ({ means }) => shown(await withdrawMeasure(await means(), id)))),
    )
  measures
    .command('reinstate')
    .description("take an operator's withdrawal back")
    .argument('<id>', 'id or slug')
    .action((id: string) =>
      run(() => host.withStore(async ({ means }) => shown(await reinstateMeasure(await means(), id)))),
    )
  measures
    .command('merge')
    .description('merge a duplicate into the measure that survives; it cannot be undone')
    .argument('<duplicate>', 'id or slug of the measure that goes')
    .argument('<survivor>', 'id or slug of the measure that stays')
    .action((duplicate: string, survivor: string) =>
      run(() =>
        host.withStore(async ({ database, means }) => {
          await mergeMeasures(await means(), duplicate, survivor)
          return shown(await getMeasure(database, survivor))
        }),
      ),
    )
}

type Measure = Awaited<ReturnType<typeof getMeasure>>

function shown(measure: Measure): Outcome {
  const time = (instant: Instant | null): string | null => (instant === null ? null : formatInstant(instant))
  const document = {
    id: measure.id,
    slug: measure.slug,
    source_id: measure.sourceId,
    version: measure.version,
    status: measure.status,
    closes_at: time(measure.closesAt),
    created_at: time(measure.createdAt),
    updated_at: time(measure.updatedAt),
    withdrawn_at: time(measure.withdrawnAt),
    operator_withdrawn: measure.operatorWithdrawn,
    merged_into: measure.mergedInto,
    merged_from: [...measure.mergedFrom],
    record: measure.record,
  }
  const { record: _record, ...about } = document
  const listed = facts(Object.entries(about).map(([name, value]) => [name, wordOf(value)]))
  return { document, text: (screen) => `${textIn(measure.record.title, 'en')}\n${shownOn(screen, listed)}` }
}

function wordOf(value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return '-'
  return Array.isArray(value) ? value.join(', ') : String(value)
}
