import { DISALLOWED_PATHS } from './disallowed-paths.ts'

/**
 * Parameters that identify a page of a list; all others (a search, a sort, a referral code) are variants of the same
 * page.
 */
const PAGE_PARAMS = ['category', 'page', 'tab', 'tag']

/** The canonical URL of a public page, for search engines and link previews; null for private pages. */
export function canonicalUrl(
  origin: string,
  { pathname, search }: { pathname: string; search: string },
): string | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  if (
    DISALLOWED_PATHS.some((closed) => path === closed || path.startsWith(closed.endsWith('/') ? closed : `${closed}/`))
  )
    return null
  const sent = new URLSearchParams(search)
  const params = PAGE_PARAMS.flatMap((name) => {
    const value = sent.get(name)
    return value === null || value === '' || (name === 'page' && value === '1') ? [] : [[name, value]]
  })
  return `${origin}${path}${params.length > 0 ? `?${new URLSearchParams(params)}` : ''}`
}
