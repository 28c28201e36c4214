import type { MiddlewareHandler } from 'hono'
import { NONCE, secureHeaders } from 'hono/secure-headers'

export interface SecurityOptions {
  /** Adds HSTS; only if every address of the site is served over TLS. */
  production: boolean
  /** Other origins that pages may load from, by directive; none by default. */
  foreignSources?: ForeignSources | undefined
}

type ForeignSources = Partial<
  Record<'script-src' | 'frame-src' | 'style-src' | 'connect-src' | 'form-action', string[]>
>

/** Sets the security headers of every response that doesn't set them itself. Without a nonce no inline script runs. */
export function securityHeaders(options: SecurityOptions, { nonce = false } = {}): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: contentSecurityPolicy(options.foreignSources, nonce ? ["'self'", NONCE] : ["'self'"]),
    xContentTypeOptions: 'nosniff',
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    // The camera scans codes at a hand-over; no other permission is requested.
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
  const foreignOf = (directive: keyof ForeignSources) => foreign[directive] ?? []
  return {
    defaultSrc: ["'self'"],
    scriptSrc: [...own, ...foreignOf('script-src')],
    styleSrc: [...own, ...foreignOf('style-src')],
    // Widths of bars are style attributes in the server's HTML; attributes can't load or run anything.
    styleSrcAttr: ["'unsafe-inline'"],
    // Content staff may embed pictures from elsewhere; a picture can't run anything.
    imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...foreignOf('connect-src')],
    workerSrc: ["'self'"],
    manifestSrc: ["'self'"],
    frameSrc: foreign['frame-src'] ?? ["'none'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'", ...foreignOf('form-action')],
    frameAncestors: ["'none'"],
  }
}
