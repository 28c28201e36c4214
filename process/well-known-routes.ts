import type { Hono } from 'hono'
import { allowAllOrigins } from '#platform/http/responses/cors.ts'
import { openRouter } from '#platform/http/router.ts'

const NAMES = ['oauth-authorization-server', 'openid-configuration'] as const

/**
 * The auth service's description for other apps at the root of the site: some libraries put `/.well-known` before the
 * issuer's path (RFC 8414, 3.1), others know only the host.
 */
export function wellKnownRoutes(auth: (request: Request) => Promise<Response>): Hono {
  const routes = openRouter()
  for (const name of NAMES) {
    for (const path of [`/.well-known/${name}`, `/.well-known/${name}/auth/v1`]) {
      routes.get(path, allowAllOrigins, (c) => {
        const address = new URL(`/auth/v1/.well-known/${name}`, c.req.url)
        return auth(new Request(address, { headers: c.req.raw.headers }))
      })
    }
  }
  return routes
}
