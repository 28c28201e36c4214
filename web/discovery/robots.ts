import { siteContext } from '#web/context.ts'
import type { Route } from './+types/robots.ts'

/** Personal pages, and answers that are not pages. */
const CLOSED = [
  '/account',
  '/auth',
  '/cart',
  '/chief',
  '/content',
  '/coordinator',
  '/customer',
  '/manager',
  '/vendor/',
  '/blog/new',
  '/blog/edit/',
  '/functions/',
  '/realtime/',
  '/rest/',
]

/** `/robots.txt` */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext)
  const lines = [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
