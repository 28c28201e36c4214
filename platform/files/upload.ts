import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Database, Identity } from '#platform/postgres/database.ts'
import { type ConcurrencyLimiter, TooBusy } from '#platform/queues/concurrency-limiter.ts'
import { acceptContent, type Content } from './content.ts'
import {
  type BucketRow,
  findBucket,
  type ObjectMetadata,
  type ObjectPath,
  type ObjectWrite,
  type WrittenObject,
  writeObject,
} from './objects.ts'
import { readUpload } from './read-upload.ts'
import { busy, noBucket, notFound, refusalOf } from './refusals.ts'
import { type BlobStore, discardBlob } from './stores/blob-store.ts'

export interface FileDependencies {
  database: Database
  store: BlobStore
}

interface UploadDependencies extends FileDependencies {
  pictureQueue: ConcurrencyLimiter
}

/** A file that is about to be written. */
export interface PlannedFile extends ObjectPath {
  identity: Identity
  expects: ObjectWrite['expects']
  /** Further statements of the transaction that writes the file, such as marking a signed address as used. */
  alongside?: ((tx: pg.PoolClient) => Promise<void>) | undefined
}

interface FileToStore extends PlannedFile {
  bytes: Uint8Array
  /** How long a client may cache it. */
  maxAgeSeconds: number
  userMetadata: Record<string, unknown> | null
}

/**
 * Stores a file with the identity's permissions, or returns an error response. The content is checked, and pictures are
 * re-encoded.
 */
export async function storeFile(
  dependencies: UploadDependencies,
  options: FileToStore,
): Promise<WrittenObject | Response> {
  const { database, store, pictureQueue } = dependencies
  const bucket = await findBucket(database, options.bucket)
  if (!bucket) return noBucket()
  const rejection = await rejectedByPolicy(database, options)
  if (rejection) return rejection
  const content = await enqueue(pictureQueue, options, () => acceptContent(options.bytes, contentRules(bucket)))
  if (content instanceof Response) return content

  const blob = await store.write(content.bytes)
  try {
    const written = await database.as(options.identity, async (tx) => {
      await options.alongside?.(tx)
      return writeObject(tx, buildWrite(options, { blob, content }))
    })
    if (!written) {
      await discardBlob(store, blob)
      return notFound()
    }
    if (written.replacedBlob) await discardBlob(store, written.replacedBlob)
    return written
  } catch (error) {
    const errorResponse = refusalOf(error)
    // The commit may have succeeded although its response was lost, so a row may refer to this blob. Without a row,
    // `sweepBlobs` deletes it.
    if (!errorResponse) throw error
    await discardBlob(store, blob)
    return errorResponse
  }
}

/**
 * Handles `POST` (new, or either with `x-upsert: true`) and `PUT` (existing) of `/object/{bucket}/{name}`, as a plain
 * body or a form.
 */
export async function upload(
  dependencies: UploadDependencies,
  { request, identity, path }: { request: Request; identity: Identity; path: ObjectPath },
): Promise<Response> {
  const upsert = request.headers.get('x-upsert') === 'true'
  const expects = request.method === 'PUT' ? 'existing' : upsert ? 'either' : 'new'
  return uploadPlanned(dependencies, { request, plan: { ...path, identity, expects } })
}

/** Stores the body of a request as it was planned. */
export async function uploadPlanned(
  dependencies: UploadDependencies,
  { request, plan }: { request: Request; plan: PlannedFile },
): Promise<Response> {
  const bucket = await findBucket(dependencies.database, plan.bucket)
  if (!bucket) return noBucket()
  const body = await readUpload(request, bucket)
  if (body instanceof Response) return body
  const written = await storeFile(dependencies, { ...plan, ...body })
  if (written instanceof Response) return written
  return Response.json({ Id: written.id, Key: `${plan.bucket}/${plan.name}` })
}

/** Queues files per user, so that a user with many files does not block others. Files that are no pictures wait too. */
async function enqueue(
  limiter: ConcurrencyLimiter,
  { identity }: FileToStore,
  work: () => Promise<Content | Response>,
) {
  try {
    return await limiter(String(identity.claims.sub ?? identity.role), work)
  } catch (error) {
    if (error instanceof TooBusy) return busy()
    throw error
  }
}

const contentRules = (bucket: BucketRow) => ({
  maxBytes: bucket.file_size_limit,
  types: bucket.allowed_mime_types,
  longestSide: bucket.longest_side,
})

/**
 * Checks the policies with an insert that is rolled back, so that a client without permission cannot make the server
 * decode pictures.
 */
export async function rejectedByPolicy(database: Database, plan: PlannedFile): Promise<Response | null> {
  const rollback = new Error('rolled back')
  const content: Content = { bytes: new Uint8Array(0), type: 'application/octet-stream' }
  const probe = { ...plan, maxAgeSeconds: 0, userMetadata: null }
  const write = buildWrite(probe, { blob: randomBytes(16).toString('hex'), content })
  try {
    await database.as(plan.identity, async (tx) => {
      await plan.alongside?.(tx)
      if (!(await writeObject(tx, write))) throw Object.assign(new Error('missing'), { isMissing: true })
      throw rollback
    })
    return null
  } catch (error) {
    if (error === rollback) return null
    if (error instanceof Error && 'isMissing' in error) return notFound()
    const errorResponse = refusalOf(error)
    if (errorResponse) return errorResponse
    throw error
  }
}

function buildWrite(
  options: Omit<FileToStore, 'bytes'>,
  { blob, content }: { blob: string; content: Content },
): ObjectWrite {
  const { bucket, name, identity, expects, maxAgeSeconds, userMetadata } = options
  const { bytes, type, ...size } = content
  const metadata: ObjectMetadata = {
    ...size,
    size: bytes.length,
    contentLength: bytes.length,
    mimetype: type,
    eTag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
    cacheControl: `max-age=${maxAgeSeconds}`,
    lastModified: new Date().toISOString(),
    httpStatusCode: 200,
  }
  return { bucket, name, owner: ownerOf(identity), blob, metadata, userMetadata, expects }
}

/** The person on whose behalf a file is stored; null for programs and visitors. */
export function ownerOf({ claims: { sub } }: Identity): string | null {
  return typeof sub === 'string' ? sub : null
}
