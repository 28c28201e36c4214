import type { PoolClient } from 'pg'
import { z } from 'zod'
import type { Limit } from '#platform/rate-limits/rate-limits.ts'
import { parseEmail, parsePhone } from '../../addresses.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { requireCaptcha, securityFields } from '../../captcha/require-captcha.ts'
import { limit, overRequestLimit } from '../../limits.ts'
import { findWeakness, MAX_PASSWORD_LENGTH } from '../../passwords/passwords.ts'
import { AuthRefusal, invalid } from '../../refusals.ts'
import { banText, isBanned, openSession } from '../../sessions/sessions.ts'
import { USER_PARTS, type User, updateUser } from '../../users/users.ts'

const PasswordGrantInput = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  ...securityFields,
})

/** POST /token?grant_type=password. An unknown account and a wrong password get the same answer in the same time. */
export async function grantPassword(call: Call): Promise<Response> {
  const body = await readBody(call.request, PasswordGrantInput)
  await requireCaptcha(call, body)
  const account = readAccount(call, body)
  const { user, wait, limits } = await call.auth.transact((tx) => admit(tx, call, account), {
    mayBeLost: true,
    atOnce: true,
  })
  if (wait > 0) throw overRequestLimit(wait)

  const password = body.password ?? ''
  const isTooLong = [...password].length > MAX_PASSWORD_LENGTH
  const stored = user?.encrypted_password ?? null
  const matches = await call.auth.hashing.verify(stored, isTooLong ? '' : password)
  if (!user || !stored || !matches || isTooLong) {
    throw new AuthRefusal(400, 'invalid_credentials', 'Invalid login credentials')
  }
  const refusal = findRefusal(user, account)
  const rehashed = call.auth.hashing.needsRehash(stored) ? await call.auth.hashing.hash(password) : null
  const session = await call.auth.transact(
    async (tx) => {
      const open = async () => {
        if (rehashed) await updateUser(tx, user.id, { encrypted_password: rehashed })
        return openSession(tx, call, { userId: user.id, proof: { method: 'password' } })
      }
      // Given back even if the account is refused: the password was correct.
      const [, response] = await Promise.all([call.auth.rateLimits.giveBack(limits, tx), refusal ?? open()])
      return response
    },
    { atOnce: rehashed === null },
  )
  if (session instanceof AuthRefusal) throw session
  const weakness = findWeakness(password, call.auth.settings)
  return jsonResponse(weakness ? { ...session, weak_password: weakness } : session)
}

type SignInAccount = { email: string; phone?: never } | { email?: never; phone: string }

function readAccount(call: Call, body: z.infer<typeof PasswordGrantInput>): SignInAccount {
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

/**
 * Finds the account and counts the attempt, in one round trip. Failures are limited per account and network address,
 * and more loosely per account: people who share an address do not lock each other out, and a user is not locked out
 * where they have signed in before. Returns the limits of which an attempt was taken, to be given back if the password
 * is correct.
 */
async function admit(
  tx: PoolClient,
  call: Call,
  account: SignInAccount,
): Promise<{ user: User | null; wait: number; limits: Limit[] }> {
  const name = account.email ?? account.phone
  const fromHere = limit(call, 'failedSignInPerAccountAndAddress', `${name}:${call.network}`)
  const fromAnywhere = limit(call, 'failedSignInPerAccount', name)
  const [user, [waitHere = 0, waitAnywhere = 0, waitAddress = 0]] = await Promise.all([
    findAccount(tx, call, account),
    call.auth.rateLimits.takeEach([fromHere, fromAnywhere, limit(call, 'tokenPerAddress', call.network)], tx),
  ])
  return {
    user,
    wait: Math.max(waitAddress, waitHere, user?.has_been_here ? 0 : waitAnywhere),
    limits: waitAnywhere > 0 ? [fromHere] : [fromHere, fromAnywhere],
  }
}

/** Also returns whether they have a session from the caller's network address. */
async function findAccount(tx: PoolClient, call: Call, account: SignInAccount) {
  const column = account.email === undefined ? 'phone' : 'email'
  const { rows } = await tx.query<User & { has_been_here: boolean }>({
    name: `auth_find_account_by_${column}`,
    text: `select u.*, ${USER_PARTS},
             exists (select from auth.sessions s where s.user_id = u.id and s.ip = $2) as has_been_here
           from auth.users u where u.${column} = $1 and not u.is_sso_user and u.deleted_at is null`,
    values: [account.email ?? account.phone, call.address],
  })
  return rows[0] ?? null
}

/** Revealed only with the correct password. */
function findRefusal(user: User, account: SignInAccount): AuthRefusal | null {
  if (isBanned(user)) return new AuthRefusal(400, 'user_banned', banText(user))
  if (account.email !== undefined && !user.email_confirmed_at) {
    return new AuthRefusal(400, 'email_not_confirmed', 'Email not confirmed')
  }
  if (account.phone !== undefined && !user.phone_confirmed_at) {
    return new AuthRefusal(400, 'phone_not_confirmed', 'Phone not confirmed')
  }
  return null
}
