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

const inContent = (heading: string, sources: readonly LinkSource[]) => ({
  heading,
  links: sources.map((source) => linkOf('content', source)),
})

/** The sidebar of the content desk. */
export const contentGroups: readonly { heading: string; links: readonly PlainLink[] }[] = [
  inContent('Your day', [{ to: '/content', label: 'Today' }, 'Calendar']),
  inContent('Shop window', [['Featured deals', 'deals'], 'Adverts', 'Products']),
  inContent('Texts', [
    ['Blog posts', 'posts'],
    ['Email templates', 'templates'],
  ]),
  inContent('Buyers’ words', ['Questions', ['Ratings', 'reviews'], 'Photographs']),
  inContent('Inbox', ['Messages']),
]

/** The menu has all pages of the content desk. */
export const contentLinks: readonly PlainLink[] = contentGroups.flatMap(({ links }) => links)
