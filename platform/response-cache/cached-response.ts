import { createHash } from 'node:crypto'
import { bestEncoding, compressBytes, type Encoding, MIN_COMPRESSED_BYTES } from '#platform/http/responses/compress.ts'
import type { CacheableRequest, CacheKey } from './cache-key.ts'
import { withHashes } from './inline-hashes.ts'

/** A cached response, in the content codings that have been requested so far. */
export interface CachedResponse {
  status: number
  headers: Record<string, string>
  plain: Buffer
  hash: string
  encodings: Map<Encoding | 'plain', EncodedForm | Promise<EncodedForm>>
}

/** The response in one content coding, with the headers of exactly these bytes. */
interface EncodedForm {
  etag: string
  headers: HeaderList
  body: Buffer
}

/** Alternating names and values, which node:http writes without checking them again. */
type HeaderList = string[]

/** The response to one request. */
export interface EncodedResponse {
  status: number
  headers: HeaderList
  body: Buffer | null
}

/** Headers of a single response, or set again for each. */
const UNCACHED_HEADERS = new Set(['content-length', 'transfer-encoding', 'connection', 'date', 'x-request-id'])

/** Browsers revalidate every time, mostly with 304; a shared cache may serve a response that is up to a second old. */
const CACHE_CONTROL = 'no-cache'
const CDN_CACHE_CONTROL = 'max-age=0, stale-while-revalidate=1'
const VARY = {
  page: 'Cookie, Save-Data, Accept-Encoding',
  'page-data': 'Cookie, Save-Data, Accept-Encoding',
  rows: 'Authorization, Apikey, Accept, Accept-Profile, Prefer, Range, Cookie, Accept-Encoding',
}

/** Whether a response may be shared between clients. */
export function isShareable({ status, headers }: Response, { kind }: CacheKey): boolean {
  if (headers.has('set-cookie') || headers.has('content-encoding')) return false
  // The router sets no-store on rows by default, because most are for the caller alone; these are the same for all
  // anonymous clients.
  if (kind === 'rows') return status === 200 || status === 206
  return status === 200 && !/no-store|private/.test(headers.get('cache-control') ?? '')
}

export async function readResponse(response: Response, { kind }: Pick<CacheKey, 'kind'>): Promise<CachedResponse> {
  const headers = new Map([...response.headers].filter(([name]) => !UNCACHED_HEADERS.has(name)))
  let plain = Buffer.from(await response.arrayBuffer())
  const policy = headers.get('content-security-policy')
  if (policy && kind !== 'rows') {
    const page = withHashes({ html: plain.toString(), policy })
    headers.set('content-security-policy', page.policy)
    if (kind === 'page') plain = Buffer.from(page.html)
  }
  headers.set('cache-control', CACHE_CONTROL)
  if (kind === 'page') headers.set('cdn-cache-control', CDN_CACHE_CONTROL)
  headers.set('vary', VARY[kind])
  const about = `${response.status} ${headers.get('content-type')} ${headers.get('content-range')}\n`
  const hash = createHash('sha256').update(about).update(plain).digest('base64url').slice(0, 27)
  return { status: response.status, headers: Object.fromEntries(headers), plain, hash, encodings: new Map() }
}

/** A page as a stale copy, which is labelled as one and isn't stored by other caches. */
export function staleCopyOf(
  { status, headers, plain, hash }: CachedResponse,
  mark: (html: string) => string,
): CachedResponse {
  const { 'cdn-cache-control': _, ...own } = headers
  const about = { ...own, 'cache-control': 'no-store' }
  return {
    status,
    headers: about,
    plain: Buffer.from(mark(plain.toString())),
    hash: `${hash}-copy`,
    encodings: new Map(),
  }
}

interface ResponseConditions {
  method: string
  acceptEncoding: string
  ifNoneMatch: string | undefined
}

export const conditionsOf = ({ method, header }: CacheableRequest): ResponseConditions => ({
  method,
  acceptEncoding: header('accept-encoding') ?? '',
  ifNoneMatch: header('if-none-match'),
})

/**
 * The response to a request, synchronously if the content coding exists already; `onGrow` is called with the size of a
 * new one.
 */
export function encodeFor(
  response: CachedResponse,
  conditions: ResponseConditions,
  onGrow: (bytes: number) => void,
): EncodedResponse | Promise<EncodedResponse> {
  const encoding = response.plain.length < MIN_COMPRESSED_BYTES ? null : bestEncoding(conditions.acceptEncoding)
  const form = response.encodings.get(encoding ?? 'plain') ?? encode(response, encoding, onGrow)
  return form instanceof Promise
    ? form.then((encoded) => toEncodedResponse(response, encoded, conditions))
    : toEncodedResponse(response, form, conditions)
}

function encode(
  response: CachedResponse,
  encoding: Encoding | null,
  onGrow: (bytes: number) => void,
): EncodedForm | Promise<EncodedForm> {
  if (!encoding) return addForm(response, null, response.plain)
  const making = compressBytes(response.plain, encoding).then(({ buffer, byteOffset, byteLength }) => {
    onGrow(byteLength)
    return addForm(response, encoding, Buffer.from(buffer, byteOffset, byteLength))
  })
  response.encodings.set(encoding, making)
  making.catch(() => response.encodings.delete(encoding))
  return making
}

/** Each content coding has its own ETag, because a strong ETag identifies bytes (RFC 9110, 8.8.3). */
function addForm(response: CachedResponse, encoding: Encoding | null, body: Buffer): EncodedForm {
  const etag = `"${encoding ? `${response.hash}-${encoding}` : response.hash}"`
  const about = { etag, 'content-length': String(body.length), ...(encoding && { 'content-encoding': encoding }) }
  const form = { etag, body, headers: toHeaderList({ ...response.headers, ...about }) }
  response.encodings.set(encoding ?? 'plain', form)
  return form
}

function toEncodedResponse(
  { status, headers }: CachedResponse,
  form: EncodedForm,
  { method, ifNoneMatch }: ResponseConditions,
): EncodedResponse {
  if (ifNoneMatch === undefined || !matchesEtag(ifNoneMatch, form.etag)) {
    return { status, headers: form.headers, body: method === 'HEAD' ? null : form.body }
  }
  const { 'content-type': _, ...sentHeaders } = headers
  return { status: 304, headers: toHeaderList({ ...sentHeaders, etag: form.etag }), body: null }
}

const toHeaderList = (headers: Record<string, string>): HeaderList => Object.entries(headers).flat()

function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.length > 1_000) return false
  return ifNoneMatch.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
