import { isPlainPath } from '#platform/http/requests/request-target.ts'

interface RedirectRules {
  siteUrl: string
  /** Globs such as `https://*.example.com/**`; `*` stops at `.` and `/`, `**` does not. */
  allowedRedirects: string[]
}

/**
 * The requested URL if it is on an allowed origin, else null. Any other URL would leak tokens, and so would one that
 * redirects further: a path such as `//evil.example`, or this service's own, which redirect to identity providers.
 */
export function allowedRedirect(wanted: string | null | undefined, rules: RedirectRules): string | null {
  if (!wanted || wanted.length > 2000 || FORBIDDEN.test(wanted)) return null
  const site = new URL(rules.siteUrl)
  const [, sentPath = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(wanted) ?? []
  if (sentPath !== '' && !isPlainPath(sentPath)) return null
  if (wanted.startsWith('/')) return endsHere(new URL(wanted, site))
  const url = URL.canParse(wanted) ? new URL(wanted) : null
  if (!url || url.username || url.password) return null
  if (isIpAddress(url.hostname) && !isLoopback(url.hostname)) return null
  if (isSameSite(url, site)) return endsHere(url)
  return rules.allowedRedirects.some((glob) => matchesGlob(url, glob)) ? url.href : null
}

/** Null for a path of the API: people belong on a page. */
const endsHere = (url: URL): string | null => (/^\/[\w-]+\/v\d+(\/|$)/.test(url.pathname) ? null : url.href)

/** Where to send a person: the requested address, else where they came from, else home. */
export function chooseRedirect(request: Request, rules: RedirectRules): string {
  const url = new URL(request.url)
  const candidates = [
    url.searchParams.get('redirect_to'),
    request.headers.get('redirect_to'),
    request.headers.get('referer'),
  ]
  for (const candidate of candidates) {
    const allowed = allowedRedirect(candidate, rules)
    if (allowed) return allowed
  }
  return rules.siteUrl
}

/** Spaces, control characters and backslashes: browsers drop some of them or read them as slashes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const FORBIDDEN = /[\u0000-\u0020\u007f-\u00a0\\\u2028\u2029]/

function isSameSite(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol || url.hostname !== site.hostname) return false
  return url.port === site.port || isLoopback(url.hostname)
}

function isIpAddress(hostname: string): boolean {
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) || hostname.startsWith('[')
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** Scheme, host and path are matched separately, so that a path can never pass for a host. */
function matchesGlob(url: URL, glob: string): boolean {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^#]*)/i.exec(glob)
  if (!parts) return false
  const [, scheme = '', host = '', path = ''] = parts
  if (url.protocol.toLowerCase() !== `${scheme.toLowerCase()}:`) return false
  if (['javascript:', 'data:', 'vbscript:', 'file:', 'blob:'].includes(url.protocol)) return false
  if (!globToRegExp(host).test(url.host)) return false
  return globToRegExp(path === '' ? '/' : path).test(`${url.pathname || '/'}${url.search}`)
}

function globToRegExp(glob: string): RegExp {
  const source = glob.replace(/\*\*|[\s\S]/g, (part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    if (part === '?') return '[^./]'
    return part.replace(/[\\^$.+()[\]{}|/]/, '\\$&')
  })
  return new RegExp(`^${source}$`, 'i')
}
