import type { PlainLink } from './links.ts'

/** A label, with the last segment of the path where that is not the label in lower case; or a link to elsewhere. */
export type LinkSource = string | readonly [label: string, segment: string] | PlainLink

export function linkOf(area: string, source: LinkSource): PlainLink {
  if (typeof source === 'string') return { to: `/${area}/${source.toLowerCase()}`, label: source }
  if ('to' in source) return source
  const [label, segment] = source
  return { to: `/${area}/${segment}`, label }
}

/** Messages for roles without an area; other roles have the same pages in their area too. */
export const ownMessages: PlainLink = { to: '/account/messages', label: /*i18n*/ 'Messages' }

/** The main pages of content staff, for their menu on every page. */
export const contentLinks: readonly PlainLink[] = [
  { to: '/content', label: 'Today' },
  { to: '/content/messages', label: 'Messages' },
  { to: '/content/deals', label: 'Featured deals' },
  { to: '/content/adverts', label: 'Adverts' },
  { to: '/content/posts', label: 'Blog posts' },
]
