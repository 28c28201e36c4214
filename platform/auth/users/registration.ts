import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { AuthRefusal } from '../refusals.ts'
import { insertIdentity } from './identities.ts'
import { addSignUp, applySignUp, forgetSignUps, insertSignUp, isUnproven, readSignUps } from './sign-ups.ts'
import { findUserByEmail, findUserById, findUserByPhone, insertUser, type User } from './users.ts'

export interface Registration {
  provider: 'email' | 'phone'
  /** The e-mail address or phone number, as we store it. */
  address: string
  /** Null for people who only sign in with codes. */
  passwordHash: string | null
  data: Record<string, unknown>
  /** The client's PKCE challenge, in the form of `hashedChallenge`. */
  challenge?: string | null
  /** Earlier sign-ups' hashes that the password was compared with; one of them in `passwordHash` if it was the same. */
  compared?: readonly string[]
  /** Ends earlier sign-ups: for accounts made by an operator, or if addresses need no proof. */
  isFinal?: boolean
  /** The user metadata are the data alone, without the service's facts: for an operator, who compares them. */
  isBare?: boolean
}

/** Another person signed up with this address between the comparison and the insert. */
export class ComparedTooEarly extends Error {}

/**
 * A new user, or an existing one whose address is still unproven. While there are several sign-ups, none is valid until
 * the address is confirmed together with a proof of which sign-up it is (`settleSignUps`).
 */
export async function claimAddress(tx: PoolClient, registration: Registration): Promise<User> {
  const { provider, address, passwordHash, data, compared } = registration
  const id = randomUUID()
  const facts = { sub: id, [provider]: address, email_verified: false, phone_verified: false }
  const signUp = { password_hash: passwordHash, data, challenge: registration.challenge ?? null }
  const shown = registration.isBare ? {} : facts
  const isNew = await insertUser(tx, {
    id,
    [provider]: address,
    encrypted_password: passwordHash,
    raw_user_meta_data: { ...data, ...shown },
    raw_app_meta_data: { provider, providers: [provider] },
  })
  if (isNew) {
    await insertIdentity(tx, { userId: id, provider, providerId: id, data: { ...data, ...facts } })
    await insertSignUp(tx, id, signUp)
    return mustFind(await findUserById(tx, id))
  }
  await tx.query(`select from auth.users where ${provider} = $1 for update`, [address])
  const known = mustFind(await findUserByAddress(tx, registration))
  if (!isUnproven(known)) throw alreadyRegistered()
  // With this author's input only: the response must not show that of another sign-up.
  const own = { ...known, raw_user_meta_data: { ...data, ...facts, sub: known.id } }
  if (registration.isFinal) {
    await forgetSignUps(tx, known)
    await applySignUp(tx, known, signUp)
    return own
  }
  const earlier = await readSignUps(tx, known)
  if (compared && earlier.some(({ password_hash: hash }) => hash !== null && !compared.includes(hash))) {
    throw new ComparedTooEarly('An earlier sign-up was not compared')
  }
  await addSignUp(tx, { user: known, earlier, signUp })
  return own
}

export function findUserByAddress(
  tx: PoolClient,
  { provider, address }: Pick<Registration, 'provider' | 'address'>,
): Promise<User | null> {
  return provider === 'email' ? findUserByEmail(tx, address) : findUserByPhone(tx, address)
}

function mustFind(user: User | null): User {
  // A soft-deleted user still holds the address, which is unavailable to others.
  if (!user) throw alreadyRegistered()
  return user
}

export function alreadyRegistered(): AuthRefusal {
  return new AuthRefusal(422, 'user_already_exists', 'User already registered')
}
