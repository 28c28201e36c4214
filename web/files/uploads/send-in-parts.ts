import { sitePublishableKey } from '#web/session/site-key.ts'
import { freshAccessToken } from '#web/session/tokens/access-token.ts'

const ENDPOINT = '/storage/v1/upload/resumable'
/**
 * Bytes of a request. The browser counts bytes as sent that are still on the device or in a proxy, so a part is little:
 * no more is sent again after a cut, and no more is shown too early.
 */
const PART_BYTES = 64 * 1024
/** Time without progress after which a request counts as cut off. */
const STALL_TIMEOUT_MS = 30_000
/** At the end the server checks the file and encodes pictures again, after those of others. */
const CHECK_TIMEOUT_MS = 90_000
const RETRY_DELAYS_MS = [1_000, 3_000, 9_000, 20_000]
const LONGEST_WAIT_SECONDS = 120

export interface FileInParts {
  file: Blob
  bucket: string
  /** The object's name. */
  name: string
  /** How long a client may cache the stored file. */
  maxAgeSeconds: number
  /** The address of an upload that began earlier. */
  address: string | null
  onAddress(address: string | null): void
  /** The share that the server has, or that is on its way, from 0 to 1. */
  onProgress(share: number): void
  /** Whether the line is cut, and the upload waits for it. */
  onWaiting(isWaiting: boolean): void
  signal: AbortSignal
}

interface PartsResponse {
  status: number
  offset: number | null
  location: string | null
  retryAfterSeconds: number | null
  body: string
}

/**
 * Uploads a file with the protocol of tus 1.0 (docs/building-a-client/storage-calls.md), and goes on after each cut
 * from the bytes that the server has, until the signal ends it. Returns null once the object is stored, or the status
 * of the refusal: 409 also if there is an object of this name.
 */
export async function sendInParts(options: FileInParts): Promise<number | null> {
  const { file, onAddress, onProgress } = options
  let { address } = options
  let refusedAt = -1
  while (true) {
    const known = address
    const step = await untilAnswered(() => (known === null ? create(options) : sendNext(known, options)), options)
    if (step.status === 401 || step.status === 403) return step.status
    const isCreation = address === null
    if (!isCreation && (step.status === 404 || step.status === 410)) {
      // It has expired.
      address = null
      onAddress(null)
    } else if (!isCreation && step.status === 409 && refusedAt !== step.offset) {
      // Another request has continued it, unless this happens again at the same byte.
      refusedAt = step.offset ?? -1
    } else if (step.status >= 400) {
      return step.status
    } else if (isCreation) {
      address = step.location
      onAddress(address)
    } else if (step.offset === file.size) {
      onProgress(1)
      return null
    }
  }
}

/** The colour of a stored picture; null if the file is not there. */
export async function readStored(
  { bucket, name }: { bucket: string; name: string },
  waiting: UploadLine,
): Promise<{ colour: string | null } | null> {
  const address = `/storage/v1/object/info/${bucket}/${name}`
  const { status, body } = await untilAnswered(
    () => request('GET', address, { headers: {}, signal: waiting.signal }),
    waiting,
  )
  if (status !== 200) return null
  const { metadata } = JSON.parse(body) as { metadata?: { colour?: string } }
  return { colour: metadata?.colour ?? null }
}

type UploadLine = Pick<FileInParts, 'onWaiting' | 'signal'>

/** Repeats a step until it is answered, at once when the line is back. */
async function untilAnswered(
  step: () => Promise<PartsResponse>,
  { onWaiting, signal }: UploadLine,
): Promise<PartsResponse> {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted()
    const response = await step()
    onWaiting(isCut(response))
    if (!isCut(response)) return response
    await untilLine(waitMs(response, failures), signal)
  }
}

/** Responses after which the same is tried again: none at all, one of a proxy, or one that says when. */
function isCut({ status, retryAfterSeconds }: PartsResponse): boolean {
  if (status === 429) return retryAfterSeconds !== null && retryAfterSeconds <= LONGEST_WAIT_SECONDS
  return status === 0 || status === 408 || status === 423 || status >= 500
}

