import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { discard } from './blob-store.ts'
import type { StoredObject } from './objects.ts'
import type { FileDependencies } from './upload.ts'

export interface WantedVariant {
  object: StoredObject
  /** Pixels; one of those that the table admits. */
  width: number
  /** Its media type. */
  type: string
}

export interface Variant {
  blob: string
  /** Bytes. */
  size: number
}

export function findVariant(database: Database, { object, width, type }: WantedVariant): Promise<Variant | null> {
  const sql = 'select blob, size from storage.variants where object_id = $1 and width = $2 and type = $3'
  const values = [object.id, width, type]
  return database.as(SERVICE, async (tx) => (await tx.query<Variant>(sql, values)).rows[0] ?? null, { readOnly: true })
}

/** Keeps what was made of the object's bytes, or finds what another process has made meanwhile; null if the bytes are gone or others. */
export async function keepVariant(
  { database, store }: FileDependencies,
  variant: WantedVariant & { bytes: Uint8Array },
): Promise<Variant | null> {
  const { object, width, type, bytes } = variant
  const blob = await store.write(bytes)
  const values = [object.id, object.blob, width, type, blob, bytes.length]
  // Where this fails, a row may have been kept nevertheless; bytes without a row are swept away.
  const kept = await database.as(SERVICE, async (tx) => (await tx.query<Variant>(KEEP, values)).rows[0])
  if (kept) return kept
  await discard(store, blob)
  return findVariant(database, variant)
}

/** The lock makes a new version of the object wait, whose trigger then finds this row. */
const KEEP = `
  insert into storage.variants (object_id, width, type, blob, size)
  select id, $3, $4, $5, $6 from storage.objects where id = $1 and blob = $2 for share
  on conflict (object_id, width, type) do nothing returning blob, size`
