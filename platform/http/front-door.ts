import type { Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { SecureHeadersVariables } from 'hono/secure-headers'
import { MAX_BODY_BYTES, MAX_FILE_FORM_BYTES, refuseBody, toldLength } from './body.ts'
import { openToOrigins } from './cors.ts'
import { refuseForeignOrigin } from './origin-check.ts'
import { openRouter } from './router.ts'
import { safeRedirects } from './safe-redirects.ts'
import { type SecurityOptions, securityHeaders } from './security-headers.ts'
import { setHeader } from './set-header.ts'

interface FrontDoorOptions extends SecurityOptions {
  /** Paths that ask for a key or token in a header; pages of any origin may call them. */
  wire: Wire
  /** The session cookie's name, or how the names of its parts begin. */
  cookieName: string
  /** Pages whose forms take files, and so larger bodies. */
  takesFiles?: (path: string) => boolean
  /** Where the site is reached, e.g. `https://example.com`. */
  origins: string[]
}

export interface Wire {
  /** By the beginning of the path, e.g. `/rest/v1`. */
  answers: Record<string, (request: Request) => Promise<Response>>
  /** Beginnings whose answers limit bodies themselves, because they take files. */
  filePrefixes: string[]
}

interface DoorEnv {
  Variables: SecureHeadersVariables
}

type Door = Hono<DoorEnv>

/**
 * What every request passes and every answer carries, once for the whole site. The wire is answered already; pages are
 * routes that the caller adds, and find the nonce of their scripts as `secureHeadersNonce`.
 */
export function frontDoor({ wire, cookieName, origins, takesFiles, ...security }: FrontDoorOptions): Door {
  const door = openRouter<DoorEnv>()
  const limited = limitedTo(MAX_BODY_BYTES)
  const limitedFiles = limitedTo(MAX_FILE_FORM_BYTES)
  const secured = securityHeaders(security)
  door.use(safeRedirects(origins))
  for (const [prefix, answer] of Object.entries(wire.answers)) {
    const paths = `${prefix}/*`
    door.use(paths, secured, openToOrigins)
    if (!wire.filePrefixes.includes(prefix)) door.use(paths, limited)
    door.all(paths, unkept, (c) => answer(c.req.raw))
  }
  door.use(securityHeaders(security, { nonce: true }))
  door.use(async (c, next) => refuseForeignOrigin(c.req.raw, { cookieName, origins }) ?? next())
  door.use(personal(cookieName), (c, next) => (takesFiles?.(c.req.path) ? limitedFiles : limited)(c, next))
  return door
}

/**
 * Only looking for a body makes streams of it, which costs more than the rest of the door. Node gives requests to read none, and of
 * others never more than the length that they tell.
 */
function limitedTo(maxSize: number): MiddlewareHandler {
  const limited = bodyLimit({ maxSize, onError: () => refuseBody('too-large') })
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const told = toldLength(c.req.raw)
    if (told === undefined) return limited(c, next)
    return told > maxSize ? refuseBody('too-large') : next()
  }
}

/** What a table or a session answers is for the asker, unless the answer says how long it may be kept. */
const unkept: MiddlewareHandler = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) setHeader(c, 'cache-control', 'no-store')
}

/** An answer that concerns one person must not be kept by anything between. */
function personal(cookieName: string): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const isPersonal = (c.req.header('cookie') ?? '').includes(cookieName) || c.res.headers.has('set-cookie')
    if (isPersonal) setHeader(c, 'cache-control', 'no-store')
  }
}
