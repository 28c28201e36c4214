import { SERVICE } from '#platform/postgres/database.ts'
import { deleteExpiredUploads } from './resumable/upload-rows.ts'
import type { FileDependencies } from './upload.ts'

const BATCH = 200
/** Blobs are written before their rows, so a younger one may belong to an upload that has not committed yet. */
const AGE_MS = 3_600_000

const NAMED = `
  select blob from storage.objects where blob = any ($1) union all
  select blob from storage.variants where blob = any ($1) union all
  select blob from storage.upload_parts where blob = any ($1)`

/**
 * Deletes expired uploads, and unreferenced blobs, left by a crash between write and commit or by variants of deleted objects. Returns how
 * many.
 */
export async function sweepBlobs({ database, store }: FileDependencies): Promise<number> {
  await deleteExpiredUploads(database)
  let swept = 0
  let batch: string[] = []
  async function sweep(): Promise<void> {
    const { rows } = await database.as(SERVICE, (tx) => tx.query<{ blob: string }>(NAMED, [batch]))
    const named = new Set(rows.map((row) => row.blob))
    for (const blob of batch.filter((name) => !named.has(name))) {
      await store.remove(blob)
      swept++
    }
    batch = []
  }
  for await (const name of store.listOlderThan(AGE_MS)) {
    batch.push(name)
    if (batch.length === BATCH) await sweep()
  }
  if (batch.length > 0) await sweep()
  return swept
}
