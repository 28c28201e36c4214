import { PAGES } from '#web/routing/pages.ts'
import type { PlainLink } from '../links.ts'
import { sectionOf } from './section.ts'

/**
 * The pages above a page, outermost first: its list in the menu, then those whose entry in the table of pages has a
 * `crumb`. Empty for a page of the menu. The page's own title is its heading.
 */
export function trailOf(links: readonly PlainLink[], pathname: string): PlainLink[] {
  const path = pathname.replace(/\/+$/, '')
  const section = sectionOf(links, path)
  if (!section || section.to === path) return []
  const segments = path.split('/')
  const above = segments.slice(0, -1).map((_, index) => segments.slice(0, index + 1).join('/'))
  const between = above.filter((one) => one.length > section.to.length && one.startsWith(`${section.to}/`))
  return [section, ...between.flatMap((to) => crumbAt(to) ?? [])]
}

function crumbAt(to: string): PlainLink | null {
  const label = CRUMBS.find(({ pattern }) => pattern.test(to))?.crumb
  return label === undefined ? null : { to, label }
}

/** As in the router, a literal segment wins over a parameter. */
const CRUMBS = PAGES.flatMap(({ path, crumb }) =>
  crumb === undefined ? [] : [{ crumb, parameters: path.split(':').length, pattern: patternOf(path) }],
).toSorted((a, b) => a.parameters - b.parameters)

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
}
