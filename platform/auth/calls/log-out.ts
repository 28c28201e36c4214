import { audit } from '../audit.ts'
import type { Call } from '../auth.ts'
import { invalid } from '../refusals.ts'
import { requireCaller } from '../sessions/bearer.ts'

const scopes = {
  global: 'delete from auth.sessions where user_id = $1 and $2::uuid is not null',
  local: 'delete from auth.sessions where user_id = $1 and id = $2',
  others: 'delete from auth.sessions where user_id = $1 and id <> $2',
}

/** POST /logout: ends this session, the others, or all. Refresh tokens go with their session. */
export async function logOut(call: Call): Promise<Response> {
  const scope = call.url.searchParams.get('scope') ?? 'global'
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') throw invalid('Unsupported logout scope')
  await call.auth.transact(async (tx) => {
    const { user, session } = await requireCaller(tx, call)
    await tx.query(scopes[scope], [user.id, session.id])
    await audit(tx, call, { action: 'logout', userId: user.id, details: { scope } })
  })
  return new Response(null, { status: 204 })
}
