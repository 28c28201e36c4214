import { createHash, randomBytes } from 'node:crypto'
import { readBytes } from '#platform/http/requests/body.ts'
import { countFields } from '#platform/http/requests/form-request.ts'
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
import { busy, noBucket, notFound, refusal, refusalOf, tooLarge } from './refusals.ts'
import { type BlobStore, discardBlob } from './stores/blob-store.ts'

export interface FileDependencies {
  database: Database
  store: BlobStore
}

interface UploadDependencies extends FileDependencies {
  pictureQueue: ConcurrencyLimiter
}

interface StoreFileOptions extends ObjectPath {
  identity: Identity
  bytes: Uint8Array
  expects?: ObjectWrite['expects']
  /** How long a client may cache it. */
  maxAgeSeconds?: number
}

/**
 * Stores a file with the identity's permissions, or returns an error response. The content is checked, and pictures are
 * re-encoded.
 */
async function storeFile(
  dependencies: UploadDependencies,
  options: StoreFileOptions,
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
    const written = await database.as(options.identity, (tx) => writeObject(tx, buildWrite(options, { blob, content })))
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
  const bucket = await findBucket(dependencies.database, path.bucket)
  if (!bucket) return noBucket()
  const body = await readUpload(request, bucket)
  if (body instanceof Response) return body
  const upsert = request.headers.get('x-upsert') === 'true'
  const expects = request.method === 'PUT' ? 'existing' : upsert ? 'either' : 'new'
  const written = await storeFile(dependencies, { ...path, ...body, identity, expects })
  if (written instanceof Response) return written
  return Response.json({ Id: written.id, Key: `${path.bucket}/${path.name}` })
}

/** Queues files per user, so that a user with many files does not block others. Files that are no pictures wait too. */
async function enqueue(
  limiter: ConcurrencyLimiter,
  { identity }: StoreFileOptions,
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

/** The file and a few small fields. */
const MAX_PARTS = 20
/** Allowance for a form's boundaries and fields around the file. */
const FORM_OVERHEAD_BYTES = 64 * 1024

async function readUpload(
  request: Request,
  bucket: BucketRow,
): Promise<{ bytes: Uint8Array; maxAgeSeconds: number } | Response> {
  const body = await readBytes(request, { maxBytes: bucket.file_size_limit + FORM_OVERHEAD_BYTES, reject: tooLarge })
  if (body instanceof Response) return body
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) {
    const age = /max-age=(\d+)/.exec(request.headers.get('cache-control') ?? '')?.[1]
    return { bytes: body, maxAgeSeconds: parseMaxAge(age) }
  }
  if (countFields(body, type) > MAX_PARTS) return refusal(400, 'invalid_request', 'The form has too many parts')
  try {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
    const file = [...form.values()].find((value) => typeof value !== 'string')
    if (!file) return refusal(400, 'invalid_request', 'The form holds no file')
    return {
      bytes: new Uint8Array(await file.arrayBuffer()),
      maxAgeSeconds: parseMaxAge(String(form.get('cacheControl'))),
    }
  } catch {
    return refusal(400, 'invalid_request', 'The form cannot be read')
  }
}

const YEAR_SECONDS = 31_536_000
const parseMaxAge = (text: string | undefined) =>
  Math.min(/^\d{1,9}$/.test(text ?? '') ? Number(text) : 3_600, YEAR_SECONDS)

/**
 * Checks the policies with an insert that is rolled back, so that a client without permission cannot make the server
 * decode pictures.
 */
async function rejectedByPolicy(database: Database, options: StoreFileOptions): Promise<Response | null> {
  const rollback = new Error('rolled back')
  const content: Content = { bytes: new Uint8Array(0), type: 'application/octet-stream' }
  const write = buildWrite(options, { blob: randomBytes(16).toString('hex'), content })
  try {
    await database.as(options.identity, async (tx) => {
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

function buildWrite(options: StoreFileOptions, { blob, content }: { blob: string; content: Content }): ObjectWrite {
  const { bucket, name, identity, expects = 'new', maxAgeSeconds = 3_600 } = options
  const { sub } = identity.claims
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
  return { bucket, name, owner: typeof sub === 'string' ? sub : null, blob, metadata, expects }
}
