import { isUuid } from '../addresses.ts'
import { audit } from '../audit.ts'
import { type Call, jsonResponse } from '../auth.ts'
import { AuthRefusal } from '../refusals.ts'
import { requireCaller } from '../sessions/bearer.ts'

/** GET /sessions: where the caller is signed in, most recently used first. An addition to the protocol. */
export async function listSessions(call: Call): Promise<Response> {
  const sessions = await call.auth.transact(async (tx) => {
    const { user, session } = await requireCaller(tx, call)
    const { rows } = await tx.query(
      `select s.id, user_agent, ip, aal, s.created_at, coalesce(refreshed_at, s.created_at) as last_used_at,
         s.id = $2 as is_current, oauth_client_id as client_id, c.client_name
         from auth.sessions s left join auth.oauth_clients c on c.id = s.oauth_client_id
        where user_id = $1 and coalesce(not_after > now(), true)
        order by last_used_at desc, s.id limit 100`,
      [user.id, session.id],
    )
    return rows
  })
  return jsonResponse({ sessions })
}

/** DELETE /sessions/{id}: signs the caller out in one place. An addition to the protocol. */
export async function endSession(call: Call): Promise<Response> {
  const id = call.params.sessionId ?? ''
  if (!isUuid(id)) throw new AuthRefusal(404, 'validation_failed', 'session_id must be an UUID')
  await call.auth.transact(async (tx) => {
    const { user } = await requireCaller(tx, call)
    const { rowCount } = await tx.query('delete from auth.sessions where id = $1 and user_id = $2', [id, user.id])
    if (!rowCount) throw new AuthRefusal(404, 'session_not_found', 'Session not found')
    await audit(tx, call, { action: 'logout', userId: user.id, details: { scope: 'one', session_id: id } })
  })
  return new Response(null, { status: 204 })
}
