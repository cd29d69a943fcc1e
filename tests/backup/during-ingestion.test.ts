/** A backup is taken while sources are read: every run is in it whole or not at all, and what it made with it. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { backupKey, emptyInstallation, engineOn, withFolder } from '../harness/backups.ts'
import { engines } from '../harness/databases.ts'
import { input } from '../harness/ingestion.ts'
import { startService } from '../harness/service.ts'

/** Enough that publishing them takes longer than a page of a backup. */
const measuresEach = 40
const backups = 2

for (const engine of engines)
  test(`${engine.name}: backups beside runs that publish are of whole runs: each version with its event, the head at the last of them`, () =>
    withFolder(async (folder) => {
      const origin = await emptyInstallation(engine)
      try {
        await origin.operator.done('migrate')
        const service = await startService(engineOn(origin), { environment: { SECRET_KEY: backupKey } })
        const files = Array.from({ length: backups }, (_, number) => path.join(folder, String(number)))
        let [runs, isOver] = [0, false]
        try {
          const publishing = (async () => {
            for (; !isOver || runs < 2; runs += 1)
              await service.publish(
                Array.from({ length: measuresEach }, (_, place) =>
                  input(`m${place}`, { summary: `Run ${runs} of ${place}` }),
                ),
              )
          })()
          const before: number[] = []
          for (const file of files) {
            before.push(runs)
            await origin.operator.done('backup', '--to', file)
          }
          isOver = true
          await publishing
          assert.ok(new Set(before).size > 1, 'no run ended between two backups')
        } finally {
          isOver = true
          await service.stop()
        }
        for (const file of files) {
          const place = await emptyInstallation(engine)
          try {
            await place.operator.done('restore', '--from', file)
            const found = await place.within((database) =>
              database.one(
                `select (select count(*) from measure_version v where not exists (select 1 from change_event e
                    where e.subject = 'subsidy' and e.subject_id = v.measure_id and e.version = v.version)) as "withoutEvent",
                  (select count(*) from change_event e where e.subject = 'subsidy' and e.version is not null and not exists
                    (select 1 from measure_version v where v.measure_id = e.subject_id and v.version = e.version)) as "withoutVersion",
                  (select coalesce(max(seq), 0) from change_event) - (select last_seq from feed_head where id = 1) as behind,
                  (select count(*) from measure_version) - ${measuresEach} * (select count(*) from run where status = 'succeeded') as "ofHalfRuns",
                  (select count(*) from measure_version v where not exists (select 1 from measure_record r where r.id = v.record_id)) as "withoutRecord"`,
              ),
            )
            assert.deepEqual(
              { ...found },
              { withoutEvent: 0, withoutVersion: 0, behind: 0, ofHalfRuns: 0, withoutRecord: 0 },
            )
          } finally {
            await place.remove()
          }
        }
      } finally {
        await origin.remove()
      }
    }))
