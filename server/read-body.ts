import { refusalTexts } from '#domain/texts/refusals.ts'
import { isKeepable } from '#platform/postgres/keepable.ts'

const MOST_BYTES = 1_000_000

/** The JSON body of a command call; an empty body is an empty object. A clear 4xx for anything that is no JSON or too large. */
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
    return Response.json({ code: 'bad_json', message: refusalTexts.bad_json }, { status: 400 })
  }
}

function tooLarge(): Response {
  return Response.json(
    { code: 'request_entity_too_large', message: refusalTexts.request_entity_too_large },
    { status: 413 },
  )
}
