import type { MiddlewareHandler } from 'hono'

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/**
 * Answers only when it is asked by one of these names. Somebody else's page can point its own name at this machine and would
 * then be of the same origin as the answer; it cannot choose the name that the browser sends.
 */
export function onlyAsHosts(names: string[]): MiddlewareHandler {
  const known = new Set([...THIS_MACHINE, ...names])
  return async (c, next) => {
    const asked = hostName(c.req.header('host') ?? new URL(c.req.url).host)
    if (asked !== null && known.has(asked)) return next()
    return c.text(`This is answered only at ${[...known].join(', ')}.`, 421, { 'cache-control': 'no-store' })
  }
}

/** Without the port, as browsers write it; null for what is no host. */
function hostName(host: string): string | null {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null
}
