import { siteContext } from '#web/context.ts'
import { DISALLOWED_PATHS } from '#web/routing/disallowed-paths.ts'
import type { Route } from './+types/robots.ts'

/** `/robots.txt` */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext)
  const lines = [
    'User-agent: *',
    ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
