import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { parseEmail, parsePhone } from '../../addresses.ts'
import { parseDuration, requireAdmin, requireUserOfPath } from '../../admin.ts'
import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { emailTaken } from '../../codes/email-change.ts'
import { phoneTaken } from '../../codes/phone-change.ts'
import { checkPassword } from '../../passwords/passwords.ts'
import { invalid } from '../../refusals.ts'
import { forgetUser } from '../../users/forget-user.ts'
import { insertIdentity, setOwnIdentity } from '../../users/identities.ts'
import { mergeMetadata } from '../../users/metadata.ts'
import { findUserByAddress } from '../../users/registration.ts'
import { forgetSignUps, isUnproven } from '../../users/sign-ups.ts'
import { findUserById, insertUser, presentUser, updateUser } from '../../users/users.ts'

const UserAttributes = z.object({
  id: z.uuid().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
  ban_duration: z.string().nullish(),
  role: z.string().nullish(),
})
type UserAttributes = z.infer<typeof UserAttributes>

/** GET /admin/users/{id} */
export async function getUserById(call: Call): Promise<Response> {
  await requireAdmin(call)
  return jsonResponse(presentUser(await call.auth.transact((tx) => requireUserOfPath(tx, call))))
}

/** POST /admin/users: creates an account without sending a mail. */
export async function createUser(call: Call): Promise<Response> {
  await requireAdmin(call)
  const changes = await readAttributes(call)
  const { email, phone } = changes
  if (!email && !phone) throw invalid('Cannot create a user without either an email or phone')
  const id = changes.body.id ?? randomUUID()
  const provider = email ? 'email' : 'phone'
  const user = await call.auth.transact(async (tx) => {
    await refuseTaken(tx, { email, phone, ownId: null })
    const facts = { sub: id, ...(email ? { email } : {}), ...(phone ? { phone } : {}) }
    const metadata = mergeMetadata({}, sent(call, changes.body.user_metadata))
    const isNew = await insertUser(tx, {
      id,
      email: email ?? null,
      phone: phone ?? null,
      encrypted_password: changes.passwordHash,
      // As it was sent: clients compare it. Facts about addresses are in the identities.
      raw_user_meta_data: metadata,
      raw_app_meta_data: { ...changes.body.app_metadata, provider, providers: [provider] },
    })
    if (!isNew) throw email ? emailTaken() : phoneTaken()
    for (const own of ['email', 'phone'] as const) {
      if (changes[own]) await insertIdentity(tx, { userId: id, provider: own, providerId: id, data: facts })
    }
    await applyMarks(tx, { id, changes })
    await audit(tx, call, { action: 'admin_user_created', userId: id })
    return findUserById(tx, id)
  })
  return jsonResponse(user && presentUser(user))
}

/** PUT /admin/users/{id}: the operator's changes take effect immediately, without confirmation. */
export async function updateUserById(call: Call): Promise<Response> {
  await requireAdmin(call)
  const changes = await readAttributes(call)
  const user = await call.auth.transact(async (tx) => {
    const known = await requireUserOfPath(tx, call, { lock: true })
    const { email, phone, passwordHash, body } = changes
    await refuseTaken(tx, { email, phone, ownId: known.id })
    // A password set by an operator replaces those of all sign-ups.
    if (passwordHash && isUnproven(known)) await forgetSignUps(tx, known)
    await updateUser(tx, known.id, {
      ...(email
        ? { email, email_change: null, email_confirmed_at: email === known.email ? known.email_confirmed_at : null }
        : {}),
      ...(phone
        ? { phone, phone_change: null, phone_confirmed_at: phone === known.phone ? known.phone_confirmed_at : null }
        : {}),
      ...(passwordHash ? { encrypted_password: passwordHash } : {}),
      raw_user_meta_data: mergeMetadata(known.raw_user_meta_data, sent(call, body.user_metadata)),
      raw_app_meta_data: mergeMetadata(known.raw_app_meta_data, {
        sent: withoutProviders(body.app_metadata),
        maxBytes: 8192,
      }),
    })
    for (const own of ['email', 'phone'] as const) {
      if (!changes[own] || changes[own] === known[own]) continue
      const change = JSON.stringify({ [own]: changes[own], [`${own}_verified`]: false })
      await tx.query(
        'update auth.identities set identity_data = identity_data || $3::jsonb where user_id = $1 and provider = $2',
        [known.id, own, change],
      )
    }
    await applyMarks(tx, { id: known.id, changes })
    // A new password or a ban often follows a theft.
    if (passwordHash || body.ban_duration) await tx.query('delete from auth.sessions where user_id = $1', [known.id])
    await audit(tx, call, { action: 'admin_user_updated', userId: known.id, details: { fields: Object.keys(body) } })
    return findUserById(tx, known.id)
  })
  return jsonResponse(user && presentUser(user))
}

