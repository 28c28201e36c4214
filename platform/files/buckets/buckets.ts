import type { Database, Identity } from '#platform/postgres/database.ts'
import { type BucketSettings, DEFAULT_LIMITS } from './bucket-input.ts'

/** A bucket as the protocol shows it. */
interface ShownBucket {
  id: string
  name: string
  owner: string
  public: boolean
  type: string
  file_size_limit: number
  allowed_mime_types: string[]
  created_at: Date
  updated_at: Date
}

const SHOWN = `
  select id, id as name, '' as owner, public, 'STANDARD' as type, file_size_limit, allowed_mime_types, created_at, updated_at
  from storage.buckets`

interface BucketsQuery {
  limit: number
  offset: number
  search: string
  column: 'id' | 'created_at' | 'updated_at'
  order: 'asc' | 'desc'
}

/** The buckets that the identity's policies show. */
export function listBuckets(database: Database, identity: Identity, query: BucketsQuery): Promise<ShownBucket[]> {
  const { limit, offset, search, column, order } = query
  // Column and direction come from fixed lists, so they are safe in the SQL text.
  const sql = `${SHOWN} where strpos(lower(id), lower($1)) > 0 order by ${column} ${order}, id limit $2 offset $3`
  const values = [search, limit, offset]
  return database.as(identity, async (tx) => (await tx.query<ShownBucket>(sql, values)).rows, { readOnly: true })
}

export function findShownBucket(database: Database, identity: Identity, id: string): Promise<ShownBucket | null> {
  const sql = `${SHOWN} where id = $1`
  return database.as(identity, async (tx) => (await tx.query<ShownBucket>(sql, [id])).rows[0] ?? null, {
    readOnly: true,
  })
}

/** Throws the database's errors, also for a name that is taken. */
export async function createBucket(database: Database, identity: Identity, settings: BucketSettings): Promise<void> {
  const values = [
    settings.id,
    settings.isPublic ?? false,
    settings.fileSizeLimit ?? DEFAULT_LIMITS.file_size_limit,
    settings.types ?? DEFAULT_LIMITS.allowed_mime_types,
    DEFAULT_LIMITS.bytes_per_owner,
    DEFAULT_LIMITS.bytes_per_day,
  ]
  await database.as(identity, (tx) => tx.query(CREATE, values))
}

const CREATE = `
  insert into storage.buckets (id, public, file_size_limit, allowed_mime_types, bytes_per_owner, bytes_per_day)
  values ($1, $2, $3, $4, $5, $6)`

/** False if the identity may not change it, or it does not exist. */
export async function updateBucket(
  database: Database,
  identity: Identity,
  { id, isPublic, fileSizeLimit, types }: BucketSettings,
): Promise<boolean> {
  const values = [id, isPublic ?? null, fileSizeLimit ?? null, types ?? null]
  const { rowCount } = await database.as(identity, (tx) => tx.query(UPDATE, values))
  return rowCount === 1
}

const UPDATE = `
  update storage.buckets set public = coalesce($2, public), file_size_limit = coalesce($3, file_size_limit),
    allowed_mime_types = coalesce($4, allowed_mime_types), updated_at = now()
  where id = $1`

const BATCH = 1_000

/**
 * Deletes the rows of the files that the identity may delete, a thousand at a time; their bytes are swept within two
 * hours. False if it may not delete all that it sees.
 */
export async function emptyBucket(database: Database, identity: Identity, id: string): Promise<boolean> {
  let count: number
  do {
    count = await database.as(identity, async (tx) => (await tx.query(EMPTY, [id, BATCH])).rowCount ?? 0)
  } while (count > 0)
  const sql = 'select from storage.objects where bucket_id = $1 limit 1'
  return database.as(identity, async (tx) => (await tx.query(sql, [id])).rowCount === 0)
}

const EMPTY = `
  delete from storage.objects
  where id in (select id from storage.objects where bucket_id = $1 order by bucket_id, name collate "C" limit $2)`

/** False if the identity may not delete it, or it does not exist. Throws if it holds files. */
export async function deleteBucket(database: Database, identity: Identity, id: string): Promise<boolean> {
  const sql = 'delete from storage.buckets where id = $1'
  const { rowCount } = await database.as(identity, (tx) => tx.query(sql, [id]))
  return rowCount === 1
}
