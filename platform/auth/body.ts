import type { z } from 'zod'
import { type BodyFault, readText as read, readJson } from '#platform/http/requests/body.ts'
import { AuthRefusal } from './refusals.ts'

/** Maximum nesting of arrays and objects. */
const MAX_DEPTH = 20
/** Maximum size of a request; a user's own metadata are the largest part. */
const MAX_BYTES = 64 * 1024
/** Maximum size of a form, in which an identity provider's signed document comes. */
const MAX_FORM_BYTES = 256 * 1024

/**
 * The request's JSON object, checked against a shape; unknown fields are dropped. A missing body is an empty object.
 */
export async function readBody<T extends z.ZodType>(request: Request, shape: T): Promise<z.infer<T>> {
  const { value = {} } = await readJson(request, {
    maxBytes: MAX_BYTES,
    maxDepth: MAX_DEPTH,
    storable: true,
    reject: refuseOver(MAX_BYTES),
  })
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badJson('an object is expected')
  if (JSON.stringify(value).includes('"__proto__":')) throw badJson('a forbidden key')
  const result = shape.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') || 'body'
  throw badJson(`"${field.slice(0, 60)}" has the wrong form`)
}

/** The body as text: browsers bring forms back from other sites. */
export function readText(request: Request): Promise<string> {
  return read(request, { maxBytes: MAX_FORM_BYTES, reject: refuseOver(MAX_FORM_BYTES) })
}

const refuseOver =
  (maxBytes: number) =>
  (flaw: BodyFault): never => {
    if (flaw !== 'too-large') throw badJson(REASONS[flaw])
    const message = `Request body must not be larger than ${maxBytes / 1024} KB`
    throw new AuthRefusal(413, 'request_entity_too_large', message)
  }

const REASONS: Record<Exclude<BodyFault, 'too-large'>, string> = {
  'not-text': 'it is not well-formed',
  'not-json': 'it is not well-formed',
  'too-deep': 'it is nested too deeply',
  'too-many': 'it holds too many values',
  'not-storable': 'a text holds characters that cannot be kept',
}

function badJson(reason: string): AuthRefusal {
  return new AuthRefusal(400, 'bad_json', `Could not parse request body as JSON: ${reason}`)
}
