import type { RefusalCode } from '#domain/all-refusals.ts'
import { refuse } from '#domain/refusal.ts'
import { readJson } from '#platform/http/requests/body.ts'
import { refusalBody } from './refusal-body.ts'

const MAX_BYTES = 1_000_000

/**
 * Parses the JSON body of a command; an empty body is an empty object. Returns 413 if it is too large, 400 if it is not
 * JSON.
 */
export async function readBody(request: Request): Promise<unknown | Response> {
  const body = await readJson(request, {
    maxBytes: MAX_BYTES,
    storable: true,
    reject: (flaw) =>
      flaw === 'too-large' ? refusalResponse(413, 'request_entity_too_large') : refusalResponse(400, 'bad_json'),
  })
  if (body instanceof Response) return body
  return body.value === undefined ? {} : body.value
}

function refusalResponse(status: number, code: RefusalCode): Response {
  return Response.json(refusalBody(refuse(code)), { status })
}
