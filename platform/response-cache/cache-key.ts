/** A request, before anything is made of it. */
export interface CacheableRequest {
  method: string
  /** Path and query as they were sent. */
  target: string
  header(name: string): string | undefined
}

/** What may be kept. Whatever a rule does not name is answered anew. */
export interface CacheRules {
  /** Where the site is reached, e.g. `https://example.com`. */
  origin: string
  /** The key that every browser holds: it says no more than none at all. */
  publishableKey: string
  /** Pages that every visitor sees alike, by path. */
  isPage(path: string): boolean
  /** The cookies that pages vary by, with their possible values. */
  pageCookies: Record<string, readonly string[]>
  /** Headers that pages vary by, with the values that count; any other value is as none. */
  pageHeaders: Record<string, readonly string[]>
  /** Cookies that change nothing on those pages. */
  idleCookies: readonly string[]
}

/** What an answer depends on, and all that it is made from: no other header reaches whoever makes it. */
export interface CacheKey {
  key: string
  target: string
  path: string
  headers: Record<string, string>
  kind: 'page' | 'page-data' | 'rows'
}

/** Longer ones come from no screen, and would fill the memory with addresses. */
const LONGEST = 2_000
const LONGEST_HEADERS = 300
const ROWS = /^\/rest\/v1\/[a-z0-9_]+$/
/** What an answer of the table service depends on besides its address. */
const ROW_HEADERS = ['accept', 'accept-profile', 'prefer', 'range']

/** Null for whatever is not the same for everybody who is signed out. */
export function cacheKeyOf(asked: CacheableRequest, rules: CacheRules): CacheKey | null {
  const { method, target } = asked
  if ((method !== 'GET' && method !== 'HEAD') || target.length > LONGEST || hasBody(asked)) return null
  const cookies = isKeyless(asked, rules) ? pageCookies(asked.header('cookie'), rules) : null
  if (cookies === null) return null
  const end = target.indexOf('?')
  const path = end < 0 ? target : target.slice(0, end)
  if (ROWS.test(path)) return rowsAddress(asked, path, end < 0 ? '' : target.slice(end + 1))
  const isData = path.endsWith('.data')
  if (!rules.isPage(isData ? pageOf(path) : path)) return null
  const headers = { ...(cookies !== '' && { cookie: cookies }), ...pageHeaders(asked, rules) }
  return {
    key: [target, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n'),
    target,
    path,
    headers,
    kind: isData ? 'page-data' : 'page',
  }
}

/** Whether whoever sends this is signed out, as far as it shows. */
export const isSignedOut = (asked: CacheableRequest, rules: CacheRules): boolean =>
  isKeyless(asked, rules) && pageCookies(asked.header('cookie'), rules) !== null

/** Neither somebody's token nor a key that may do more than every browser. */
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

/** The cookies that count, in one order; null if there is one that nobody knows, which may be a session. */
function pageCookies(sent: string | undefined, { pageCookies: known, idleCookies }: CacheRules): string | null {
  if (sent === undefined) return ''
  const counted = new Map<string, string>()
  for (const part of sent.split(';')) {
    const [name = '', value = ''] = part.trim().split('=', 2)
    if (idleCookies.includes(name)) continue
    if (!known[name]?.includes(value) || counted.has(name)) return null
    counted.set(name, value)
  }
  return [...counted]
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

function rowsAddress({ header, target }: CacheableRequest, path: string, query: string): CacheKey | null {
  // In the address a key may speak for somebody else.
  if (query.includes('%') ? new URLSearchParams(query).has('apikey') : /(^|&)apikey(=|&|$)/.test(query)) return null
  const headers: Record<string, string> = {}
  let key = target
  for (const name of ROW_HEADERS) {
    const value = header(name)
    if (value !== undefined) headers[name] = value
    key += `\n${value ?? ''}`
  }
  if (key.length - target.length > LONGEST_HEADERS) return null
  return { key, target, path, headers, kind: 'rows' }
}

/** React Router's own names for the data of a page. */
function pageOf(path: string): string {
  return path === '/_root.data' || path === '/_.data' ? '/' : path.slice(0, -'.data'.length)
}
