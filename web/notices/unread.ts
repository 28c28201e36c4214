import { apiContext, viewerContext } from '#web/context.ts'
import type { Route } from './+types/unread.ts'
import { countUnread } from './queries.ts'

/** The unread count as JSON, for the bell of an open page. */
export async function loader({ context }: Route.LoaderArgs) {
  const isIn = context.get(viewerContext).userId !== null
  const unread = isIn ? await countUnread(context.get(apiContext)) : 0
  return Response.json({ unread }, { headers: { 'cache-control': 'no-store' } })
}
