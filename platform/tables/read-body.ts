import { bodyTooLarge, invalidBody } from './errors.ts'

const MAX_DEPTH = 200

export interface JsonBody {
  /** Kept as sent, so that PostgreSQL sees every digit of a number. */
  text: string
  value: unknown
}

/** The body as JSON; undefined if it is empty. Throws PGRST102 if it is malformed and 413 above the limit. */
export async function readJson(request: Request, limitBytes: number): Promise<JsonBody | undefined> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'application/json'
  const text = await readText(request, limitBytes)
  if (text.trim() === '') return undefined
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw invalidBody(`Content-Type not acceptable: ${type}`)
  }
  if (isDeeperThan(text, MAX_DEPTH)) throw invalidBody(`The body is nested deeper than ${MAX_DEPTH} levels`)
  try {
    return { text, value: JSON.parse(text) as unknown }
  } catch {
    throw invalidBody('Empty or invalid json')
  }
}

async function readText(request: Request, limitBytes: number): Promise<string> {
  if (!request.body) return ''
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw bodyTooLarge(limitBytes)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > limitBytes) throw bodyTooLarge(limitBytes)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Counts brackets outside strings, so that deep nesting is refused before it overflows PostgreSQL's JSON parser. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (inString) {
      if (sign === '\\') at += 1
      else if (sign === '"') inString = false
    } else if (sign === '"') inString = true
    else if (sign === '{' || sign === '[') {
      depth += 1
      if (depth > limit) return true
    } else if (sign === '}' || sign === ']') depth -= 1
  }
  return false
}
