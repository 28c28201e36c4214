import { type JsonBody, readJson as read } from '#platform/http/requests/body.ts'
import { bodyTooLarge, invalidBody } from './errors/errors.ts'

const MAX_DEPTH = 200
const MAX_VALUES = 100_000

/** The body as JSON; undefined if it is empty. Throws PGRST102 if it is malformed and 413 above the limit. */
export async function readJson(request: Request, maxBytes: number): Promise<JsonBody | undefined> {
  const body = await read(request, {
    maxBytes,
    maxDepth: MAX_DEPTH,
    maxValues: MAX_VALUES,
    reject(flaw) {
      if (flaw === 'too-large') throw bodyTooLarge(maxBytes)
      requireJsonType(request)
      if (flaw === 'too-many') throw invalidBody(`The body holds more than ${MAX_VALUES} values`)
      if (flaw === 'too-deep') throw invalidBody(`The body is nested deeper than ${MAX_DEPTH} levels`)
      throw invalidBody('Empty or invalid json')
    },
  })
  if (body.value === undefined) return undefined
  requireJsonType(request)
  return body
}

function requireJsonType(request: Request): void {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'application/json'
  if (type !== 'application/json' && !type.endsWith('+json')) throw invalidBody(`Content-Type not acceptable: ${type}`)
}
