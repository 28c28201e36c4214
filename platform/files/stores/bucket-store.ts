import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { AwsClient } from 'aws4fetch'
import { blobKey, blobNameOf, type FileStore, newBlobName, STORE_ID_FILE, StoreUnavailable } from './blob-store.ts'

/** An S3-compatible bucket with its credentials. */
export interface S3Bucket {
  /** Endpoint with bucket: https://s3.example.com/bucket or https://bucket.s3.example.com. */
  url: string
  region: string
  accessKey: string
  secretKey: string
}

interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE'
  /** Object key; omitted for requests about the bucket itself. */
  key?: string
  query?: Record<string, string>
  bytes?: Uint8Array
  headers?: Record<string, string>
  /** A status outside 2xx that is not an error. */
  expects?: number
}

/** Timeout of one attempt. */
const ATTEMPT_TIMEOUT_MS = 10_000
const MAX_ATTEMPTS = 3
const BASE_DELAY_MS = 100
/** No retry starts later than this after the first attempt. */
const RETRY_WINDOW_MS = 5_000
/** Maximum of `max-keys` in S3. */
const PAGE_SIZE = 1_000

/**
 * Stores blobs under the same paths as `diskStore`, so that a folder can be copied to a bucket and back. Every request
 * is idempotent, because a name is never written with other bytes.
 */
export function bucketStore(bucket: S3Bucket): FileStore {
  const send = createSender(bucket)

  async function readStoreId(): Promise<string | undefined> {
    const { status, bytes } = await send({ method: 'GET', key: STORE_ID_FILE, expects: 404 })
    return status === 404 ? undefined : new TextDecoder().decode(bytes).trim() || undefined
  }

  return {
    location: bucket.url,
    async write(bytes) {
      const name = newBlobName()
      await send({ method: 'PUT', key: blobKey(name), bytes })
      return name
    },
    async read(name) {
      const { status, bytes } = await send({ method: 'GET', key: blobKey(name), expects: 404 })
      return status === 404 ? null : bytes
    },
    async remove(name) {
      await send({ method: 'DELETE', key: blobKey(name), expects: 404 })
    },
    async *listOlderThan(ageMs) {
      let next: string | undefined
      do {
        const query = { 'list-type': '2', 'max-keys': String(PAGE_SIZE), ...(next && { 'continuation-token': next }) }
        const { bytes } = await send({ method: 'GET', query })
        const page = readPage(new TextDecoder().decode(bytes))
        for (const { key, writtenAt } of page.entries) {
          const name = blobNameOf(key)
          if (name !== undefined && Date.now() - writtenAt >= ageMs) yield name
        }
        next = page.next
      } while (next)
    },
    readStoreId,
    async createStoreId() {
      const existing = await readStoreId()
      if (existing !== undefined) return existing
      // Fails with 412 if another process has created the id first.
      const headers = { 'if-none-match': '*' }
      const bytes = new TextEncoder().encode(`${randomUUID()}\n`)
      await send({ method: 'PUT', key: STORE_ID_FILE, bytes, headers, expects: 412 })
      const id = await readStoreId()
      if (id === undefined) throw new StoreUnavailable(`The bucket ${bucket.url} does not return what was stored`)
      return id
    },
  }
}

interface S3Response {
  status: number
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * Returns a function that sends signed requests. It retries network errors, 429 and 5xx, and throws `StoreUnavailable`
 * when that fails.
 */
function createSender({ url, region, accessKey, secretKey }: S3Bucket): (request: S3Request) => Promise<S3Response> {
  let signer: Promise<AwsClient> | undefined

  // Imported on first use, because sites that store files on disk don't need it.
  async function openSigner(): Promise<AwsClient> {
    const { AwsClient: Signer } = await import('aws4fetch')
    return new Signer({ accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', region, retries: 0 })
  }

  async function sendOnce({ method, key, query, bytes, headers }: S3Request): Promise<S3Response> {
    const address = new URL(key === undefined ? url : `${url.replace(/\/$/, '')}/${key}`)
    address.search = new URLSearchParams(query).toString()
    signer ??= openSigner()
    const response = await (await signer).fetch(address, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': sha256(bytes ?? '') },
      ...(bytes && { body: new Uint8Array(bytes) }),
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
    })
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
  }

  return async (request) => {
    const endsAt = performance.now() + RETRY_WINDOW_MS
    for (let attempt = 1; ; attempt++) {
      const outcome = await sendOnce(request).catch((cause: unknown) => ({ cause }))
      const hasResponse = 'status' in outcome
      if (hasResponse && (outcome.status < 300 || isExpected(outcome, request))) return outcome
      const isRetryable = !hasResponse || outcome.status >= 500 || outcome.status === 429
      if (attempt === MAX_ATTEMPTS || !isRetryable || performance.now() > endsAt) {
        const cause = hasResponse ? responseError(outcome) : outcome.cause
        throw new StoreUnavailable(`The bucket ${url} cannot be used`, { cause })
      }
      await delay(BASE_DELAY_MS * 2 ** attempt)
    }
  }
}

/** A missing object is expected, a missing bucket is not. */
const isExpected = ({ status, bytes }: S3Response, { expects }: S3Request) =>
  status === expects && errorCode(bytes) !== 'NoSuchBucket'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

function responseError({ status, bytes }: S3Response): Error {
  const code = errorCode(bytes)
  return new Error(`It answers ${status}${code ? ` ${code}` : ''}`)
}

const errorCode = (bytes: Uint8Array) => elementText(new TextDecoder().decode(bytes), 'Code')

/** Reads the elements we need from a list response; our own keys contain nothing that XML escapes. */
function readPage(xml: string) {
  const entries = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: elementText(entry, 'Key') ?? '',
    writtenAt: Date.parse(elementText(entry, 'LastModified') ?? ''),
  }))
  return { entries, next: elementText(xml, 'NextContinuationToken')?.replaceAll('&amp;', '&') }
}

function elementText(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
}
