import type { MiddlewareHandler } from 'hono'
import { NONCE, secureHeaders } from 'hono/secure-headers'

export interface SecurityOptions {
  /** Adds HSTS: only where every address of the site is served over TLS. */
  production: boolean
  /** What pages may load from elsewhere, by directive; nothing when it is left out. */
  foreignSources?: ForeignSources | undefined
}

type ForeignSources = Partial<
  Record<'script-src' | 'frame-src' | 'style-src' | 'connect-src' | 'form-action', string[]>
>

/** What every answer carries, unless it says otherwise itself. Without a nonce no inline script runs. */
export function securityHeaders(options: SecurityOptions, { nonce = false } = {}): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: contentSecurityPolicy(options.foreignSources, nonce ? ["'self'", NONCE] : ["'self'"]),
    xContentTypeOptions: 'nosniff',
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    // The camera reads codes at a hand-over; nothing else is ever asked for.
    permissionsPolicy: { camera: ['self'], geolocation: [], microphone: [], payment: [], usb: [] },
    strictTransportSecurity: options.production && 'max-age=31536000; includeSubDomains',
    overwrite: false,
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    removePoweredBy: false,
  })
}

function contentSecurityPolicy(foreign: ForeignSources = {}, own: ("'self'" | typeof NONCE)[]) {
  const more = (directive: keyof ForeignSources) => foreign[directive] ?? []
  return {
    defaultSrc: ["'self'"],
    scriptSrc: [...own, ...more('script-src')],
    styleSrc: [...own, ...more('style-src')],
    // Widths of bars are style attributes in the server's HTML; attributes cannot load or run anything.
    styleSrcAttr: ["'unsafe-inline'"],
    // Content staff may show a picture that stands elsewhere; a picture cannot run anything.
    imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...more('connect-src')],
    workerSrc: ["'self'"],
    manifestSrc: ["'self'"],
    frameSrc: foreign['frame-src'] ?? ["'none'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'", ...more('form-action')],
    frameAncestors: ["'none'"],
  }
}
