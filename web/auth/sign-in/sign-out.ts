import { redirect } from 'react-router'
import { openServerAuth, redirectWithSession } from '#web/session/session-response.ts'
import type { Route } from './+types/sign-out.ts'

/** A GET request does not sign out: only the form does. */
export function loader() {
  return redirect('/')
}

/** Ends this device's session and clears the cookie, even if the session does not exist in the auth service. */
export async function action(args: Route.ActionArgs) {
  const auth = openServerAuth(args)
  await auth.signOut()
  return redirectWithSession('/', auth, args)
}
