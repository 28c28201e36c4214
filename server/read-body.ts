import { type RefusalCode, refuse } from '#domain/refusal.ts'
import { readJson } from '#platform/http/body.ts'

const MOST_BYTES = 1_000_000

/** The JSON body of a command; an empty body is an empty object. A clear 4xx for anything too large or not JSON. */
export async function readBody(request: Request): Promise<unknown | Response> {
  const body = await readJson(request, {
    maxBytes: MOST_BYTES,
    keepable: true,
    refuse: (flaw) => (flaw === 'too-large' ? refusal(413, 'request_entity_too_large') : refusal(400, 'bad_json')),
  })
  if (body instanceof Response) return body
  return body.value === undefined ? {} : body.value
}

function refusal(status: number, code: RefusalCode): Response {
  return Response.json({ code, message: refuse(code).message }, { status })
}
