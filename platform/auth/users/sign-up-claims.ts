import type { PoolClient } from 'pg'
import { z } from 'zod'
import type { Call } from '../auth.ts'
import { checkPassword, MAX_PASSWORD_LENGTH } from '../passwords/passwords.ts'
import { AuthRefusal } from '../refusals.ts'
import { applySignUp, findHash, forgetSignUps, hashVerifier, isUnproven, readSignUps, type SignUp } from './sign-ups.ts'
import { findUserById, type User } from './users.ts'

/** How a person who confirms an address proves which sign-up was theirs: additions to the protocol, all optional. */
export const claimFields = {
  /** The password that they signed up with. */
  password: z.string().nullish(),
  /** The PKCE verifier stored by the client that signed up. */
  code_verifier: z.string().nullish(),
  /** A new password, which replaces those of all sign-ups. */
  new_password: z.string().nullish(),
  /** Refuse, and leave the code or link as it is, if a password is at stake and neither proof holds. */
  require_proof: z.boolean().nullish(),
}

export interface SignUpClaim {
  /** The hash that matches the typed password; null if none matches, undefined if none was typed. */
  hash?: string | null
  verifier?: string
  newHash?: string
  isProofRequired: boolean
  /** The person typed a sign-in code, and did not confirm a sign-up. */
  isSignIn?: boolean
}

export const NO_CLAIM: SignUpClaim = { isProofRequired: false }

/** The protocol's types of typed codes that do not confirm a sign-up. */
const SIGN_IN_TYPES = ['email', 'sms']

/** Runs before the transaction, because hashing is slow. `find` returns the account, which may not exist. */
export async function readClaim(
  call: Call,
  body: { [Field in keyof typeof claimFields]?: z.infer<(typeof claimFields)[Field]> } & {
    type?: string | null | undefined
  },
  find: (tx: PoolClient) => Promise<string | null>,
): Promise<SignUpClaim> {
  const { password, new_password: newPassword } = body
  if (newPassword) checkPassword(newPassword, call.auth.settings)
  return {
    isProofRequired: body.require_proof === true,
    isSignIn: SIGN_IN_TYPES.includes(body.type ?? ''),
    ...(body.code_verifier && { verifier: body.code_verifier }),
    ...(password && { hash: await findTyped(call, password, find) }),
    ...(newPassword && { newHash: await call.auth.hashing.hash(newPassword) }),
  }
}

async function findTyped(
  call: Call,
  password: string,
  find: (tx: PoolClient) => Promise<string | null>,
): Promise<string | null> {
  if ([...password].length > MAX_PASSWORD_LENGTH) return null
  const signUps = await call.auth.transact(async (tx) => {
    const id = await find(tx)
    const user = id && (await findUserById(tx, id))
    return user && isUnproven(user) ? readSignUps(tx, user) : []
  })
  const hashes = signUps.flatMap((signUp) => signUp.password_hash ?? [])
  // Response times must not reveal to an attacker who guesses codes whether a sign-up is pending.
  if (hashes.length === 0) await call.auth.hashing.verify(null, password)
  return findHash(call.auth.hashing, { password, hashes })
}

/**
 * Decides, before an address is confirmed, whose sign-up the account carries. Called with the user locked. A single
 * sign-up counts as it is; of several, the one that the person proves. Where a password would be lost, nothing is
 * confirmed without that proof: its link or code still works, and a new password can be chosen with it. Only people who
 * come by a sign-in code may have typed none.
 */
export async function settleSignUps(tx: PoolClient, user: User, claim: SignUpClaim): Promise<void> {
  if (!isUnproven(user)) return
  const signUps = await readSignUps(tx, user)
  const own = claim.newHash
    ? { password_hash: claim.newHash, data: {} }
    : (signUps.find((signUp) => proves(claim, signUp)) ?? null)
  const passwords = signUps.filter((signUp) => signUp.password_hash !== null).length
  const isAtStake = signUps.length > 1 || passwords > 0
  // One of the two may be an attacker, who must neither sign in with their own password nor void the other's: the link
  // needs a proof.
  const isContested = passwords > 1 || (passwords === 1 && signUps.length > 1 && !claim.isSignIn)
  if (!own && (isContested || (isAtStake && (claim.isProofRequired || claim.hash === null)))) throw unproven()
  if (!own && signUps.length === 1) return
  await forgetSignUps(tx, user)
  if (own) await applySignUp(tx, user, own)
}

function proves({ hash, verifier }: SignUpClaim, signUp: SignUp): boolean {
  if (hash !== undefined) return hash !== null && hash === signUp.password_hash
  return verifier !== undefined && signUp.challenge === hashVerifier(verifier)
}

function unproven(): AuthRefusal {
  return new AuthRefusal(403, 'sign_up_unproven', 'The password of the sign-up is required to confirm it')
}
