import { isStorable } from '#platform/postgres/queries/storable.ts'
import { shapeFlaw } from './json-shape.ts'

export const MAX_BODY_BYTES = 1024 * 1024
/** For pages whose forms accept pictures and short films. */
export const MAX_FILE_FORM_BYTES = 12 * 1024 * 1024

/** Why a body is rejected. Each handler translates it into its own error form. */
export type BodyFault = 'too-large' | 'not-text' | 'not-json' | 'too-deep' | 'too-many' | 'not-storable'

interface BodyRules<Refusal> {
  /** Default: `MAX_BODY_BYTES`. */
  maxBytes?: number
  /** The handler's own rejection, which is returned instead of the body, or thrown. */
  reject(flaw: BodyFault): Refusal
}

interface JsonRules<Refusal> extends BodyRules<Refusal> {
  /** Maximum nesting of arrays and objects; default 64. */
  maxDepth?: number
  /** Maximum number of values at all levels; default 20,000. */
  maxValues?: number
  /** Rejects strings that PostgreSQL can't store. */
  storable?: boolean
}

export interface JsonBody {
  /** The original text, so that PostgreSQL sees every digit of a number. */
  text: string
  /** Undefined for an empty body, which is common: clients set a JSON type on empty bodies. */
  value: unknown
}

/** Reads the bytes of a body. It is rejected as soon as it exceeds the limit, so that no more is buffered. */
export async function readBytes<Refusal>(request: Request, rules: BodyRules<Refusal>): Promise<Bytes | Refusal> {
  return (await readLimited(request, rules.maxBytes)) ?? rules.reject('too-large')
}

/** Reads a body as text, such as a form; invalid UTF-8 is rejected, because guessing would change the content. */
export async function readText<Refusal>(request: Request, rules: BodyRules<Refusal>): Promise<string | Refusal> {
  const bytes = await readLimited(request, rules.maxBytes)
  return bytes ? (decode(bytes) ?? rules.reject('not-text')) : rules.reject('too-large')
}

const MAX_DEPTH = 64
const MAX_VALUES = 20_000

/** Reads a body as JSON. Its size and shape are checked before it is parsed. */
export async function readJson<Refusal>(request: Request, rules: JsonRules<Refusal>): Promise<JsonBody | Refusal> {
  const bytes = await readLimited(request, rules.maxBytes)
  if (!bytes) return rules.reject('too-large')
  const flaw = shapeFlaw(bytes, { maxDepth: rules.maxDepth ?? MAX_DEPTH, maxValues: rules.maxValues ?? MAX_VALUES })
  if (flaw) return rules.reject(flaw)
  const text = decode(bytes)
  if (text === undefined) return rules.reject('not-text')
  if (text.trim() === '') return { text, value: undefined }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return rules.reject('not-json')
  }
  return rules.storable && !isStorable(value) ? rules.reject('not-storable') : { text, value }
}

type Bytes = Uint8Array<ArrayBuffer>

/** The Content-Length of a request; undefined if there is none or it doesn't apply. */
export function contentLengthOf({ headers }: Request): number | undefined {
  const length = headers.get('content-length')
  return length !== null && /^\d+$/.test(length) && !headers.has('transfer-encoding') ? Number(length) : undefined
}

/** Undefined for a longer body, whether Content-Length is correct, missing or wrong. */
async function readLimited(request: Request, maxBytes = MAX_BODY_BYTES): Promise<Bytes | undefined> {
  const length = contentLengthOf(request)
  if (length !== undefined) {
    if (length > maxBytes) return undefined
    // Node's parser delivers no more than Content-Length, and reading it in one piece costs a fraction of what a stream
    // does.
    const bytes = new Uint8Array(await request.arrayBuffer())
    return bytes.length > maxBytes ? undefined : bytes
  }
  if (!request.body) return new Uint8Array(0)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks, size))
}

const strict = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Bytes): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}

/** The response of handlers without an error form of their own. */
export function rejectBody(flaw: BodyFault): Response {
  if (flaw === 'too-large') {
    const body = { code: 'request_entity_too_large', message: 'Request body exceeds the maximum allowed size' }
    return Response.json(body, { status: 413, headers: { connection: 'close' } })
  }
  return Response.json({ code: 'bad_json', message: 'Could not parse request body as JSON' }, { status: 400 })
}
