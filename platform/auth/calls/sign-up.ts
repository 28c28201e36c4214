import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { parseEmail } from '../addresses.ts'
import { audit } from '../audit.ts'
import { answerJson, type Call } from '../auth.ts'
import { readBody } from '../body.ts'
import { sendToken } from '../confirmations.ts'
import { type Challenge, challengeFields, readChallenge } from '../flow-states.ts'
import { insertIdentity } from '../identities.ts'
import { guard, guardMail, limit } from '../limits.ts'
import { mergeMetadata } from '../metadata.ts'
import { checkPassword } from '../passwords.ts'
import { chooseRedirect } from '../redirects.ts'
import { AuthRefusal, invalid } from '../refusals.ts'
import { openSession } from '../sessions.ts'
import { findUserByEmail, findUserById, insertUser, presentUser, type User, updateUser } from '../users.ts'

const Body = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...challengeFields,
})

interface EmailSignUp {
  email: string
  passwordHash: string
  data: Record<string, unknown>
  challenge: Challenge | null
}

/** POST /signup: an account by e-mail and password; a session at once only where addresses need no proof. */
export async function signUp(call: Call): Promise<Response> {
  const { settings, hashing } = call.auth
  const body = await readBody(call.request, Body)
  if (settings.signUpDisabled) {
    throw new AuthRefusal(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  await guard(call, [limit(call, 'requestPerAddress', `sign-up:${call.address}`)])
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on signup.')
  }
  if (!body.email) throw new AuthRefusal(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  if (!settings.emailEnabled) throw new AuthRefusal(400, 'email_provider_disabled', 'Email signups are disabled')
  if (!body.password) throw invalid('Signup requires a valid password')
  const email = parseEmail(body.email)
  checkPassword(body.password, settings.passwordMinLength)
  const challenge = readChallenge(body)
  const data = mergeMetadata({}, { sent: body.data ?? undefined, maxBytes: settings.maxUserMetadataBytes })
  await guard(call, [limit(call, 'signUpPerAccount', email)])

  const known = await call.auth.transact((tx) => findUserByEmail(tx, email))
  if (known?.email_confirmed_at) throw alreadyRegistered()
  if (!settings.emailAutoconfirm) await guardMail(call, { kind: 'confirmation', to: email })
  const passwordHash = await hashing.hash(body.password)
  const wanted = { email, passwordHash, data, challenge }
  return answerJson(await call.auth.transact((tx) => register(tx, call, wanted)))
}

async function register(tx: PoolClient, call: Call, wanted: EmailSignUp): Promise<unknown> {
  const user = await claimAddress(tx, wanted)
  if (call.auth.settings.emailAutoconfirm) {
    await confirmAtOnce(tx, user)
    await audit(tx, call, { action: 'user_signedup', userId: user.id })
    return openSession(tx, call, { userId: user.id, proof: { method: 'password' } })
  }
  await audit(tx, call, { action: 'user_confirmation_requested', userId: user.id })
  const redirectTo = chooseRedirect(call.request, call.auth.settings)
  await sendToken(tx, call, { user, kind: 'confirmation', redirectTo, challenge: wanted.challenge })
  return presentUser((await findUserById(tx, user.id)) ?? user)
}

/**
 * A new user, or the one whose address nobody has proven yet. There the latest sign-up wins, and older links are void:
 * whoever registers a stranger's address first must not own the account that the stranger later confirms.
 */
async function claimAddress(tx: PoolClient, { email, passwordHash, data }: EmailSignUp): Promise<User> {
  const id = randomUUID()
  const facts = { sub: id, email, email_verified: false, phone_verified: false }
  const isNew = await insertUser(tx, {
    id,
    email,
    encrypted_password: passwordHash,
    raw_user_meta_data: { ...data, ...facts },
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
  })
  if (isNew) {
    await insertIdentity(tx, { userId: id, provider: 'email', providerId: id, data: { ...data, ...facts } })
    return mustFind(await findUserById(tx, id))
  }
  await tx.query('select from auth.users where email = $1 for update', [email])
  const known = mustFind(await findUserByEmail(tx, email))
  if (known.email_confirmed_at || known.phone_confirmed_at) throw alreadyRegistered()
  const metadata = { ...data, ...facts, sub: known.id }
  await updateUser(tx, known.id, { encrypted_password: passwordHash, raw_user_meta_data: metadata })
  return { ...known, raw_user_meta_data: metadata }
}

async function confirmAtOnce(tx: PoolClient, user: User): Promise<void> {
  await tx.query('update auth.users set email_confirmed_at = now() where id = $1', [user.id])
}

function mustFind(user: User | null): User {
  // A soft-deleted user keeps the address; for others it is simply taken.
  if (!user) throw alreadyRegistered()
  return user
}

function alreadyRegistered(): AuthRefusal {
  return new AuthRefusal(422, 'user_already_exists', 'User already registered')
}
