import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

const open = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
  allowHeaders: [
    ...['authorization', 'apikey', 'x-client-info', 'content-type', 'x-supabase-api-version', 'prefer', 'range'],
    ...['accept-profile', 'content-profile', 'x-retry-count', 'idempotency-key', 'x-upsert', 'cache-control'],
    ...['traceparent', 'tracestate', 'baggage'],
  ],
  // Clients read error codes by the version header and totals by the range: hidden, both are lost to them.
  exposeHeaders: [
    ...['content-range', 'x-total-count', 'link', 'x-supabase-api-version', 'preference-applied', 'location'],
    ...['x-request-id', 'retry-after'],
  ],
  maxAge: 86_400,
})

/**
 * Lets pages of other origins call. Only for paths that ask for a key or token in a header: cookies are never
 * accepted from elsewhere, so any origin may ask. An OPTIONS that asks for no other method is for whoever answers the path.
 */
export const openToOrigins: MiddlewareHandler = (c, next) => {
  const asksWhatIsThere = c.req.method === 'OPTIONS' && !c.req.header('access-control-request-method')
  return c.req.header('origin') && !asksWhatIsThere ? open(c, next) : next()
}
