import { randomBytes } from 'node:crypto'

export interface SecurityOptions {
  /** The nonce of this page's scripts; without one no inline script runs. */
  nonce?: string | undefined
  /** Adds HSTS: only where every address of the site is served over TLS. */
  production: boolean
  /** Further hosts a form may lead to, e.g. a payment page reached by redirect. */
  formTargets?: string[]
  /** What pages may load from elsewhere, by directive; nothing when it is left out. */
  foreignSources?: ForeignSources | undefined
}

export type ForeignSources = Partial<Record<'script-src' | 'frame-src' | 'style-src' | 'connect-src', string[]>>

export function newNonce(): string {
  return randomBytes(16).toString('base64')
}

/** Sets what every answer carries, unless the answer says otherwise itself. Returns the same response when it can. */
export function withSecurityHeaders(response: Response, options: SecurityOptions): Response {
  const secured = mutable(response)
  for (const [name, value] of Object.entries(securityHeaders(options))) {
    if (!secured.headers.has(name)) secured.headers.set(name, value)
  }
  return secured
}

/** An answer that concerns one person must not be kept by anything between. */
export function asPersonal(response: Response): Response {
  const personal = mutable(response)
  personal.headers.set('cache-control', 'no-store')
  return personal
}

export function securityHeaders(options: SecurityOptions): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(options),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
    // The camera reads codes at a hand-over; nothing else is ever asked for.
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    ...(options.production ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

function contentSecurityPolicy({ nonce, formTargets = [], foreignSources = {} }: SecurityOptions): string {
  const more = (directive: keyof ForeignSources) =>
    (foreignSources[directive] ?? []).map((source) => ` ${source}`).join('')
  const own = nonce ? `'self' 'nonce-${nonce}'` : "'self'"
  return [
    "default-src 'self'",
    `script-src ${own}${more('script-src')}`,
    `style-src ${own}${more('style-src')}`,
    // Widths of bars are style attributes in the server's HTML; attributes cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    // Content staff may show a picture that stands elsewhere; a picture cannot run anything.
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    `connect-src 'self'${more('connect-src')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src${more('frame-src') || " 'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers of a fetched or redirect response are read-only; then a copy is made. */
function mutable(response: Response): Response {
  try {
    response.headers.set('x-content-type-options', 'nosniff')
    return response
  } catch {
    return new Response(response.body, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    })
  }
}
