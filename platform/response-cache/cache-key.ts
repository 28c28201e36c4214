/** A request before a `Request` is created. */
export interface CacheableRequest {
  method: string
  /** Path and query as they were sent. */
  target: string
  header(name: string): string | undefined
}

/** Which responses may be cached. A request that no rule covers isn't cached. */
export interface CacheRules {
  /** Origin of the site, e.g. `https://example.com`. */
  origin: string
  /** The key that every browser has: it grants no more than no key at all. */
  publishableKey: string
  /** True for pages that are the same for all anonymous visitors, by path. */
  isPage(path: string): boolean
  /** Cookies that pages vary by, with their possible values. */
  pageCookies: Record<string, readonly string[]>
  /** Headers that pages vary by, with the values that count; other values are ignored. */
  pageHeaders: Record<string, readonly string[]>
  /** Cookies that those pages don't vary by. */
  idleCookies: readonly string[]
}

/** The cache key of a response, and all that the response is made from: the handler gets no other headers. */
export interface CacheKey {
  key: string
  target: string
  path: string
  headers: Record<string, string>
  kind: 'page' | 'page-data' | 'rows'
}

/** Longer keys come from no page, and would fill the memory with keys. */
const MAX_TARGET_LENGTH = 2_000
const MAX_HEADERS_LENGTH = 300
const ROWS_PATH = /^\/rest\/v1\/[a-z0-9_]+$/
/** Headers that responses of the table service vary by. */
const ROW_HEADERS = ['accept', 'accept-profile', 'prefer', 'range']

/** The cache key of a request; null unless its response is the same for all anonymous clients. */
export function cacheKeyOf(request: CacheableRequest, rules: CacheRules): CacheKey | null {
  const { method, target } = request
  if ((method !== 'GET' && method !== 'HEAD') || target.length > MAX_TARGET_LENGTH || hasBody(request)) return null
  const cookies = isKeyless(request, rules) ? pageCookies(request.header('cookie'), rules) : null
  if (cookies === null) return null
  const end = target.indexOf('?')
  const path = end < 0 ? target : target.slice(0, end)
  if (ROWS_PATH.test(path)) return rowsKey(request, path, end < 0 ? '' : target.slice(end + 1))
  const isData = path.endsWith('.data')
  if (!rules.isPage(isData ? pageOf(path) : path)) return null
  const headers = { ...(cookies !== '' && { cookie: cookies }), ...pageHeaders(request, rules) }
  return {
    key: [target, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n'),
    target,
    path,
    headers,
    kind: isData ? 'page-data' : 'page',
  }
}

/** Whether the client is anonymous, as far as its headers show. */
export const isSignedOut = (request: CacheableRequest, rules: CacheRules): boolean =>
  isKeyless(request, rules) && pageCookies(request.header('cookie'), rules) !== null

/** True without a user's token and without a key that grants more than the publishable one. */
function isKeyless({ header }: CacheableRequest, { publishableKey }: CacheRules): boolean {
  const authorization = header('authorization')
  const key = header('apikey')
  return (
    (authorization === undefined || authorization === `Bearer ${publishableKey}`) &&
    (key === undefined || key === publishableKey)
  )
}

const hasBody = ({ header }: CacheableRequest): boolean =>
  header('transfer-encoding') !== undefined || (header('content-length') ?? '0') !== '0'

/** The cookies that count, sorted; null with an unknown one, which may be a session. */
function pageCookies(cookieHeader: string | undefined, { pageCookies: known, idleCookies }: CacheRules): string | null {
  if (cookieHeader === undefined) return ''
  const varying = new Map<string, string>()
  for (const part of cookieHeader.split(';')) {
    const [name = '', value = ''] = part.trim().split('=', 2)
    if (idleCookies.includes(name)) continue
    if (!known[name]?.includes(value) || varying.has(name)) return null
    varying.set(name, value)
  }
  return [...varying]
    .sort()
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}

function pageHeaders({ header }: CacheableRequest, { pageHeaders: known }: CacheRules): Record<string, string> {
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, values]) => {
      const value = header(name)?.trim().toLowerCase()
      return value !== undefined && values.includes(value) ? [[name, value]] : []
    }),
  )
}

function rowsKey({ header, target }: CacheableRequest, path: string, query: string): CacheKey | null {
  // A key in the query may grant more.
  if (query.includes('%') ? new URLSearchParams(query).has('apikey') : /(^|&)apikey(=|&|$)/.test(query)) return null
  const headers: Record<string, string> = {}
  let key = target
  for (const name of ROW_HEADERS) {
    const value = header(name)
    if (value !== undefined) headers[name] = value
    key += `\n${value ?? ''}`
  }
  if (key.length - target.length > MAX_HEADERS_LENGTH) return null
  return { key, target, path, headers, kind: 'rows' }
}

/** The path of a page from React Router's path of its data. */
function pageOf(path: string): string {
  return path === '/_root.data' || path === '/_.data' ? '/' : path.slice(0, -'.data'.length)
}
