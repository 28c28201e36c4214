import type { PoolClient } from 'pg'
import type { Call } from '../auth.ts'
import { openSession } from '../sessions/sessions.ts'
import { type RedirectParameters, sessionFragment } from './redirect-response.ts'

interface FinishedFlow {
  flow: { id: string; code_challenge: string | null }
  userId: string
  proof: { method: string; provider: string }
  /** Tokens from an OAuth provider, passed on to the person's client. */
  grant?: { accessToken: string; refreshToken: string | null }
}

/**
 * Ends a sign-in at a provider: with a code if the client sent a PKCE challenge, else with a session in the fragment.
 */
export async function finishFlow(tx: PoolClient, call: Call, finished: FinishedFlow): Promise<RedirectParameters> {
  const { flow, userId, proof, grant } = finished
  if (flow.code_challenge) {
    const { rows } = await tx.query<{ auth_code: string }>(
      `update auth.flow_state set user_id = $2, auth_code_issued_at = now(), provider_access_token = $3,
         provider_refresh_token = $4 where id = $1 returning auth_code`,
      [flow.id, userId, grant?.accessToken ?? null, grant?.refreshToken ?? null],
    )
    return { query: { code: rows[0]?.auth_code ?? '' } }
  }
  await tx.query('delete from auth.flow_state where id = $1', [flow.id])
  const session = await openSession(tx, call, { userId, proof })
  return {
    fragment: {
      ...sessionFragment(session),
      ...(grant && { provider_token: grant.accessToken }),
      ...(grant?.refreshToken && { provider_refresh_token: grant.refreshToken }),
    },
  }
}