/** DELETE /admin/users/{id}: deletes the row or, softly, everything in it that identifies the person. */
export async function deleteUser(call: Call): Promise<Response> {
  await requireAdmin(call)
  const body = await readBody(call.request, z.object({ should_soft_delete: z.boolean().nullish() }))
  await call.auth.transact(async (tx) => {
    const user = await requireUserOfPath(tx, call, { lock: true })
    await audit(tx, call, {
      action: 'admin_user_deleted',
      userId: user.id,
      details: { soft: body.should_soft_delete === true },
    })
    if (body.should_soft_delete) await forgetUser(tx, user.id)
    else await tx.query('delete from auth.users where id = $1', [user.id])
  })
  return jsonResponse({})
}

interface AdminUserInput {
  body: UserAttributes
  email: string | undefined
  phone: string | undefined
  passwordHash: string | null
}

async function readAttributes(call: Call): Promise<AdminUserInput> {
  const body = await readBody(call.request, UserAttributes)
  if (body.role && body.role !== 'authenticated') throw invalid('The only role of a user is "authenticated"')
  if (body.ban_duration) parseDuration(body.ban_duration)
  const email = body.email ? parseEmail(body.email) : undefined
  const phone = body.phone ? parsePhone(body.phone) : undefined
  if (body.password) checkPassword(body.password, call.auth.settings)
  return { body, email, phone, passwordHash: body.password ? await call.auth.hashing.hash(body.password) : null }
}

function sent(call: Call, data: Record<string, unknown> | null | undefined) {
  return { sent: data ?? undefined, maxBytes: call.auth.settings.maxUserMetadataBytes }
}

/** The list of providers follows from the identities. */
function withoutProviders(data: Record<string, unknown> | null | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data ?? {}).filter(([key]) => key !== 'provider' && key !== 'providers'))
}

async function refuseTaken(
  tx: PoolClient,
  { email, phone, ownId }: { email: string | undefined; phone: string | undefined; ownId: string | null },
): Promise<void> {
  const byEmail = email ? await findUserByAddress(tx, { provider: 'email', address: email }) : null
  if (byEmail && byEmail.id !== ownId) throw emailTaken()
  const byPhone = phone ? await findUserByAddress(tx, { provider: 'phone', address: phone }) : null
  if (byPhone && byPhone.id !== ownId) throw phoneTaken()
}

/** Confirmations and bans. */
async function applyMarks(tx: PoolClient, { id, changes }: { id: string; changes: AdminUserInput }): Promise<void> {
  const user = await findUserById(tx, id)
  for (const provider of ['email', 'phone'] as const) {
    const address = user?.[provider]
    if (!changes.body[`${provider}_confirm`] || !address) continue
    await tx.query(
      `update auth.users set ${provider}_confirmed_at = coalesce(${provider}_confirmed_at, now()) where id = $1`,
      [id],
    )
    await setOwnIdentity(tx, { userId: id, provider, address })
  }
  if (!changes.body.ban_duration) return
  const seconds = parseDuration(changes.body.ban_duration)
  await tx.query(
    'update auth.users set banned_until = case when $2 > 0 then now() + make_interval(secs => $2) end where id = $1',
    [id, seconds],
  )
}
