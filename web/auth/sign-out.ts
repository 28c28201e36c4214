import { redirect } from 'react-router'
import { openServerAuth, redirectWithSession } from '../session/session-answer.ts'
import type { Route } from './+types/sign-out.ts'

/** Opening a link to here changes nothing: only the form signs out. */
export function loader() {
  return redirect('/')
}

/** Ends this device's session and clears the cookie, even if the auth service no longer knows the session. */
export async function action(args: Route.ActionArgs) {
  const auth = openServerAuth(args)
  await auth.signOut()
  return redirectWithSession('/', auth, args)
}
