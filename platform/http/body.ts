export const MAX_BODY_BYTES = 1024 * 1024

/** The bytes of a body, or the 413 that refuses it. A body is refused as soon as it proves too long, not after. */
export async function readBody(
  request: Request,
  maxBytes = MAX_BODY_BYTES,
): Promise<Uint8Array<ArrayBuffer> | Response> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return tooLarge()
  if (!request.body) return new Uint8Array(0)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) return tooLarge()
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks, size))
}

/**
 * The parsed JSON of a body (undefined when there is none, which is common: clients name a JSON type on empty
 * bodies), or the answer that refuses it: 413, or 400 `bad_json`.
 */
export async function readJson(request: Request, maxBytes = MAX_BODY_BYTES): Promise<{ json: unknown } | Response> {
  const bytes = await readBody(request, maxBytes)
  if (bytes instanceof Response) return bytes
  if (bytes.length === 0) return { json: undefined }
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return Response.json({ code: 'bad_json', message: 'Could not parse request body as JSON' }, { status: 400 })
  }
}

/** Gives the handler a request whose body is within the limit. */
export function withBodyLimit(
  handler: (request: Request) => Promise<Response>,
  maxBytes = MAX_BODY_BYTES,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!request.body) return handler(request)
    const bytes = await readBody(request, maxBytes)
    if (bytes instanceof Response) return bytes
    const { url, method, headers, signal } = request
    return handler(new Request(url, { method, headers, signal, body: bytes }))
  }
}

function tooLarge(): Response {
  const body = { code: 'request_entity_too_large', message: 'Request body exceeds the maximum allowed size' }
  return Response.json(body, { status: 413, headers: { connection: 'close' } })
}
