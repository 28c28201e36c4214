const ALLOWED_METHODS = 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS'
const ALLOWED_HEADERS =
  'authorization, apikey, x-client-info, content-type, x-supabase-api-version, prefer, range, accept-profile, content-profile, ' +
  'x-retry-count, idempotency-key, x-upsert, cache-control, traceparent, tracestate, baggage'
// Clients read error codes by the version header and totals by the range: hidden, both are lost to them.
const EXPOSED_HEADERS =
  'content-range, x-total-count, link, x-supabase-api-version, preference-applied, location, x-request-id, retry-after'

/**
 * Lets pages of other origins call. Only for paths that ask for a key or token in a header: cookies are never
 * accepted from elsewhere, so any origin may ask.
 */
export function withCors(handler: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!request.headers.has('origin')) return handler(request)
    if (request.method === 'OPTIONS' && request.headers.has('access-control-request-method')) return preflight()
    const response = await handler(request)
    const open = new Response(response.body, response)
    open.headers.set('access-control-allow-origin', '*')
    open.headers.set('access-control-expose-headers', EXPOSED_HEADERS)
    return open
  }
}

function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': ALLOWED_METHODS,
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': '86400',
      vary: 'Access-Control-Request-Headers',
    },
  })
}
