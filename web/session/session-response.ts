import { data, type RouterContextProvider, redirect } from 'react-router'
import { type Api, createApi } from '#api/api.ts'
import { clearedSessionCookie, sessionCookie } from '#api/session-cookie.ts'
import { authFetchContext, siteContext } from '#web/context.ts'
import { authOnServer, type ServerAuth } from './auth-service/auth-on-server.ts'

interface ActionArgs {
  request: Request
  context: Readonly<RouterContextProvider>
}

/** The auth service for an action. Rejects forms of other sites with 403 (login CSRF). */
export function openServerAuth({ request, context }: ActionArgs): ServerAuth {
  const from = request.headers.get('sec-fetch-site')
  if (from !== null && from !== 'same-origin' && from !== 'none') throw new Response('Forbidden', { status: 403 })
  return authOnServer({ call: context.get(authFetchContext), cookie: request.headers.get('cookie') })
}

/** Access to data with the rights of the session that `auth` has just opened: the request's own is of a visitor. */
export function openNewSessionApi(auth: ServerAuth, { context }: ActionArgs): Api {
  const { origin, publishableKey } = context.get(siteContext)
  const call = context.get(authFetchContext)
  return createApi({
    origin,
    publishableKey,
    accessToken: () => auth.sessionChange()?.access_token ?? null,
    fetch: (address, init) => call(String(address).slice(origin.length), init),
    retry: false,
  })
}

/** An action's response with the session cookie that results from its requests to the auth service. */
export function dataWithSession<Value>(value: Value, auth: ServerAuth, { context }: ActionArgs) {
  return data(value, { headers: cookieHeaders(auth, context) })
}

export function redirectWithSession(path: string, auth: ServerAuth, { context }: ActionArgs): Response {
  return redirect(path, { headers: cookieHeaders(auth, context) })
}

/** Redirects and clears the session cookie, because the session was deleted on the server. */
export function endSession(path: string, { context }: ActionArgs): Response {
  const secure = context.get(siteContext).origin.startsWith('https:')
  return redirect(path, { headers: { 'set-cookie': clearedSessionCookie({ secure }) } })
}

function cookieHeaders(auth: ServerAuth, context: Readonly<RouterContextProvider>): HeadersInit {
  const sessionChange = auth.sessionChange()
  if (sessionChange === undefined) return {}
  const options = { secure: context.get(siteContext).origin.startsWith('https:') }
  return { 'set-cookie': sessionChange ? sessionCookie(sessionChange, options) : clearedSessionCookie(options) }
}
