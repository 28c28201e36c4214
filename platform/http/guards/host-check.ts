import type { MiddlewareHandler } from 'hono'

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/**
 * Responds only to requests for these hosts. A foreign page can point its own name at this machine (DNS rebinding) and
 * would then have the same origin as the response; it can't choose the Host header that the browser sends.
 */
export function requireHost(names: string[]): MiddlewareHandler {
  const known = new Set([...THIS_MACHINE, ...names])
  return async (c, next) => {
    const host = hostName(c.req.header('host') ?? new URL(c.req.url).host)
    if (host !== null && known.has(host)) return next()
    return c.text(`This is answered only at ${[...known].join(', ')}.`, 421, { 'cache-control': 'no-store' })
  }
}

/** The host without its port, as browsers write it; null if it is invalid. */
function hostName(host: string): string | null {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null
}
