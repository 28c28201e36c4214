import { deleteEndedSessions } from '#platform/auth/sessions/ended-sessions.ts'
import { sweepAuth } from '#platform/auth/sweep.ts'
import type { BlobStore } from '#platform/files/stores/blob-store.ts'
import { sweepBlobs } from '#platform/files/sweep-blobs.ts'
import { deleteExpiredIdempotencyKeys } from '#platform/http/delete-expired-idempotency-keys.ts'
import type { JobsOptions } from '#platform/jobs/start-jobs.ts'
import { deleteOldMail } from '#platform/mail/stored-mail.ts'
import { deleteUnusedPdfs } from '#platform/pdf/delete-unused-pdfs.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import type { Job, JobDeps } from './feature.ts'
import { features } from './features.ts'

interface JobParts extends JobDeps {
  store: BlobStore
}

/** The background jobs of all features, and those of the market as a whole. */
export function createJobs(parts: JobParts): Pick<JobsOptions, 'tasks' | 'crontab'> {
  const byFeature = features.map(({ jobs }) => Object.entries(jobs?.(parts) ?? {}))
  const jobs = [...byFeature.flat(), ...Object.entries(marketJobs(parts))]
  return {
    tasks: Object.fromEntries(jobs.map(([task, { run }]) => [task, run])),
    crontab: jobs.flatMap(([task, { everySeconds }]) => (everySeconds ? [{ task, everySeconds }] : [])),
  }
}

function marketJobs({ database, store }: JobParts): Record<string, Job> {
  return {
    'fold-sums': {
      async run() {
        await database.as(SERVICE, (tx) => tx.query('select sums.fold(), sums.close_days()'))
      },
      everySeconds: 600,
    },
    'delete-old-rows': {
      async run() {
        await deleteExpiredIdempotencyKeys(database)
        await deleteOldMail(database)
        await deleteUnusedPdfs(database)
        for (const { deleteOldRows } of features) await deleteOldRows?.(database)
        await database.as(SERVICE, (tx) => tx.query('select public.delete_unused_uploads()'))
        await database.as({ role: 'auth_admin', claims: {} }, sweepAuth)
        await database.as({ role: 'auth_admin', claims: {} }, deleteEndedSessions)
        // Last, so that a blob store that is down does not keep the other deletions from running.
        await sweepBlobs({ database, store })
      },
      everySeconds: 3600,
    },
  }
}
