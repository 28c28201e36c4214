import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { setHeader } from './set-header.ts'

const ALLOWED_METHODS = 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS'
const ALLOWED_HEADERS =
  'authorization, apikey, x-client-info, content-type, x-supabase-api-version, prefer, range, accept-profile, content-profile, ' +
  'x-retry-count, idempotency-key, x-upsert, x-metadata, x-signature, cache-control, traceparent, tracestate, baggage, ' +
  'tus-resumable, upload-length, upload-metadata, upload-offset, x-http-method-override, x-request-id'
// Clients read error codes by the version header and totals by the range: unless exposed, both are hidden from them.
const EXPOSED_HEADERS =
  'content-range, x-total-count, link, x-supabase-api-version, preference-applied, location, x-request-id, retry-after, ' +
  'tus-resumable, tus-version, tus-extension, tus-max-size, upload-offset, upload-length, upload-expires, upload-metadata'

const preflight = cors({
  origin: '*',
  allowMethods: [ALLOWED_METHODS],
  allowHeaders: [ALLOWED_HEADERS],
  exposeHeaders: [EXPOSED_HEADERS],
  maxAge: 86_400,
})

/**
 * Allows calls from pages of other origins. Only for paths that require a key or token in a header: cookies aren't
 * accepted from other origins, so any origin may call.
 */
export const allowAllOrigins: MiddlewareHandler = async (c, next) => {
  if (!c.req.header('origin')) return next()
  const isPreflight = c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined
  if (isPreflight) return preflight(c, next)
  // Hono would treat every OPTIONS as a preflight, whereas the table service responds to others with the methods of a
  // path; it would also give every response a new body.
  await next()
  setHeader(c, 'access-control-allow-origin', '*')
  setHeader(c, 'access-control-expose-headers', EXPOSED_HEADERS)
}
