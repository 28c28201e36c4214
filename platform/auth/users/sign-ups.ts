import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { PoolClient } from 'pg'
import type { PasswordHashing } from '../passwords/password-hashing.ts'
import { serviceFields, withoutServiceFields } from './metadata.ts'
import { type User, updateUser } from './users.ts'

/** One sign-up for an address that is still unproven. */
export interface SignUp {
  id: string | null
  /** Null for people who only sign in with codes. */
  password_hash: string | null
  data: Record<string, unknown>
  /** SHA-256 of the verifier that the client stores. */
  challenge: string | null
}

/**
 * Maximum sign-ups per address within the lifetime of a link (`signUpPerAccount`), so that an attacker cannot displace
 * another sign-up before it is confirmed. Beyond it, the oldest is deleted, one without a password first: requests for
 * codes are limited only by the number of mails.
 */
const MAX_SIGN_UPS = 10

/** Whether the account's address is unproven and the account was never used. */
export function isUnproven(user: User): boolean {
  return !user.confirmed_at && !user.last_sign_in_at && !user.is_anonymous
}

/** The sign-ups of an unproven account, oldest first; for an account created in another way, its own data. */
export async function readSignUps(tx: PoolClient, user: User): Promise<SignUp[]> {
  const { rows } = await tx.query<SignUp>(
    'select id, password_hash, data, challenge from auth.sign_ups where user_id = $1 order by created_at, id',
    [user.id],
  )
  if (rows.length > 0) return rows
  const data = withoutServiceFields(user.raw_user_meta_data)
  return [{ id: null, password_hash: user.encrypted_password, data, challenge: null }]
}

export async function insertSignUp(tx: PoolClient, userId: string, signUp: Omit<SignUp, 'id'>): Promise<void> {
  await tx.query('insert into auth.sign_ups (user_id, password_hash, data, challenge) values ($1, $2, $3, $4)', [
    userId,
    signUp.password_hash,
    JSON.stringify(signUp.data),
    signUp.challenge,
  ])
}

/**
 * Adds a sign-up to an unproven account. The same password identifies the same author, who may change their input;
 * another password means another author, and the account then has no password, name, role or referrer of either.
 */
export async function addSignUp(
  tx: PoolClient,
  { user, earlier, signUp }: { user: User; earlier: SignUp[]; signUp: Omit<SignUp, 'id'> },
): Promise<void> {
  const [first] = earlier
  if (first?.id === null) await insertSignUp(tx, user.id, first)
  const own = earlier.find((one) => isSameAuthor(one, signUp))
  if (own) {
    await tx.query(
      `update auth.sign_ups set data = $3, challenge = $4
        where user_id = $1 and password_hash is not distinct from $2 and ($2::text is not null or data = $3)`,
      [user.id, own.password_hash, JSON.stringify(signUp.data), signUp.challenge],
    )
    if (earlier.length === 1) return applySignUp(tx, user, signUp)
  } else {
    await insertSignUp(tx, user.id, signUp)
    await tx.query(
      `delete from auth.sign_ups where id in
         (select id from auth.sign_ups where user_id = $1
           order by password_hash is null, created_at desc, id offset ${MAX_SIGN_UPS})`,
      [user.id],
    )
  }
  await applySignUp(tx, user, EMPTY_SIGN_UP)
}

function isSameAuthor(one: SignUp, other: Omit<SignUp, 'id'>): boolean {
  if (one.password_hash !== other.password_hash) return false
  return one.password_hash !== null || isDeepStrictEqual(one.data, other.data)
}

/** Removes everything that sign-ups have entered from the account. */
export async function forgetSignUps(tx: PoolClient, user: User): Promise<void> {
  await applySignUp(tx, user, EMPTY_SIGN_UP)
  await tx.query('delete from auth.sign_ups where user_id = $1', [user.id])
}

const EMPTY_SIGN_UP = { password_hash: null, data: {} }

/**
 * Copies password and data to the account. It is still unconfirmed: role, name and referrer follow the data until then.
 */
export async function applySignUp(
  tx: PoolClient,
  user: User,
  { password_hash, data }: Pick<SignUp, 'password_hash' | 'data'>,
): Promise<void> {
  const metadata = { ...data, ...serviceFields(user.raw_user_meta_data) }
  await updateUser(tx, user.id, { encrypted_password: password_hash, raw_user_meta_data: metadata })
  await tx.query(
    `update auth.identities set identity_data = $2 where user_id = $1 and provider in ('email', 'phone')`,
    [user.id, JSON.stringify(metadata)],
  )
}

/** The stored hash that a password matches. */
export async function findHash(
  hashing: PasswordHashing,
  { password, hashes }: { password: string; hashes: string[] },
): Promise<string | null> {
  for (const hash of hashes) if (await hashing.verify(hash, password)) return hash
  return null
}

/** A client's challenge in one form, whichever of PKCE's two methods it chose. */
export function hashedChallenge(challenge: { challenge: string; method: 's256' | 'plain' } | null): string | null {
  if (!challenge) return null
  return challenge.method === 's256' ? challenge.challenge : hashVerifier(challenge.challenge)
}

export function hashVerifier(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
