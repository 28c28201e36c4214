import { createHash } from 'node:crypto'
import { bestEncoding, compressBytes, type Encoding, WORTH_BYTES } from '../http/compress.ts'
import type { CacheableRequest, CacheKey } from './cache-key.ts'
import { withHashes } from './inline-hashes.ts'

/** One answer for everybody who asks for an address, in the forms that were asked for so far. */
export interface CachedResponse {
  status: number
  headers: Record<string, string>
  plain: Buffer
  hash: string
  forms: Map<Encoding | 'plain', Form | Promise<Form>>
}

/** The answer packed in one way, with the headers of exactly these bytes. */
interface Form {
  etag: string
  headers: HeaderList
  body: Buffer
}

/** Names and values in turn, as node:http writes them without looking at them twice. */
type HeaderList = string[]

/** What goes out. */
export interface EncodedResponse {
  status: number
  headers: HeaderList
  body: Buffer | null
}

/** Of one response, or made anew for each. */
const NOT_KEPT = new Set(['content-length', 'transfer-encoding', 'connection', 'date', 'x-request-id'])

/** A browser asks every time, and hears most often that it has the answer. What stands between may hand on what is up to a second old. */
const CACHE_CONTROL = 'no-cache'
const CDN_CACHE_CONTROL = 'max-age=0, stale-while-revalidate=1'
const VARY = {
  page: 'Cookie, Save-Data, Accept-Encoding',
  'page-data': 'Cookie, Save-Data, Accept-Encoding',
  rows: 'Authorization, Apikey, Accept, Accept-Profile, Prefer, Range, Cookie, Accept-Encoding',
}

/** Whether a response may go to others than the one who asked first. */
export function isForAll({ status, headers }: Response, { kind }: CacheKey): boolean {
  if (headers.has('set-cookie') || headers.has('content-encoding')) return false
  // The front door forbids keeping rows unless they say otherwise, because most are for the asker; these are for everybody.
  if (kind === 'rows') return status === 200 || status === 206
  return status === 200 && !/no-store|private/.test(headers.get('cache-control') ?? '')
}

export async function readResponse(response: Response, { kind }: Pick<CacheKey, 'kind'>): Promise<CachedResponse> {
  const headers = new Map([...response.headers].filter(([name]) => !NOT_KEPT.has(name)))
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
  return { status: response.status, headers: Object.fromEntries(headers), plain, hash, forms: new Map() }
}

/** The same page for when nothing newer can be made: it says of itself that it is a copy, and nothing keeps it. */
export function copyOf(
  { status, headers, plain, hash }: CachedResponse,
  mark: (html: string) => string,
): CachedResponse {
  const { 'cdn-cache-control': _, ...own } = headers
  const about = { ...own, 'cache-control': 'no-store' }
  return { status, headers: about, plain: Buffer.from(mark(plain.toString())), hash: `${hash}-copy`, forms: new Map() }
}

interface Wish {
  method: string
  acceptEncoding: string
  ifNoneMatch: string | undefined
}

export const conditionsOf = ({ method, header }: CacheableRequest): Wish => ({
  method,
  acceptEncoding: header('accept-encoding') ?? '',
  ifNoneMatch: header('if-none-match'),
})

/** At once when the wanted form is there; `grown` hears how many bytes a new one takes. */
export function encodeFor(
  answer: CachedResponse,
  wish: Wish,
  grown: (bytes: number) => void,
): EncodedResponse | Promise<EncodedResponse> {
  const encoding = answer.plain.length < WORTH_BYTES ? null : bestEncoding(wish.acceptEncoding)
  const form = answer.forms.get(encoding ?? 'plain') ?? make(answer, encoding, grown)
  return form instanceof Promise ? form.then((made) => sent(answer, made, wish)) : sent(answer, form, wish)
}

function make(answer: CachedResponse, encoding: Encoding | null, grown: (bytes: number) => void): Form | Promise<Form> {
  if (!encoding) return remember(answer, null, answer.plain)
  const making = compressBytes(answer.plain, encoding).then(({ buffer, byteOffset, byteLength }) => {
    grown(byteLength)
    return remember(answer, encoding, Buffer.from(buffer, byteOffset, byteLength))
  })
  answer.forms.set(encoding, making)
  making.catch(() => answer.forms.delete(encoding))
  return making
}

/** Each form has a tag of its own: a strong tag stands for bytes (RFC 9110, 8.8.3). */
function remember(answer: CachedResponse, encoding: Encoding | null, body: Buffer): Form {
  const etag = `"${encoding ? `${answer.hash}-${encoding}` : answer.hash}"`
  const about = { etag, 'content-length': String(body.length), ...(encoding && { 'content-encoding': encoding }) }
  const form = { etag, body, headers: listed({ ...answer.headers, ...about }) }
  answer.forms.set(encoding ?? 'plain', form)
  return form
}

function sent({ status, headers }: CachedResponse, form: Form, { method, ifNoneMatch }: Wish): EncodedResponse {
  if (ifNoneMatch === undefined || !isKnown(ifNoneMatch, form.etag)) {
    return { status, headers: form.headers, body: method === 'HEAD' ? null : form.body }
  }
  const { 'content-type': _, ...told } = headers
  return { status: 304, headers: listed({ ...told, etag: form.etag }), body: null }
}

const listed = (headers: Record<string, string>): HeaderList => Object.entries(headers).flat()

function isKnown(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.length > 1_000) return false
  return ifNoneMatch.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
