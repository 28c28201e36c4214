import { isKeepable } from '../postgres/keepable.ts'
import { shapeFlaw } from './json-shape.ts'

export const MAX_BODY_BYTES = 1024 * 1024
/** Of a page whose form takes pictures and short films. */
export const MAX_FILE_FORM_BYTES = 12 * 1024 * 1024

/** What can be wrong with a body. Each door says it in the form that its clients read. */
export type BodyFlaw = 'too-large' | 'not-text' | 'not-json' | 'too-deep' | 'too-many' | 'not-keepable'

interface BodyRules<Refusal> {
  /** Default `MAX_BODY_BYTES`. */
  maxBytes?: number
  /** The door's own refusal: returned instead of the body, or thrown. */
  refuse(flaw: BodyFlaw): Refusal
}

interface JsonRules<Refusal> extends BodyRules<Refusal> {
  /** Lists and objects within each other; default 64. */
  maxDepth?: number
  /** Values of all levels together; default 20,000. */
  maxValues?: number
  /** Refuses texts that PostgreSQL cannot keep. */
  keepable?: boolean
}

export interface JsonBody {
  /** Kept as sent, so that PostgreSQL sees every digit of a number. */
  text: string
  /** Undefined for an empty body, which is common: clients name a JSON type on empty bodies. */
  value: unknown
}

/** The bytes of a body. It is refused as soon as it proves too long, so that never more than the limit is held. */
export async function readBytes<Refusal>(request: Request, rules: BodyRules<Refusal>): Promise<Bytes | Refusal> {
  return (await take(request, rules.maxBytes)) ?? rules.refuse('too-large')
}

/** The body as text, such as a form; bytes that are no UTF-8 are refused, because guessing would change what was sent. */
export async function readText<Refusal>(request: Request, rules: BodyRules<Refusal>): Promise<string | Refusal> {
  const bytes = await take(request, rules.maxBytes)
  return bytes ? (decode(bytes) ?? rules.refuse('not-text')) : rules.refuse('too-large')
}

const MAX_DEPTH = 64
const MAX_VALUES = 20_000

/** The body as JSON. Its size and its shape are checked before it is parsed. */
export async function readJson<Refusal>(request: Request, rules: JsonRules<Refusal>): Promise<JsonBody | Refusal> {
  const bytes = await take(request, rules.maxBytes)
  if (!bytes) return rules.refuse('too-large')
  const flaw = shapeFlaw(bytes, { maxDepth: rules.maxDepth ?? MAX_DEPTH, maxValues: rules.maxValues ?? MAX_VALUES })
  if (flaw) return rules.refuse(flaw)
  const text = decode(bytes)
  if (text === undefined) return rules.refuse('not-text')
  if (text.trim() === '') return { text, value: undefined }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return rules.refuse('not-json')
  }
  return rules.keepable && !isKeepable(value) ? rules.refuse('not-keepable') : { text, value }
}

type Bytes = Uint8Array<ArrayBuffer>

/** The length in bytes that a request tells of its body; undefined where it tells none that holds. */
export function toldLength({ headers }: Request): number | undefined {
  const told = headers.get('content-length')
  return told !== null && /^\d+$/.test(told) && !headers.has('transfer-encoding') ? Number(told) : undefined
}

/** Undefined for what is longer, whether its length was told, not told or is a lie. */
async function take(request: Request, maxBytes = MAX_BODY_BYTES): Promise<Bytes | undefined> {
  const told = toldLength(request)
  if (told !== undefined) {
    if (told > maxBytes) return undefined
    // A connection gives no more than was told, and in one piece it costs a fraction of what a stream does.
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

/** The refusal of doors that have no error form of their own. */
export function refuseBody(flaw: BodyFlaw): Response {
  if (flaw === 'too-large') {
    const body = { code: 'request_entity_too_large', message: 'Request body exceeds the maximum allowed size' }
    return Response.json(body, { status: 413, headers: { connection: 'close' } })
  }
  return Response.json({ code: 'bad_json', message: 'Could not parse request body as JSON' }, { status: 400 })
}
