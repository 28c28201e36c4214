import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { insertIdentity } from './identities.ts'
import { AuthRefusal } from './refusals.ts'
import { findUserByEmail, findUserById, findUserByPhone, insertUser, type User, updateUser } from './users.ts'

export interface Registration {
  provider: 'email' | 'phone'
  /** The e-mail address or phone number, as we store it. */
  address: string
  /** Null for people who only sign in with codes. */
  passwordHash: string | null
  data: Record<string, unknown>
}

/**
 * A new user, or an existing one whose address is still unproven. In that case the latest sign-up wins and older links
 * are void: registering a stranger's address must not give access to the account the stranger later confirms.
 */
export async function claimAddress(tx: PoolClient, registration: Registration): Promise<User> {
  const { provider, address, passwordHash, data } = registration
  const id = randomUUID()
  const facts = { sub: id, [provider]: address, email_verified: false, phone_verified: false }
  const isNew = await insertUser(tx, {
    id,
    [provider]: address,
    encrypted_password: passwordHash,
    raw_user_meta_data: { ...data, ...facts },
    raw_app_meta_data: { provider, providers: [provider] },
  })
  if (isNew) {
    await insertIdentity(tx, { userId: id, provider, providerId: id, data: { ...data, ...facts } })
    return mustFind(await findUserById(tx, id))
  }
  await tx.query(`select from auth.users where ${provider} = $1 for update`, [address])
  const known = mustFind(await findUserByAddress(tx, registration))
  if (known.confirmed_at) throw alreadyRegistered()
  const metadata = { ...data, ...facts, sub: known.id }
  await updateUser(tx, known.id, { encrypted_password: passwordHash, raw_user_meta_data: metadata })
  return { ...known, raw_user_meta_data: metadata }
}

export function findUserByAddress(
  tx: PoolClient,
  { provider, address }: Pick<Registration, 'provider' | 'address'>,
): Promise<User | null> {
  return provider === 'email' ? findUserByEmail(tx, address) : findUserByPhone(tx, address)
}

function mustFind(user: User | null): User {
  // A soft-deleted user keeps the address; to others it is simply taken.
  if (!user) throw alreadyRegistered()
  return user
}

export function alreadyRegistered(): AuthRefusal {
  return new AuthRefusal(422, 'user_already_exists', 'User already registered')
}
