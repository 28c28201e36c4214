import { data, type RouterContextProvider, redirect } from 'react-router'
import { clearedSessionCookie, sessionCookie } from '#api/session-cookie.ts'
import { authFetchContext, siteContext } from '../context.ts'
import { authOnServer, type ServerAuth } from './auth-on-server.ts'

interface ActionArgs {
  request: Request
  context: Readonly<RouterContextProvider>
}

/** The auth service for an action. A form on another site may not sign anybody in or out. */
export function openServerAuth({ request, context }: ActionArgs): ServerAuth {
  const from = request.headers.get('sec-fetch-site')
  if (from !== null && from !== 'same-origin' && from !== 'none') throw new Response('Forbidden', { status: 403 })
  return authOnServer({ call: context.get(authFetchContext), cookie: request.headers.get('cookie') })
}

/** An action's answer, with the cookie that results from its calls to the auth service. */
export function answerWithSession<Value>(value: Value, auth: ServerAuth, { context }: ActionArgs) {
  return data(value, { headers: cookieHeaders(auth, context) })
}

export function redirectWithSession(path: string, auth: ServerAuth, { context }: ActionArgs): Response {
  return redirect(path, { headers: cookieHeaders(auth, context) })
}

/** Redirects signed out, because the session no longer exists on the server. */
export function endSession(path: string, { context }: ActionArgs): Response {
  const secure = context.get(siteContext).origin.startsWith('https:')
  return redirect(path, { headers: { 'set-cookie': clearedSessionCookie({ secure }) } })
}

function cookieHeaders(auth: ServerAuth, context: Readonly<RouterContextProvider>): HeadersInit {
  const outcome = auth.outcome()
  if (outcome === undefined) return {}
  const options = { secure: context.get(siteContext).origin.startsWith('https:') }
  return { 'set-cookie': outcome ? sessionCookie(outcome, options) : clearedSessionCookie(options) }
}
