import { apiContext } from '#web/context.ts'
import type { Route } from './+types/target.ts'
import { parseTarget } from './deal-form.tsx'
import { readTarget } from './queries.ts'

/** The product or group buy that the form has chosen, for the preview of its card. */
export async function loader({ url, context }: Route.LoaderArgs) {
  return Response.json(await readTarget(context.get(apiContext), parseTarget(url.searchParams.get('opens') ?? '')))
}
