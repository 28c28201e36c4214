import { SIGN_IN } from '#domain/texts/screens.ts'
import { apiContext, authFetchContext, viewerContext } from '#web/context.ts'
import { authOnServer } from '#web/session/auth-service/auth-on-server.ts'
import type { Route } from './+types/data-file.ts'
import { readMyData } from './my-data.ts'

/** `/account/data.json`: all data about the signed-in user. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { userId } = context.get(viewerContext)
  if (userId === null) throw new Response(SIGN_IN, { status: 401 })
  const auth = authOnServer({ call: context.get(authFetchContext), cookie: request.headers.get('cookie') })
  const [account, passkeys, appsWithAccess, tables] = await Promise.all([
    auth.user(),
    auth.passkeys(),
    auth.appGrants(),
    readMyData(context.get(apiContext), userId),
  ])
  // Recorded as a request that is fulfilled at once.
  await context.get(apiContext).command('log-data-export', { file: 'data' })
  const file = { made_at: new Date().toISOString(), account, passkeys, apps_with_access: appsWithAccess, ...tables }
  return new Response(JSON.stringify(file, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    },
  })
}
