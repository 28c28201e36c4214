import { isKeepable } from '#platform/postgres/keepable.ts'

const MOST_BYTES = 1_000_000

/** The JSON body of a command; an empty body is an empty object. A clear 4xx for anything too large or not JSON. */
export async function readBody(request: Request): Promise<unknown | Response> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) return tooLarge()
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (bytes.byteLength > MOST_BYTES) return tooLarge()
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const body: unknown = text.trim() === '' ? {} : JSON.parse(text)
    if (isKeepable(body)) return body
    throw new Error('The body holds characters that cannot be kept')
  } catch {
    return Response.json({ code: 'bad_json', message: 'The body is not readable JSON.' }, { status: 400 })
  }
}

function tooLarge(): Response {
  return Response.json({ code: 'request_entity_too_large', message: 'The body is larger than 1 MB.' }, { status: 413 })
}
