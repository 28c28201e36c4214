import { type Database, SERVICE } from '#platform/postgres/database.ts'
import type { StoredObject } from '../objects.ts'
import { discardBlob } from '../stores/blob-store.ts'
import type { FileDependencies } from '../upload.ts'

export interface VariantKey {
  object: StoredObject
  /** Pixels; one of the widths that the table allows. */
  width: number
  /** Media type. */
  type: string
}

export interface Variant {
  blob: string
  /** Bytes. */
  size: number
}

export function findVariant(database: Database, { object, width, type }: VariantKey): Promise<Variant | null> {
  const sql = 'select blob, size from storage.variants where object_id = $1 and width = $2 and type = $3'
  const values = [object.id, width, type]
  return database.as(SERVICE, async (tx) => (await tx.query<Variant>(sql, values)).rows[0] ?? null, { readOnly: true })
}

/**
 * Stores a rendered variant, or returns the one that another process has stored in the meantime; null if the object was
 * deleted or replaced.
 */
export async function storeVariant(
  { database, store }: FileDependencies,
  variant: VariantKey & { bytes: Uint8Array },
): Promise<Variant | null> {
  const { object, width, type, bytes } = variant
  const blob = await store.write(bytes)
  const values = [object.id, object.blob, width, type, blob, bytes.length]
  // If this throws, the row may have been written nevertheless; a blob without a row is swept.
  const stored = await database.as(SERVICE, async (tx) => (await tx.query<Variant>(STORE, values)).rows[0])
  if (stored) return stored
  await discardBlob(store, blob)
  return findVariant(database, variant)
}

/** The row lock blocks a concurrent replacement of the object, whose trigger then deletes this row. */
const STORE = `
  insert into storage.variants (object_id, width, type, blob, size)
  select id, $3, $4, $5, $6 from storage.objects where id = $1 and blob = $2 for share
  on conflict (object_id, width, type) do nothing returning blob, size`
