import type { PoolClient } from 'pg'
import type { OAuthClientRow } from './clients.ts'
import type { Scope } from './scopes.ts'

interface ConsentKey {
  userId: string
  clientId: string
}

/** Whether the person has allowed the app all of these scopes, and has not taken it back. */
export async function hasConsent(
  tx: PoolClient,
  { userId, clientId, scopes }: ConsentKey & { scopes: readonly string[] },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from auth.oauth_consents where user_id = $1 and client_id = $2 and revoked_at is null and scopes @> $3
      for share`,
    [userId, clientId, scopes],
  )
  return rowCount === 1
}

/** Adds to what the person has allowed the app before; after a revocation only these count. */
export async function allow(
  tx: PoolClient,
  { userId, clientId, scopes }: ConsentKey & { scopes: readonly Scope[] },
): Promise<void> {
  await tx.query(
    `insert into auth.oauth_consents as c (user_id, client_id, scopes) values ($1, $2, $3)
     on conflict (user_id, client_id) do update set revoked_at = null, granted_at = clock_timestamp(),
       scopes = case when c.revoked_at is null
         then array(select distinct unnest(c.scopes || excluded.scopes) order by 1) else excluded.scopes end`,
    [userId, clientId, scopes],
  )
}

/** A trigger ends the sessions that the app has. False if there is nothing to take back. */
export async function revoke(tx: PoolClient, { userId, clientId }: ConsentKey): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update auth.oauth_consents set revoked_at = clock_timestamp()
      where user_id = $1 and client_id = $2 and revoked_at is null`,
    [userId, clientId],
  )
  return rowCount === 1
}

interface AppGrant extends Pick<OAuthClientRow, 'id' | 'client_name' | 'client_uri' | 'logo_uri'> {
  scopes: Scope[]
  granted_at: Date
}

/** Newest first. */
export async function listGrants(tx: PoolClient, userId: string): Promise<AppGrant[]> {
  const { rows } = await tx.query<AppGrant>(
    `select c.id, c.client_name, c.client_uri, c.logo_uri, o.scopes, o.granted_at
       from auth.oauth_consents o join auth.oauth_clients c on c.id = o.client_id
      where o.user_id = $1 and o.revoked_at is null order by o.granted_at desc, c.id limit 100`,
    [userId],
  )
  return rows
}
