import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { AwsClient } from 'aws4fetch'
import { type FileStore, keyOf, MARK, nameIn, newName, StoreUnavailable } from './blob-store.ts'

/** A bucket of storage that speaks the protocol of S3, and who may use it. */
export interface Bucket {
  /** Endpoint and bucket: https://s3.example.com/bucket or https://bucket.s3.example.com. */
  url: string
  region: string
  accessKey: string
  secretKey: string
}

interface Question {
  method: 'GET' | 'PUT' | 'DELETE'
  /** Within the bucket; without one it is about the bucket itself. */
  key?: string
  query?: Record<string, string>
  bytes?: Uint8Array
  headers?: Record<string, string>
  /** Besides those that mean success. */
  expects?: number
}

/** Of one try. */
const ANSWER_WITHIN_MS = 10_000
const TRIES = 3
const FIRST_WAIT_MS = 100
/** No other try begins after so long. */
const PATIENCE_MS = 5_000
/** The protocol's own most. */
const PAGE = 1_000

/**
 * Keeps blobs under the paths that `diskStore` gives them, so that a folder can be copied to a bucket and back. Everything may be repeated
 * without harm, because a name is never written with other bytes.
 */
export function bucketStore(bucket: Bucket): FileStore {
  const ask = askerOf(bucket)

  async function readMark(): Promise<string | undefined> {
    const { status, bytes } = await ask({ method: 'GET', key: MARK, expects: 404 })
    return status === 404 ? undefined : new TextDecoder().decode(bytes).trim() || undefined
  }

  return {
    place: bucket.url,
    async write(bytes) {
      const name = newName()
      await ask({ method: 'PUT', key: keyOf(name), bytes })
      return name
    },
    async read(name) {
      const { status, bytes } = await ask({ method: 'GET', key: keyOf(name), expects: 404 })
      return status === 404 ? null : bytes
    },
    async remove(name) {
      await ask({ method: 'DELETE', key: keyOf(name), expects: 404 })
    },
    async *listOlderThan(ageMs) {
      let next: string | undefined
      do {
        const query = { 'list-type': '2', 'max-keys': String(PAGE), ...(next && { 'continuation-token': next }) }
        const { bytes } = await ask({ method: 'GET', query })
        const page = readPage(new TextDecoder().decode(bytes))
        for (const { key, writtenAt } of page.entries) {
          const name = nameIn(key)
          if (name !== undefined && Date.now() - writtenAt >= ageMs) yield name
        }
        next = page.next
      } while (next)
    },
    readMark,
    async mark() {
      const known = await readMark()
      if (known !== undefined) return known
      // Whoever comes second finds the first one's.
      const headers = { 'if-none-match': '*' }
      const bytes = new TextEncoder().encode(`${randomUUID()}\n`)
      await ask({ method: 'PUT', key: MARK, bytes, headers, expects: 412 })
      const mark = await readMark()
      if (mark === undefined)
        throw new StoreUnavailable(`The bucket ${bucket.url} does not give back what it was given`)
      return mark
    },
  }
}

interface Reply {
  status: number
  bytes: Uint8Array<ArrayBuffer>
}

/** Asks again where nobody answered or somebody was too busy; throws `StoreUnavailable` where that does not help. */
function askerOf({ url, region, accessKey, secretKey }: Bucket): (question: Question) => Promise<Reply> {
  let signer: Promise<AwsClient> | undefined

  // Sites that keep their files on the disk never load it.
  async function openSigner(): Promise<AwsClient> {
    const { AwsClient: Signer } = await import('aws4fetch')
    return new Signer({ accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', region, retries: 0 })
  }

  async function once({ method, key, query, bytes, headers }: Question): Promise<Reply> {
    const address = new URL(key === undefined ? url : `${url.replace(/\/$/, '')}/${key}`)
    address.search = new URLSearchParams(query).toString()
    signer ??= openSigner()
    const answer = await (await signer).fetch(address, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': sha256(bytes ?? '') },
      ...(bytes && { body: new Uint8Array(bytes) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }

  return async (question) => {
    const endsAt = performance.now() + PATIENCE_MS
    for (let tries = 1; ; tries++) {
      const outcome = await once(question).catch((cause: unknown) => ({ cause }))
      const isAnswered = 'status' in outcome
      if (isAnswered && (outcome.status < 300 || isExpected(outcome, question))) return outcome
      const mayPass = !isAnswered || outcome.status >= 500 || outcome.status === 429
      if (tries === TRIES || !mayPass || performance.now() > endsAt) {
        const cause = isAnswered ? refusedAs(outcome) : outcome.cause
        throw new StoreUnavailable(`The bucket ${url} cannot be used`, { cause })
      }
      await delay(FIRST_WAIT_MS * 2 ** tries)
    }
  }
}

/** Without the bucket, nothing in it is merely missing. */
const isExpected = ({ status, bytes }: Reply, { expects }: Question) =>
  status === expects && codeIn(bytes) !== 'NoSuchBucket'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

function refusedAs({ status, bytes }: Reply): Error {
  const code = codeIn(bytes)
  return new Error(`It answers ${status}${code ? ` ${code}` : ''}`)
}

const codeIn = (bytes: Uint8Array) => within(new TextDecoder().decode(bytes), 'Code')

/** The few elements that are needed of a list, whose names of ours hold nothing that XML would escape. */
function readPage(xml: string) {
  const entries = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: within(entry, 'Key') ?? '',
    writtenAt: Date.parse(within(entry, 'LastModified') ?? ''),
  }))
  return { entries, next: within(xml, 'NextContinuationToken')?.replaceAll('&amp;', '&') }
}

function within(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
}
