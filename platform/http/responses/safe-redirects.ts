import type { MiddlewareHandler } from 'hono'
import { isPlainPath } from '../requests/request-target.ts'
import { setHeader } from './set-header.ts'

/**
 * Checks every redirect. A path of this site stays on it, whatever the path was built from. A redirect to another site
 * gets an empty fragment if it has none: browsers carry the fragment of the current address, which may contain a
 * session's tokens, across a redirect without one (Fetch, HTTP-redirect fetch, step 4).
 */
export function safeRedirects(origins: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const location = c.res.headers.get('location')
    if (location === null) return
    const safe = safeLocation(location, { requestUrl: c.req.url, origins })
    if (safe !== location) setHeader(c, 'location', safe)
  }
}

export function safeLocation(
  location: string,
  { requestUrl, origins }: { requestUrl: string; origins: readonly string[] },
): string {
  if (location.startsWith('/')) return isPlainPath(location.split(/[?#]/, 1)[0] ?? '') ? location : '/'
  if (!URL.canParse(location, requestUrl)) return '/'
  const url = new URL(location, requestUrl)
  const isOwn = url.origin === new URL(requestUrl).origin || origins.includes(url.origin)
  return isOwn || location.includes('#') ? location : `${location}#`
}