const waitMs = ({ retryAfterSeconds }: PartsResponse, failures: number): number =>
  retryAfterSeconds === null
    ? (RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)] ?? 0)
    : Math.min(retryAfterSeconds, LONGEST_WAIT_SECONDS) * 1_000

function create({ file, bucket, name, maxAgeSeconds, signal }: FileInParts): Promise<PartsResponse> {
  const metadata = { bucketName: bucket, objectName: name, cacheControl: String(maxAgeSeconds) }
  const encoded = Object.entries(metadata).map(([key, value]) => `${key} ${btoa(value)}`)
  const headers = { 'upload-length': String(file.size), 'upload-metadata': encoded.join(',') }
  return request('POST', ENDPOINT, { headers, signal })
}

/** Asks how much the server has, and sends the next part. The offset of the result is how much it has then. */
async function sendNext(address: string, { file, signal, onProgress }: FileInParts): Promise<PartsResponse> {
  const known = await request('HEAD', address, { headers: {}, signal })
  if (known.status >= 400 || known.status === 0 || known.offset === null) return known
  let { offset } = known
  while (offset < file.size) {
    const start = offset
    const body = file.slice(start, start + PART_BYTES)
    const sent = await request('PATCH', address, {
      headers: { 'upload-offset': String(start), 'content-type': 'application/offset+octet-stream' },
      body,
      signal,
      onSent: (bytes) => onProgress((start + bytes) / file.size),
    })
    if (sent.status !== 204 || sent.offset === null) {
      onProgress(start / file.size)
      return { ...sent, offset: start }
    }
    offset = sent.offset
  }
  return { ...known, offset }
}

interface PartsRequest {
  headers: Record<string, string>
  body?: Blob
  signal: AbortSignal
  onSent?(bytes: number): void
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. Status 0: no response. */
async function request(method: string, address: string, { headers, body, signal, onSent }: PartsRequest) {
  const token = await freshAccessToken().catch(() => undefined)
  const none: PartsResponse = { status: 0, offset: null, location: null, retryAfterSeconds: null, body: '' }
  if (token === undefined) return none
  if (token === null) return { ...none, status: 401 }
  return new Promise<PartsResponse>((resolve, reject) => {
    const call = new XMLHttpRequest()
    let timer = setTimeout(() => call.abort(), STALL_TIMEOUT_MS)
    const stop = () => call.abort()
    signal.addEventListener('abort', stop)
    call.upload.onprogress = ({ loaded }) => {
      clearTimeout(timer)
      timer = setTimeout(() => call.abort(), loaded === body?.size ? CHECK_TIMEOUT_MS : STALL_TIMEOUT_MS)
      onSent?.(loaded)
    }
    call.onloadend = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      if (signal.aborted) return reject(signal.reason)
      const { status } = call
      const number = (name: string) => (call.getResponseHeader(name) ? Number(call.getResponseHeader(name)) : null)
      resolve({
        status,
        offset: number('upload-offset'),
        location: call.getResponseHeader('location'),
        retryAfterSeconds: number('retry-after'),
        body: call.responseText,
      })
    }
    call.open(method, address)
    const all = {
      ...headers,
      'tus-resumable': '1.0.0',
      apikey: sitePublishableKey(),
      authorization: /*as is*/ `Bearer ${token}`,
    }
    for (const [name, value] of Object.entries(all)) call.setRequestHeader(name, value)
    call.send(body ?? null)
  })
}

/** Resolves after `ms`, or as soon as the device is online again. Rejects once the signal ends it. */
function untilLine(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(stop, ms)
    window.addEventListener('online', stop)
    signal.addEventListener('abort', stop)
    function stop() {
      clearTimeout(timer)
      window.removeEventListener('online', stop)
      signal.removeEventListener('abort', stop)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
  })
}

/** Deletes what has arrived of an upload that is not wanted any more. */
export async function endUpload(address: string): Promise<void> {
  await request('DELETE', address, { headers: {}, signal: AbortSignal.timeout(STALL_TIMEOUT_MS) }).catch(() => null)
}
