import type { PoolClient } from 'pg'

const statements = [
  `delete from auth.one_time_tokens where created_at < now() - interval '1 day'`,
  // While an account has several sign-ups, none of them is valid, so deleting them decides nothing.
  `delete from auth.sign_ups where created_at < now() - interval '7 days'`,
  `delete from auth.flow_state where created_at < now() - interval '1 day'`,
  `delete from auth.used_proofs where until < now()`,
  // A used code is remembered for a day, so that a second use is noticed.
  `delete from auth.oauth_authorizations where created_at < now() - interval '1 day'`,
  // Apps that registered themselves and have no consent.
  `delete from auth.oauth_clients c where registration_type = 'dynamic' and created_at < now() - interval '30 days'
      and not exists (select from auth.oauth_consents where client_id = c.id)`,
  `delete from auth.sessions where not_after < now()`,
  `delete from auth.webauthn_challenges where created_at < now() - interval '1 day'`,
  `delete from auth.mfa_challenges where created_at < now() - interval '1 day'`,
  `delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'`,
  // The newest used token stays, so that a replay is still recognised.
  `delete from auth.refresh_tokens t where t.revoked and t.updated_at < now() - interval '30 days'
      and exists (select from auth.refresh_tokens n where n.session_id = t.session_id and n.id > t.id and n.revoked)
      and not exists (select from auth.refresh_tokens c where c.parent_id = t.id and not c.revoked)`,
  `select limits.sweep()`,
]

/** Deletes expired rows. Run it as `auth_admin` about once an hour. */
export async function sweepAuth(tx: PoolClient): Promise<void> {
  for (const statement of statements) await tx.query(statement)
}
