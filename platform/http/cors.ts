import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

const ALLOWED_METHODS = 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS'
const ALLOWED_HEADERS =
  'authorization, apikey, x-client-info, content-type, x-supabase-api-version, prefer, range, accept-profile, content-profile, ' +
  'x-retry-count, idempotency-key, x-upsert, cache-control, traceparent, tracestate, baggage'
// Clients read error codes by the version header and totals by the range: hidden, both are lost to them.
const EXPOSED_HEADERS =
  'content-range, x-total-count, link, x-supabase-api-version, preference-applied, location, x-request-id, retry-after'

const open = cors({
  origin: '*',
  allowMethods: [ALLOWED_METHODS],
  allowHeaders: [ALLOWED_HEADERS],
  exposeHeaders: [EXPOSED_HEADERS],
  maxAge: 86_400,
})

/**
 * Lets pages of other origins call. Only for paths that ask for a key or token in a header: cookies are never
 * accepted from elsewhere, so any origin may ask.
 */
export const openToOrigins: MiddlewareHandler = async (c, next) => {
  if (!c.req.header('origin')) return next()
  const isPreflight = c.req.header('access-control-request-method') !== undefined
  if (c.req.method !== 'OPTIONS' || isPreflight) return open(c, next)
  // Hono takes every OPTIONS for a preflight; the table service answers the others with what a path allows.
  await next()
  c.header('access-control-allow-origin', '*')
  c.header('access-control-expose-headers', EXPOSED_HEADERS)
}
