import { type MiddlewareFunction, redirect } from 'react-router'
import { isStaffPath, mayEnter } from '#domain/accounts/role-areas.ts'
import { parseRole } from '#domain/accounts/roles.ts'
import { viewerContext } from '#web/context.ts'

/**
 * Rejects paths that the viewer's role may not open. Redirects anonymous viewers to /auth with the path in `next`, a
 * disallowed role to / (specification, section 2, Role areas), and staff without the required second factor to the page
 * where they set it up. Runs before every loader below its layout: that of the areas, and pages without it, such as
 * printed sheets. For navigation only: the database enforces the rights to rows (domain/accounts/role-areas.ts).
 */
export const guard: MiddlewareFunction = async ({ request, context, url }, next) => {
  const viewer = context.get(viewerContext)
  if (!mayEnter(parseRole(viewer.role), url.pathname)) {
    throw redirect(viewer.userId === null ? signInPath(request, url) : '/')
  }
  if (viewer.needsSecondFactor && isStaffPath(url.pathname)) throw redirect('/account/security')
  return next()
}

/** "/auth?next=…", which returns to the requested page or to the page of the submitted form. */
export function signInPath(request: Request, url: URL): string {
  const from = request.method === 'GET' ? `${url.pathname}${url.search}` : url.pathname
  return `/auth?next=${encodeURIComponent(from)}`
}
