/** `sources check`: are the pages still there that a source's records lead to? */
import type { Command } from 'commander'
import type { CheckedLink } from '../measures/links/link-check.ts'
import type { Run } from './command-run.ts'
import type { Host } from './host.ts'
import { exitCodes, type Outcome } from './output.ts'
import { showProgress } from './progress.ts'
import { shownOn } from './terminal/screen.ts'
import { table } from './terminal/table.ts'

export function addCheckCommand(program: Command, host: Host, run: Run): void {
  const sources = program.commands.find((command) => command.name() === 'sources')
  if (sources === undefined) throw new Error('the commands of sources are added before this one')
  sources
    .command('check')
    .description("look at the pages of a source's measures, and keep what was really seen")
    .argument('<source>', 'id of the source')
    .action((id: string) =>
      run(() =>
        host.withSources(async ({ means }) => {
          const { checkLinks } = await import('../measures/links/link-check.ts')
          const progress = showProgress(host.streams.error, host.isTerminal)
          try {
            return checkOutcome(
              id,
              await checkLinks(await means(), id, { signal: host.signal, onProgress: progress.show }),
            )
          } finally {
            progress.end()
          }
        }),
      ),
    )
}

/** Exit status 1 when a page is gone or nothing could be reached at all. */
export function checkOutcome(source: string, links: readonly CheckedLink[]): Outcome {
  const count = (outcome: string): number => links.filter(({ check }) => check?.outcome === outcome).length
  const unreachable = links.filter(({ check }) => check === null).length
  const troubled = links
    .filter(({ check }) => check?.outcome !== 'seen')
    .map(({ url, check, fault, measureIds }) => ({
      url,
      outcome: check?.outcome ?? 'unreachable',
      http_status: check?.httpStatus ?? null,
      final_url: check?.finalUrl ?? null,
      fault,
      measures: [...measureIds],
    }))
  const counts = {
    links: links.length,
    seen: count('seen'),
    moved: count('moved'),
    gone: count('gone'),
    refused: count('refused'),
    unreachable,
  }
  const isOffline = links.length > 0 && unreachable === links.length
  const rows = troubled.map(({ outcome, http_status, url, measures, fault }) => [
    outcome,
    http_status === null ? '' : String(http_status),
    url,
    fault ?? measures.join(', '),
  ])
  const listed = table(['outcome', 'status', 'page', 'measures, or what was in the way'], rows, '')
  const summary = isOffline
    ? 'No page could be reached: nothing was recorded. Check again when this machine is online.'
    : `${counts.seen} of ${counts.links} pages seen; ${counts.moved} moved, ${counts.gone} gone, ${counts.refused} refused, ${unreachable} not reached.`
  return {
    document: { source, ...counts, troubled },
    // The summary last: it is what is still to be seen when a long table has gone by.
    text: (screen) => (rows.length === 0 || isOffline ? summary : `${shownOn(screen, listed)}\n\n${summary}`),
    exitCode: isOffline || counts.gone > 0 ? exitCodes.failed : exitCodes.done,
  }
}
