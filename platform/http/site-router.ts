import type { Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { SecureHeadersVariables } from 'hono/secure-headers'
import { rejectForeignOrigin } from './guards/origin-check.ts'
import { contentLengthOf, MAX_BODY_BYTES, MAX_FILE_FORM_BYTES, rejectBody } from './requests/body.ts'
import { allowAllOrigins } from './responses/cors.ts'
import { safeRedirects } from './responses/safe-redirects.ts'
import { type SecurityOptions, securityHeaders } from './responses/security-headers.ts'
import { setHeader } from './responses/set-header.ts'
import { openRouter } from './router.ts'

interface SiteRouterOptions extends SecurityOptions {
  /** Paths that require a key or token in a header; pages of any origin may call them. */
  wire: Wire
  /** Name of the session cookie, or the prefix of its parts' names. */
  cookieName: string
  /** True for pages whose forms accept files, and so larger bodies. */
  takesFiles?: (path: string) => boolean
  /** Origins of the site, e.g. `https://example.com`. */
  origins: string[]
}

/** The API for programs, whose callers send a key or token in a header; pages are added by the caller. */
export interface Wire {
  /** By path prefix, e.g. `/rest/v1`. */
  handlers: Record<string, (request: Request) => Promise<Response>>
  /** Prefixes whose handlers limit bodies themselves, because they accept files. */
  filePrefixes: string[]
}

interface SiteEnv {
  Variables: SecureHeadersVariables
}

type SiteRouter = Hono<SiteEnv>

/**
 * Creates the router with the checks and response headers of the whole site. The wire is routed already; the caller
 * adds the pages, which read their CSP nonce from `secureHeadersNonce`.
 */
export function createSiteRouter({
  wire,
  cookieName,
  origins,
  takesFiles,
  ...security
}: SiteRouterOptions): SiteRouter {
  const router = openRouter<SiteEnv>()
  const limited = limitedTo(MAX_BODY_BYTES)
  const limitedFiles = limitedTo(MAX_FILE_FORM_BYTES)
  const secured = securityHeaders(security)
  router.use(safeRedirects(origins))
  for (const [prefix, answer] of Object.entries(wire.handlers)) {
    const paths = `${prefix}/*`
    router.use(paths, secured, allowAllOrigins)
    if (!wire.filePrefixes.includes(prefix)) router.use(paths, limited)
    router.all(paths, noStoreByDefault, (c) => answer(c.req.raw))
  }
  router.use(securityHeaders(security, { nonce: true }))
  router.use(async (c, next) => rejectForeignOrigin(c.req.raw, { cookieName, origins }) ?? next())
  router.use(noStoreWithSession(cookieName), (c, next) => (takesFiles?.(c.req.path) ? limitedFiles : limited)(c, next))
  return router
}

/**
 * Checks Content-Length rather than the body, because accessing the body creates a stream, which costs more than the
 * rest of the router. Node delivers no body of a GET or HEAD, and of others never more than Content-Length.
 */
function limitedTo(maxSize: number): MiddlewareHandler {
  const limited = bodyLimit({ maxSize, onError: () => rejectBody('too-large') })
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const length = contentLengthOf(c.req.raw)
    if (length === undefined) return limited(c, next)
    return length > maxSize ? rejectBody('too-large') : next()
  }
}

/** Forbids caching of responses for the caller alone, unless they set Cache-Control themselves. */
const noStoreByDefault: MiddlewareHandler = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) setHeader(c, 'cache-control', 'no-store')
}

/** Forbids caching of responses to requests with a session. */
function noStoreWithSession(cookieName: string): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const isPersonal = (c.req.header('cookie') ?? '').includes(cookieName) || c.res.headers.has('set-cookie')
    if (isPersonal) setHeader(c, 'cache-control', 'no-store')
  }
}
