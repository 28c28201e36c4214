import type { MiddlewareHandler } from 'hono'
import { isPlainPath } from './request-target.ts'
import { setHeader } from './set-header.ts'

/**
 * The last check of every redirect. One with a path of this site stays here, whatever the path was made of. One that leaves the site
 * ends with an empty fragment where it has none of its own: browsers carry the fragment of the address they come from, which may hold a
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
