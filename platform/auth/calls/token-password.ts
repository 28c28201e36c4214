import type { PoolClient } from 'pg'
import { z } from 'zod'
import { parseEmail, parsePhone } from '../addresses.ts'
import { answerJson, type Call } from '../auth.ts'
import { readBody } from '../body.ts'
import { requireCaptcha, securityFields } from '../captcha/captcha.ts'
import { guard, limit } from '../limits.ts'
import { findWeakness, LONGEST_PASSWORD } from '../passwords.ts'
import { AuthRefusal, invalid } from '../refusals.ts'
import { openSession, refuseBanned } from '../sessions.ts'
import { findUserByEmail, findUserByPhone, type User, updateUser } from '../users.ts'

const Body = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  ...securityFields,
})

/** POST /token?grant_type=password. Who does not exist and whose password is wrong get the same answer in the same time. */
export async function grantPassword(call: Call): Promise<Response> {
  const body = await readBody(call.request, Body)
  await requireCaptcha(call, body)
  const account = readAccount(call, body)
  await guard(call, [limit(call, 'tokenPerAddress', call.address)])
  const { user, isKnownAddress } = await call.auth.transact((tx) => findAccount(tx, call, account))

  // Failures are limited for an account from one address, and more loosely from all: people who share a network do not
  // lock each other out, and nobody is locked out of a place where they have signed in before.
  const name = account.email ?? account.phone
  const limits = [limit(call, 'failedSignInPerAccountAndAddress', `${name}:${call.address}`)]
  if (!isKnownAddress) limits.push(limit(call, 'failedSignInPerAccount', name))
  await guard(call, limits)

  const password = body.password ?? ''
  const isTooLong = [...password].length > LONGEST_PASSWORD
  const stored = user?.encrypted_password ?? null
  const matches = await call.auth.hashing.verify(stored, isTooLong ? '' : password)
  if (!user || !stored || !matches || isTooLong) {
    throw new AuthRefusal(400, 'invalid_credentials', 'Invalid login credentials')
  }
  await call.auth.rateLimits.giveBack(limits)
  refuseBanned(user, 400)
  refuseUnconfirmed(user, account)

  const rehashed = call.auth.hashing.needsRehash(stored) ? await call.auth.hashing.hash(password) : null
  const session = await call.auth.transact(async (tx) => {
    if (rehashed) await updateUser(tx, user.id, { encrypted_password: rehashed })
    return openSession(tx, call, { userId: user.id, proof: { method: 'password' } })
  })
  const weakness = findWeakness(password, call.auth.settings.passwordMinLength)
  return answerJson(weakness ? { ...session, weak_password: weakness } : session)
}

type Account = { email: string; phone?: never } | { email?: never; phone: string }

function readAccount(call: Call, body: z.infer<typeof Body>): Account {
  const { settings } = call.auth
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on login.')
  }
  if (body.email) {
    if (!settings.emailEnabled) throw new AuthRefusal(422, 'email_provider_disabled', 'Email logins are disabled')
    return { email: parseEmail(body.email) }
  }
  if (!body.phone) throw invalid('missing email or phone')
  if (!settings.phoneEnabled) throw new AuthRefusal(422, 'phone_provider_disabled', 'Phone logins are disabled')
  return { phone: parsePhone(body.phone) }
}

async function findAccount(
  tx: PoolClient,
  call: Call,
  account: Account,
): Promise<{ user: User | null; isKnownAddress: boolean }> {
  const user =
    account.email === undefined ? await findUserByPhone(tx, account.phone) : await findUserByEmail(tx, account.email)
  const { rowCount } = await tx.query('select from auth.sessions where user_id = $1 and ip = $2 limit 1', [
    user?.id ?? null,
    call.address,
  ])
  return { user, isKnownAddress: rowCount === 1 }
}

function refuseUnconfirmed(user: User, account: Account): void {
  if (account.email !== undefined && !user.email_confirmed_at) {
    throw new AuthRefusal(400, 'email_not_confirmed', 'Email not confirmed')
  }
  if (account.phone !== undefined && !user.phone_confirmed_at) {
    throw new AuthRefusal(400, 'phone_not_confirmed', 'Phone not confirmed')
  }
}
