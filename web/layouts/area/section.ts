import type { PlainLink } from '../links.ts'

/** The link of a menu that a page belongs to: the page itself, or the list above it. */
export function sectionOf(links: readonly PlainLink[], pathname: string): PlainLink | null {
  const own = links.filter(({ to }) => `${pathname}/`.startsWith(`${to}/`))
  const [longest] = own.toSorted((a, b) => b.to.length - a.to.length)
  if (longest) return longest
  const [, area, segment = ''] = pathname.split('/')
  const home = HOMES[segment]
  return links.find(({ to }) => to === `/${area}/${home}`) ?? null
}

/** Pages outside of the address of their list, by the segment after the area. */
const HOMES: Readonly<Record<string, string>> = {
  buys: 'products',
  people: 'customers',
  payments: 'orders',
  measures: 'settings',
  shop: 'profile',
}
