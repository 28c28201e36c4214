import { MAX_BODY_BYTES, readBytes, refuseBody } from './body.ts'
import { withCors } from './cors.ts'
import { refuseForeignOrigin } from './origin-check.ts'
import { asPersonal, newNonce, type SecurityOptions, withSecurityHeaders } from './security-headers.ts'

export interface FrontDoorOptions extends Omit<SecurityOptions, 'nonce'> {
  /** Paths that ask for a key or token in a header; pages of any origin may call them. */
  wire: RegExp
  /** Paths of the wire that limit their bodies themselves, because they take files. */
  ownBodyLimit?: RegExp
  /** The session cookie's name, or how the names of its parts begin. */
  cookieName: string
  /** Where the site is reached, e.g. `https://example.com`. */
  origins: string[]
}

/** `nonce` is what the page's own scripts have to carry. */
export type Answer = (request: Request, nonce: string) => Promise<Response>

/** What every request passes and every answer carries, once for the whole site. */
export function frontDoor(answer: Answer, options: FrontDoorOptions): (request: Request) => Promise<Response> {
  const { wire, ownBodyLimit, cookieName, origins, ...security } = options
  const onWire = async (request: Request) => uncached(await answer(request, ''))
  const limitedWire = withCors(withBodyLimit(onWire, MAX_BODY_BYTES))
  const openWire = withCors(onWire)

  async function page(request: Request): Promise<Response> {
    const foreign = refuseForeignOrigin(request, { cookieName, origins })
    if (foreign) return withSecurityHeaders(foreign, security)
    const nonce = newNonce()
    const response = await withBodyLimit((limited) => answer(limited, nonce), MAX_BODY_BYTES)(request)
    const isPersonal = (request.headers.get('cookie') ?? '').includes(cookieName) || response.headers.has('set-cookie')
    return withSecurityHeaders(isPersonal ? asPersonal(response) : response, { ...security, nonce })
  }

  return async (request) => {
    const { pathname } = new URL(request.url)
    if (!wire.test(pathname)) return page(request)
    const response = await (ownBodyLimit?.test(pathname) ? openWire : limitedWire)(request)
    return withSecurityHeaders(response, security)
  }
}

/** What a table or a session answers is for the asker, unless the answer says how long it may be kept. */
function uncached(response: Response): Response {
  return response.headers.has('cache-control') ? response : asPersonal(response)
}

function withBodyLimit(
  handler: (request: Request) => Promise<Response>,
  maxBytes: number,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!request.body) return handler(request)
    const bytes = await readBytes(request, { maxBytes, refuse: refuseBody })
    if (bytes instanceof Response) return bytes
    const { url, method, headers, signal } = request
    return handler(new Request(url, { method, headers, signal, body: bytes }))
  }
}
