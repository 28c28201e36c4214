import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { audit } from '../audit.ts'
import type { Call } from '../auth.ts'
import { deleteTokens } from '../codes/one-time-tokens.ts'
import { AuthRefusal } from '../refusals.ts'
import { refuseBanned } from '../sessions/sessions.ts'
import { insertIdentity } from '../users/identities.ts'
import { applySignUp, forgetSignUps, isUnproven } from '../users/sign-ups.ts'
import { findUserByEmail, findUserById, insertUser, type User, updateUser } from '../users/users.ts'

/** A person's identity as asserted by a provider. */
interface ProviderProfile {
  provider: string
  issuer: string
  /** The person's id at the provider, the only thing that identifies them there. */
  subject: string
  email: string | null
  isEmailVerified: boolean
  name: string | null
  picture: string | null
}

/**
 * Finds the user for a person who signed in at a provider: by identity, else by e-mail if the provider has verified it,
 * else creates a user. An unverified address gives access to nothing.
 */
export async function findOrCreateUser(tx: PoolClient, call: Call, profile: ProviderProfile): Promise<User> {
  const identity = await findIdentity(tx, profile)
  if (identity) {
    const known = await findUserById(tx, identity.user_id, { lock: true })
    if (!known) throw new AuthRefusal(403, 'user_not_found', 'User not found')
    refuseBanned(known)
    await tx.query(
      `update auth.identities set identity_data = identity_data || $2::jsonb, last_sign_in_at = now(), updated_at = now()
        where id = $1`,
      [identity.id, JSON.stringify(identityData(profile))],
    )
    return known
  }
  const { email } = profile
  if (!email || !profile.isEmailVerified) {
    const text = `Unverified email with ${profile.provider}. Verify the email with ${profile.provider} in order to sign in`
    throw new AuthRefusal(422, 'provider_email_needs_verification', text)
  }
  const owner = (await findUserByEmail(tx, email)) ?? (await createUser(tx, call, { ...profile, email }))
  const found = await findUserById(tx, owner.id, { lock: true })
  if (!found) throw new AuthRefusal(403, 'user_not_found', 'User not found')
  refuseBanned(found)
  const user = found.email_confirmed_at ? found : await takeOver(tx, { user: found, profile })
  // The same person may arrive twice concurrently; the second request waits for the lock and finds the user.
  if (!(await findIdentity(tx, profile))) await linkIdentity(tx, call, { user, profile })
  return user
}

/** Links a provider's account to a user. An account at a provider belongs to one user here. */
export async function linkIdentity(
  tx: PoolClient,
  call: Call,
  { user, profile }: { user: User; profile: ProviderProfile },
): Promise<void> {
  const existing = await findIdentity(tx, profile)
  if (existing) {
    const text =
      existing.user_id === user.id ? 'Identity is already linked' : 'Identity is already linked to another user'
    throw new AuthRefusal(422, 'identity_already_exists', text)
  }
  const data = identityData(profile)
  await insertIdentity(tx, { userId: user.id, provider: profile.provider, providerId: profile.subject, data })
  const known = user.raw_user_meta_data
  const metadata = { ...profileMetadata(profile), ...known }
  await updateUser(tx, user.id, { raw_user_meta_data: metadata })
  await audit(tx, call, { action: 'identity_linked', userId: user.id, details: { provider: profile.provider } })
}

interface FoundIdentity {
  id: string
  user_id: string
}

async function findIdentity(tx: PoolClient, profile: ProviderProfile): Promise<FoundIdentity | null> {
  const { rows } = await tx.query<FoundIdentity>(
    'select id, user_id from auth.identities where provider = $1 and provider_id = $2',
    [profile.provider, profile.subject],
  )
  return rows[0] ?? null
}

async function createUser(tx: PoolClient, call: Call, profile: ProviderProfile & { email: string }): Promise<User> {
  if (call.auth.settings.signUpDisabled) {
    throw new AuthRefusal(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const id = randomUUID()
  await insertUser(tx, {
    id,
    email: profile.email,
    email_confirmed_at: new Date(),
    raw_user_meta_data: { ...profileMetadata(profile), sub: id, email: profile.email, email_verified: true },
    raw_app_meta_data: { provider: profile.provider, providers: [profile.provider] },
  })
  await audit(tx, call, { action: 'user_signedup', userId: id, details: { provider: profile.provider } })
  // Another person may have signed up with this address at the same moment.
  const user = (await findUserById(tx, id)) ?? (await findUserByEmail(tx, profile.email))
  if (!user) throw new AuthRefusal(422, 'user_already_exists', 'User already registered')
  return user
}

/**
 * An attacker may have registered this address and be waiting for its owner to confirm it. The owner gets the account
 * without the attacker's password, name, role, referrer, identities, sessions and pending mails.
 */
async function takeOver(tx: PoolClient, { user, profile }: { user: User; profile: ProviderProfile }): Promise<User> {
  if (isUnproven(user)) {
    await forgetSignUps(tx, user)
    await applySignUp(tx, user, { password_hash: null, data: profileMetadata(profile) })
  }
  await updateUser(tx, user.id, { encrypted_password: null, email_change: null, phone_change: null })
  await tx.query('delete from auth.identities where user_id = $1', [user.id])
  await tx.query('delete from auth.sessions where user_id = $1', [user.id])
  await deleteTokens(tx, user.id)
  await tx.query('update auth.users set email_confirmed_at = now() where id = $1', [user.id])
  const facts = JSON.stringify({ email_verified: true })
  await tx.query('update auth.users set raw_user_meta_data = raw_user_meta_data || $2::jsonb where id = $1', [
    user.id,
    facts,
  ])
  return (await findUserById(tx, user.id)) ?? user
}

function identityData(profile: ProviderProfile): Record<string, unknown> {
  return {
    ...profileMetadata(profile),
    sub: profile.subject,
    iss: profile.issuer,
    provider_id: profile.subject,
    ...(profile.email ? { email: profile.email } : {}),
    email_verified: profile.isEmailVerified,
  }
}

/** Kept small, because it is part of every access token. */
function profileMetadata(profile: ProviderProfile): Record<string, unknown> {
  return {
    ...(profile.name ? { full_name: profile.name.slice(0, 100), name: profile.name.slice(0, 100) } : {}),
    ...(profile.picture ? { avatar_url: profile.picture } : {}),
  }
}

/** Reads the claims of an id token or of a provider's user info. Malformed values count as absent. */
export function readProfile(
  provider: { name: string; issuer: string },
  claims: Record<string, unknown> & { sub: string },
): ProviderProfile {
  const text = (value: unknown, longest: number) =>
    typeof value === 'string' && value !== '' && value.length <= longest && !value.includes('\0') ? value : null
  const email = text(claims.email, 255)?.toLowerCase() ?? null
  const picture = text(claims.picture, 300)
  return {
    provider: provider.name,
    issuer: provider.issuer,
    subject: claims.sub,
    email,
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: text(claims.name, 500),
    picture: picture?.startsWith('https://') ? picture : null,
  }
}
