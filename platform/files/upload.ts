import { createHash, randomBytes } from 'node:crypto'
import { readBytes } from '#platform/http/body.ts'
import { countFields } from '#platform/http/form-request.ts'
import { TooBusy, type Turns } from '#platform/http/turns.ts'
import type { Database, Identity } from '#platform/postgres/database.ts'
import { type BlobStore, discard } from './blob-store.ts'
import { acceptContent, type Content } from './content.ts'
import {
  type Bucket,
  findBucket,
  type ObjectMetadata,
  type ObjectPath,
  type Writing,
  type Written,
  writeObject,
} from './objects.ts'
import { busy, noBucket, notFound, refusal, refusalOf, tooLarge } from './refusals.ts'

export interface FileDependencies {
  database: Database
  store: BlobStore
}

interface UploadDependencies extends FileDependencies {
  pictureWork: Turns
}

interface StoreFileOptions extends ObjectPath {
  identity: Identity
  bytes: Uint8Array
  expects?: Writing['expects']
  /** Seconds a browser may keep it. */
  maxAgeSeconds?: number
}

/** Stores a file under the identity's rights, or says why not. Bytes are checked and pictures re-encoded. */
async function storeFile(dependencies: UploadDependencies, options: StoreFileOptions): Promise<Written | Response> {
  const { database, store, pictureWork } = dependencies
  const bucket = await findBucket(database, options.bucket)
  if (!bucket) return noBucket()
  const forbidden = await refusedBefore(database, options)
  if (forbidden) return forbidden
  const content = await inTurn(pictureWork, options, () => acceptContent(options.bytes, rulesOf(bucket)))
  if (content instanceof Response) return content

  const blob = await store.write(content.bytes)
  try {
    const written = await database.as(options.identity, (tx) => writeObject(tx, writingOf(options, { blob, content })))
    if (!written) {
      await discard(store, blob)
      return notFound()
    }
    if (written.formerBlob) await discard(store, written.formerBlob)
    return written
  } catch (error) {
    const refused = refusalOf(error)
    // A commit that nobody answered may have happened, and its row names these bytes. Without a row they are swept away.
    if (!refused) throw error
    await discard(store, blob)
    return refused
  }
}

/** `POST` (new, or either with `x-upsert: true`) and `PUT` (existing) of `/object/{bucket}/{name}`, plain or as a form. */
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

/** Everybody's files wait behind each other's, so that a person with many keeps nobody out. */
async function inTurn(turns: Turns, { identity }: StoreFileOptions, work: () => Promise<Content | Response>) {
  try {
    return await turns(String(identity.claims.sub ?? identity.role), work)
  } catch (error) {
    if (error instanceof TooBusy) return busy()
    throw error
  }
}

const rulesOf = (bucket: Bucket) => ({
  maxBytes: bucket.file_size_limit,
  types: bucket.allowed_mime_types,
  longestSide: bucket.longest_side,
})

/** The file and a few small fields. */
const MOST_PARTS = 20
/** Allowance for a form's boundaries and small fields around the file. */
const FORM_OVERHEAD_BYTES = 64 * 1024

async function readUpload(
  request: Request,
  bucket: Bucket,
): Promise<{ bytes: Uint8Array; maxAgeSeconds: number } | Response> {
  const body = await readBytes(request, { maxBytes: bucket.file_size_limit + FORM_OVERHEAD_BYTES, refuse: tooLarge })
  if (body instanceof Response) return body
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) {
    const age = /max-age=(\d+)/.exec(request.headers.get('cache-control') ?? '')?.[1]
    return { bytes: body, maxAgeSeconds: ageOf(age) }
  }
  if (countFields(body, type) > MOST_PARTS) return refusal(400, 'invalid_request', 'The form has too many parts')
  try {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
    const file = [...form.values()].find((value) => typeof value !== 'string')
    if (!file) return refusal(400, 'invalid_request', 'The form holds no file')
    return { bytes: new Uint8Array(await file.arrayBuffer()), maxAgeSeconds: ageOf(String(form.get('cacheControl'))) }
  } catch {
    return refusal(400, 'invalid_request', 'The form cannot be read')
  }
}

const YEAR_SECONDS = 31_536_000
const ageOf = (text: string | undefined) => Math.min(/^\d{1,9}$/.test(text ?? '') ? Number(text) : 3_600, YEAR_SECONDS)

/** Tries the policies with a row that is rolled back, so that nobody without rights can make the server decode pictures. */
async function refusedBefore(database: Database, options: StoreFileOptions): Promise<Response | null> {
  const rehearsal = new Error('taken back')
  const content: Content = { bytes: new Uint8Array(0), type: 'application/octet-stream' }
  const writing = writingOf(options, { blob: randomBytes(16).toString('hex'), content })
  try {
    await database.as(options.identity, async (tx) => {
      if (!(await writeObject(tx, writing))) throw Object.assign(new Error('missing'), { isMissing: true })
      throw rehearsal
    })
    return null
  } catch (error) {
    if (error === rehearsal) return null
    if (error instanceof Error && 'isMissing' in error) return notFound()
    const refused = refusalOf(error)
    if (refused) return refused
    throw error
  }
}

function writingOf(options: StoreFileOptions, { blob, content }: { blob: string; content: Content }): Writing {
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
