/** What a check-up says: one line each. */
import type { CurationTasks } from '../ingestion/curation.ts'

/** One line of the check-up; `tasks` is empty but where a curator should do something. */
export type Finding = {
  check: string
  level: 'ok' | 'advice' | 'warning' | 'fault'
  message: string
  /** Of what a curator should do: each measure or point that it is about, as far as they are listed. */
  tasks: CurationTasks['tasks']
}

export function finding(
  check: string,
  level: Finding['level'],
  message: string,
  tasks: Finding['tasks'] = [],
): Finding {
  return { check, level, message, tasks }
}
