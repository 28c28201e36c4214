import { CLOSED_PAGES } from './closed-pages.ts'

/** What makes another page of a list; all else in an address (a search, a sort, a referral code) shows the same page in another way. */
const TELLS_PAGES_APART = ['category', 'page', 'tab', 'tag']

/** The one full address of a public page, for search engines and chats; null for a page that belongs to one person. */
export function canonicalAddress(
  origin: string,
  { pathname, search }: { pathname: string; search: string },
): string | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  if (CLOSED_PAGES.some((closed) => path === closed || path.startsWith(closed.endsWith('/') ? closed : `${closed}/`)))
    return null
  const sent = new URLSearchParams(search)
  const kept = TELLS_PAGES_APART.flatMap((name) => {
    const value = sent.get(name)
    return value === null || value === '' || (name === 'page' && value === '1') ? [] : [[name, value]]
  })
  return `${origin}${path}${kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''}`
}
