interface OriginCheckOptions {
  /** Name of the session cookie, or the prefix of the names of its parts: a long cookie is stored in several. */
  cookieName: string
  /** Origins of the site, e.g. `https://example.com`; the request's own host always counts. */
  origins: string[]
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Protects against CSRF: null if the request may proceed, otherwise a 403. A browser sends the cookie along with a form
 * of a foreign page; only Origin and Sec-Fetch-Site, which no page can forge, tell the two apart. Without a cookie a
 * foreign form is rejected as well, because it could sign the user in to another account; only requests without any
 * origin, such as those of scripts, pass.
 */
export function rejectForeignOrigin(request: Request, { cookieName, origins }: OriginCheckOptions): Response | null {
  if (SAFE_METHODS.has(request.method)) return null
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  if (site === 'same-origin' || (site === 'none' && origin === null)) return null
  if (origin !== null && [ownOrigin(request), ...origins].includes(origin)) return null
  if (origin === null && site === null && !carriesCookie(request, cookieName)) return null
  return Response.json({ code: 'foreign_origin', message: 'This request came from another site' }, { status: 403 })
}

function carriesCookie(request: Request, name: string): boolean {
  const cookies = request.headers.get('cookie') ?? ''
  return cookies.split(';').some((cookie) => cookie.trimStart().startsWith(name))
}

/** By the Host header, because behind a proxy the request's URL has the inner scheme. */
function ownOrigin(request: Request): string {
  const url = new URL(request.url)
  return `${url.protocol}//${request.headers.get('host') ?? url.host}`
}
