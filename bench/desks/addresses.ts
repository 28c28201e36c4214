import { PAGES } from '#web/routing/pages.ts'

/** An address to request, and the name under which it is reported: ids and cursors are left out. */
export interface DeskAddress {
  path: string
  name: string
}

/** Some words that people search for: a common name, a rare one, an order's number, a phone number. */
const SEARCHES = ['ade', 'ngozi okafor', 'zzqx', '10462', '08035550107']
const MAX_OPTIONS = 12
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

const PATTERNS = PAGES.filter(({ path }) => !path.endsWith('/*'))
  .map(({ path }) => ({ path, segments: path.split('/') }))
  // A fixed segment is more specific than a parameter.
  .toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)

/** The page's address as in the table of pages; null if there is no such page. */
function patternOf(pathname: string): string | null {
  const segments = pathname.split('/')
  const found = PATTERNS.find(
    (one) =>
      one.segments.length === segments.length &&
      one.segments.every((segment, index) => segment.startsWith(':') || segment === segments[index]),
  )
  return found?.path ?? null
}

/** The addresses that a page leads to: its links, and its forms filled in one field at a time. */
export function addressesIn(html: string, url: URL): DeskAddress[] {
  const links = [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, href = '']) => decode(href))
  const forms = [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].flatMap(([, attributes = '', inner = '']) =>
    /method="post"/i.test(attributes) ? [] : filledForms(attributes, inner, url),
  )
  return [...links, ...forms].flatMap((href) => deskAddress(href, url) ?? [])
}

function filledForms(attributes: string, inner: string, url: URL): string[] {
  const action = /\saction="([^"]*)"/.exec(attributes)?.[1] ?? url.pathname
  const fill = (name: string, value: string) =>
    `${decode(action).split('?')[0]}?${new URLSearchParams({ [name]: value })}`
  const inputs = [...inner.matchAll(/<input\b([^>]*)>/g)].flatMap(([, input = '']) => {
    const name = /\sname="([^"]*)"/.exec(input)?.[1]
    const type = /\stype="([^"]*)"/.exec(input)?.[1] ?? 'text'
    if (!name) return []
    if (type === 'date') return [fill(name, '2026-10-01')]
    if (type === 'month') return [fill(name, '2026-10')]
    return type === 'search' || type === 'text' ? SEARCHES.map((search) => fill(name, search)) : []
  })
  const selects = [...inner.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gs)].flatMap(([, select = '', options = '']) => {
    const name = /\sname="([^"]*)"/.exec(select)?.[1]
    const values = [...options.matchAll(/<option\b[^>]*?\svalue="([^"]+)"/g)].map(([, value = '']) => decode(value))
    return name ? values.slice(0, MAX_OPTIONS).map((value) => fill(name, value)) : []
  })
  return [...inputs, ...selects]
}

/** Null for another site, and for what is no page. */
export function deskAddress(href: string, base: URL): DeskAddress | null {
  const url = URL.parse(href, base)
  if (!url || url.origin !== base.origin) return null
  const pattern = patternOf(url.pathname)
  if (!pattern) return null
  const params = [...url.searchParams].map(([name, value]) => [name, UUID.test(value) ? '…' : value] as const)
  const query = params.length > 0 ? `?${params.map(([name, value]) => `${name}=${value}`).join('&')}` : ''
  return { path: url.pathname + url.search, name: pattern + query }
}

const decode = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'")
