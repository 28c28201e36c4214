import type { PoolClient } from 'pg'

/** One way to sign in: an account at a provider, or the user's e-mail or phone. As JSON from the database. */
export interface UserIdentity {
  id: string
  user_id: string
  provider: string
  provider_id: string
  identity_data: Record<string, unknown>
  email: string | null
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

export function presentIdentity(identity: UserIdentity): Record<string, unknown> {
  const at = (text: string | null) => (text ? new Date(text).toISOString() : undefined)
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: at(identity.last_sign_in_at),
    created_at: at(identity.created_at),
    updated_at: at(identity.updated_at),
    ...(identity.email ? { email: identity.email } : {}),
  }
}

interface NewIdentity {
  userId: string
  provider: string
  providerId: string
  data: Record<string, unknown>
}

export async function insertIdentity(tx: PoolClient, identity: NewIdentity): Promise<void> {
  await tx.query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
     values ($1, $2, $3, $4, now())`,
    [identity.userId, identity.provider, identity.providerId, JSON.stringify(identity.data)],
  )
  await refreshProviders(tx, identity.userId)
}

/** `app_metadata.providers` tells clients how the person can sign in. The first one stays `provider`. */
export async function refreshProviders(tx: PoolClient, userId: string): Promise<void> {
  await tx.query(
    `update auth.users u
        set raw_app_meta_data = u.raw_app_meta_data || jsonb_build_object('provider', p.providers ->> 0, 'providers', p.providers)
       from (select jsonb_agg(provider order by first_at) as providers
               from (select provider, min(created_at) as first_at from auth.identities where user_id = $1 group by provider) i) p
      where u.id = $1 and p.providers is not null`,
    [userId],
  )
}

/** Marks the person's own e-mail or phone as proven, in the identity and in the metadata that clients read. */
export async function markIdentityVerified(
  tx: PoolClient,
  { userId, provider, address }: { userId: string; provider: 'email' | 'phone'; address: string },
): Promise<void> {
  const change = JSON.stringify({ [provider]: address, [`${provider}_verified`]: true })
  await tx.query(
    `update auth.identities set identity_data = identity_data || $3::jsonb, updated_at = now()
      where user_id = $1 and provider = $2`,
    [userId, provider, change],
  )
  await tx.query(`update auth.users set raw_user_meta_data = raw_user_meta_data || $2::jsonb where id = $1`, [
    userId,
    change,
  ])
}

/** Records the person's own e-mail or phone as a proven identity, creating it if they had none of that kind. */
export async function setOwnIdentity(
  tx: PoolClient,
  { userId, provider, address }: { userId: string; provider: 'email' | 'phone'; address: string },
): Promise<void> {
  const { rowCount } = await tx.query('select from auth.identities where user_id = $1 and provider = $2', [
    userId,
    provider,
  ])
  if (!rowCount) await insertIdentity(tx, { userId, provider, providerId: userId, data: { sub: userId } })
  await markIdentityVerified(tx, { userId, provider, address })
}
