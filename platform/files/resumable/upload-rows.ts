import { type Database, SERVICE } from '#platform/postgres/database.ts'

/** A file that arrives in parts. */
export interface ResumableUpload {
  id: string
  /** The only one who may continue it. */
  caller: string
  bucket: string
  name: string
  /** Bytes that were announced. */
  size: number
  /** Bytes that are stored. */
  received: number
  /** As the client sent it. */
  metadata: Record<string, string | null>
  isUpsert: boolean
  isFinished: boolean
  createdAt: Date
  expiresAt: Date
}

const COLUMNS = `id, caller, bucket_id as bucket, name, size, received, upload_metadata as metadata, is_upsert as "isUpsert",
  finished_at is not null as "isFinished", created_at as "createdAt", expires_at as "expiresAt"`

export function findUpload(database: Database, id: string): Promise<ResumableUpload | null> {
  const sql = `select ${COLUMNS} from storage.resumable_uploads where id = $1`
  return database.as(SERVICE, async (tx) => (await tx.query<ResumableUpload>(sql, [id])).rows[0] ?? null, {
    readOnly: true,
  })
}

export type NewUpload = Pick<ResumableUpload, 'id' | 'caller' | 'bucket' | 'name' | 'size' | 'metadata' | 'isUpsert'>

/** Throws the database's errors, also when the caller has too many unfinished ones. */
export async function createUpload(database: Database, upload: NewUpload, lifetimeMs: number): Promise<void> {
  const { id, caller, bucket, name, size, metadata, isUpsert } = upload
  const values = [id, caller, bucket, name, size, JSON.stringify(metadata), isUpsert, lifetimeMs / 1_000]
  await database.as(SERVICE, (tx) => tx.query(CREATE, values))
}

const CREATE = `
  insert into storage.resumable_uploads (id, caller, bucket_id, name, size, upload_metadata, is_upsert, expires_at)
  values ($1, $2, $3, $4, $5, $6::jsonb, $7, now() + make_interval(secs => $8))`

/** Adds a part after the bytes that are stored already; false if another request was quicker. */
export function addPart(
  database: Database,
  id: string,
  part: { start: number; size: number; blob: string },
): Promise<boolean> {
  return database.as(SERVICE, async (tx) => {
    const { rowCount } = await tx.query(ADVANCE, [id, part.start, part.size])
    if (rowCount !== 1) return false
    await tx.query('insert into storage.upload_parts (upload_id, start, size, blob) values ($1, $2, $3, $4)', [
      id,
      part.start,
      part.size,
      part.blob,
    ])
    return true
  })
}

const ADVANCE = `
  update storage.resumable_uploads set received = received + $3
  where id = $1 and received = $2 and finished_at is null and expires_at > now()`

/** Names of the stored bytes, in the order of the file. */
export function listParts(database: Database, id: string): Promise<string[]> {
  const sql = 'select blob from storage.upload_parts where upload_id = $1 order by start'
  return database.as(
    SERVICE,
    async (tx) => (await tx.query<{ blob: string }>(sql, [id])).rows.map(({ blob }) => blob),
    { readOnly: true },
  )
}

/** Deletes an upload; its bytes are swept. */
export async function deleteUpload(database: Database, id: string): Promise<void> {
  await database.as(SERVICE, (tx) => tx.query('delete from storage.resumable_uploads where id = $1', [id]))
}

/** Deletes an upload whose file was refused, unless another request has continued it. */
export async function deleteRefusedUpload(database: Database, { id, received }: ResumableUpload): Promise<void> {
  const sql = 'delete from storage.resumable_uploads where id = $1 and received = $2 and finished_at is null'
  await database.as(SERVICE, (tx) => tx.query(sql, [id, received]))
}

/** Deletes uploads and used addresses that have expired, some thousand at a time. */
export async function deleteExpiredUploads(database: Database): Promise<void> {
  await database.as(SERVICE, async (tx) => {
    await tx.query(EXPIRED_UPLOADS)
    await tx.query(EXPIRED_TOKENS)
  })
}

const EXPIRED_UPLOADS = `
  delete from storage.resumable_uploads
  where id in (select id from storage.resumable_uploads where expires_at < now() order by expires_at limit 5000)`
const EXPIRED_TOKENS = `
  delete from storage.used_upload_tokens
  where id in (select id from storage.used_upload_tokens where expires_at < now() order by expires_at limit 5000)`
