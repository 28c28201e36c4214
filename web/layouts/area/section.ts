import type { PlainLink } from '../links.ts'

/** The link of a menu that a page belongs to: the page itself, or the list above it. */
export function sectionOf(links: readonly PlainLink[], pathname: string): PlainLink | null {
  const own = links.filter(({ to }) => `${pathname}/`.startsWith(`${to}/`))
  const [longest] = own.toSorted((a, b) => b.to.length - a.to.length)
  if (longest) return longest
  if (/^\/blog\/(new|edit)\b/.test(pathname)) return links.find(({ to }) => to === '/content/posts') ?? null
  const [, area, segment = ''] = pathname.split('/')
  const home = HOMES[segment]
  return links.find(({ to }) => to === `/${area}/${home}`) ?? null
}

/** Counts by path, added up by the link of the menu that each path belongs to. */
export function bySection(
  links: readonly PlainLink[],
  counts: Readonly<Record<string, number>>,
): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [path, amount] of Object.entries(counts)) {
    const to = sectionOf(links, path)?.to
    if (to !== undefined) sums[to] = (sums[to] ?? 0) + amount
  }
  return sums
}

/** Pages outside of the address of their list, by the segment after the area. */
const HOMES: Readonly<Record<string, string>> = {
  buys: 'products',
  people: 'customers',
  payments: 'orders',
  measures: 'settings',
  banners: 'settings',
  shop: 'profile',
}
