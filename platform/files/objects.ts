import type pg from 'pg'
import { type Database, type Identity, SERVICE } from '#platform/postgres/database.ts'

export interface BucketRow {
  id: string
  /** Anyone with the address may read. */
  public: boolean
  /** Bytes. */
  file_size_limit: number
  /** Pixels to which larger pictures are scaled down; null keeps their size. */
  longest_side: number | null
  /** Types of the stored content, after pictures were re-encoded. */
  allowed_mime_types: string[]
}

/** With the names that the public storage client reads. */
export interface ObjectMetadata {
  size: number
  mimetype: string
  eTag: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: 200
  width?: number
  height?: number
  colour?: string
}

export interface StoredObject {
  id: string
  bucket_id: string
  name: string
  owner: string | null
  /** Name of the bytes in the store; another one for each version of the content. */
  blob: string
  metadata: ObjectMetadata
  /** The client's own. */
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
}

export interface ObjectPath {
  bucket: string
  name: string
}

const COLUMNS = 'id, bucket_id, name, owner, blob, metadata, user_metadata, created_at, updated_at, last_accessed_at'

export function findBucket(database: Database, id: string): Promise<BucketRow | null> {
  const sql = 'select id, public, file_size_limit, longest_side, allowed_mime_types from storage.buckets where id = $1'
  return database.as(SERVICE, async (tx) => (await tx.query<BucketRow>(sql, [id])).rows[0] ?? null, { readOnly: true })
}

/** Null if it does not exist or the identity's policies hide it. */
export function findObject(
  database: Database,
  identity: Identity,
  { bucket, name }: ObjectPath,
): Promise<StoredObject | null> {
  const sql = `select ${COLUMNS} from storage.objects where bucket_id = $1 and name = $2`
  const find = async (tx: pg.PoolClient) => (await tx.query<StoredObject>(sql, [bucket, name])).rows[0] ?? null
  return database.as(identity, find, { readOnly: true })
}

/** As `findObject`, for many names of one bucket: the names of those that the identity may read. */
export async function findReadableNames(
  database: Database,
  identity: Identity,
  { bucket, names }: { bucket: string; names: string[] },
): Promise<Set<string>> {
  const sql = 'select name from storage.objects where bucket_id = $1 and name = any ($2)'
  const find = async (tx: pg.PoolClient) => (await tx.query<{ name: string }>(sql, [bucket, names])).rows
  const rows = await database.as(identity, find, { readOnly: true })
  return new Set(rows.map(({ name }) => name))
}

export interface ObjectWrite extends ObjectPath {
  owner: string | null
  blob: string
  metadata: ObjectMetadata
  userMetadata: Record<string, unknown> | null
  /** `new`: must not exist yet. `existing`: must exist. `either`: creates or replaces. */
  expects: 'new' | 'existing' | 'either'
}

export interface WrittenObject {
  id: string
  /** Blob that the row referred to before, which is unreferenced after the commit. */
  replacedBlob: string | null
}

/**
 * Writes the row under the identity's policies; null if an expected existing row is missing. Throws the database's
 * errors.
 */
export async function writeObject(tx: pg.PoolClient, writing: ObjectWrite): Promise<WrittenObject | null> {
  const { bucket, name, owner, blob, metadata, userMetadata, expects } = writing
  const values = [bucket, name, owner, blob, JSON.stringify(metadata), userMetadata && JSON.stringify(userMetadata)]
  if (expects !== 'new') {
    const before = await tx.query<{ id: string; blob: string }>(
      'select id, blob from storage.objects where bucket_id = $1 and name = $2 for update',
      [bucket, name],
    )
    const existing = before.rows[0]
    if (existing) {
      const { rowCount } = await tx.query(REPLACE, values)
      return rowCount ? { id: existing.id, replacedBlob: existing.blob } : null
    }
    if (expects === 'existing') return null
  }
  const { rows } = await tx.query<{ id: string }>(INSERT, values)
  return { id: rows[0]?.id ?? '', replacedBlob: null }
}

const REPLACE = `
  update storage.objects set owner = coalesce($3, owner), blob = $4, metadata = $5::jsonb, user_metadata = $6::jsonb, updated_at = now()
  where bucket_id = $1 and name = $2`

const INSERT = `
  insert into storage.objects (bucket_id, name, owner, blob, metadata, user_metadata)
  values ($1, $2, $3, $4, $5::jsonb, $6::jsonb) returning id`

/** Deletes the rows that the identity may delete; the caller deletes their blobs after the commit. */
export function deleteObjects(
  database: Database,
  identity: Identity,
  { bucket, names }: { bucket: string; names: string[] },
): Promise<StoredObject[]> {
  const sql = `delete from storage.objects where bucket_id = $1 and name = any ($2) returning ${COLUMNS}`
  return database.as(identity, async (tx) => (await tx.query<StoredObject>(sql, [bucket, names])).rows)
}

/** False if the identity may not change it, or it does not exist. Throws the database's errors. */
export async function moveObject(
  database: Database,
  identity: Identity,
  { from, to }: { from: ObjectPath; to: ObjectPath },
): Promise<boolean> {
  const values = [from.bucket, from.name, to.bucket, to.name]
  const { rowCount } = await database.as(identity, (tx) => tx.query(MOVE, values))
  return rowCount === 1
}

const MOVE = `
  update storage.objects set bucket_id = $3, name = $4, updated_at = now() where bucket_id = $1 and name = $2`
