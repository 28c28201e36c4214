import { siteContext } from '#web/context.ts'
import type { Route } from './+types/robots.ts'
import { CLOSED_PAGES } from './closed-pages.ts'

/** `/robots.txt` */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext)
  const lines = [
    'User-agent: *',
    ...CLOSED_PAGES.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
