import { redirect } from 'react-router'
import { dashboardPath } from '#domain/accounts/role-areas.ts'
import { parseRole } from '#domain/accounts/roles.ts'
import { viewerContext } from '#web/context.ts'
import type { Route } from './+types/front.ts'

/** Redirects an area's root to its dashboard. */
export function loader({ context }: Route.LoaderArgs) {
  return redirect(dashboardPath(parseRole(context.get(viewerContext).role)))
}
