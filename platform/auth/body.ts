import type { z } from 'zod'
import { AuthRefusal } from './refusals.ts'

const LARGEST_BODY_BYTES = 1024 * 1024
const DEEPEST = 20

/** The request's JSON object, checked against a shape; unknown fields are dropped. A missing body is an empty object. */
export async function readBody<T extends z.ZodType>(request: Request, shape: T): Promise<z.infer<T>> {
  const text = await readText(request)
  const result = shape.safeParse(text.trim() === '' ? {} : parse(text))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') || 'body'
  throw badJson(`"${field.slice(0, 60)}" has the wrong form`)
}

function parse(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badJson('it is not well-formed')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badJson('an object is expected')
  checkValue(value, 0)
  return value
}

/** PostgreSQL can store neither NUL nor half a surrogate pair, so we refuse both here. */
function checkValue(value: unknown, depth: number): void {
  if (depth > DEEPEST) throw badJson('it is nested too deeply')
  if (typeof value === 'string') checkText(value)
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') throw badJson('a forbidden key')
    checkText(key)
    checkValue(inner, depth + 1)
  }
}

function checkText(text: string): void {
  if (text.includes('\0') || /\p{Surrogate}/u.test(text)) throw badJson('a text holds characters that cannot be kept')
}

/** The body as text; never holds more than the limit in memory. */
export async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_BODY_BYTES) throw tooLarge()
  if (!request.body) return ''
  const parts: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(parts).toString('utf8')
    size += value.byteLength
    if (size > LARGEST_BODY_BYTES) {
      await reader.cancel()
      throw tooLarge()
    }
    parts.push(value)
  }
}

function tooLarge(): AuthRefusal {
  return new AuthRefusal(413, 'request_entity_too_large', 'Request body must not be larger than 1 MB')
}

function badJson(reason: string): AuthRefusal {
  return new AuthRefusal(400, 'bad_json', `Could not parse request body as JSON: ${reason}`)
}
