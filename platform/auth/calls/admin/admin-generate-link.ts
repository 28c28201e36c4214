import type { PoolClient } from 'pg'
import { z } from 'zod'
import { parseEmail } from '../../addresses.ts'
import { requireAdmin } from '../../admin.ts'
import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { createToken } from '../../codes/confirmations.ts'
import { emailTaken } from '../../codes/email-change.ts'
import type { MailKind } from '../../codes/mails.ts'
import { allowedRedirect, chooseRedirect } from '../../flows/redirects.ts'
import { checkPassword } from '../../passwords/passwords.ts'
import { AuthRefusal, invalid } from '../../refusals.ts'
import { mergeMetadata } from '../../users/metadata.ts'
import { claimAddress } from '../../users/registration.ts'
import { findUserByEmail, findUserById, presentUser, type User, updateUser } from '../../users/users.ts'

const LinkInput = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  new_email: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  redirect_to: z.string().nullish(),
})
type LinkInput = z.infer<typeof LinkInput>

const kinds: Record<string, { kind: MailKind; verification: string }> = {
  signup: { kind: 'confirmation', verification: 'signup' },
  invite: { kind: 'invite', verification: 'invite' },
  magiclink: { kind: 'magic_link', verification: 'magiclink' },
  recovery: { kind: 'recovery', verification: 'recovery' },
  email_change_current: { kind: 'email_change_current', verification: 'email_change' },
  email_change_new: { kind: 'email_change_new', verification: 'email_change' },
}

/** POST /admin/generate_link: the link and code a mail would carry, for the operator to deliver. */
export async function generateLink(call: Call): Promise<Response> {
  await requireAdmin(call)
  const body = await readBody(call.request, LinkInput)
  const wanted = body.type && Object.hasOwn(kinds, body.type) ? kinds[body.type] : undefined
  if (!wanted) throw invalid('Invalid email action link type requested')
  const email = parseEmail(body.email ?? '')
  if (body.password) checkPassword(body.password, call.auth.settings)
  if (wanted.kind === 'confirmation' && !body.password) throw invalid('Signup requires a valid password')
  const passwordHash = body.password ? await call.auth.hashing.hash(body.password) : null
  const { settings } = call.auth
  const redirectTo = allowedRedirect(body.redirect_to, settings) ?? chooseRedirect(call.request, settings)

  return call.auth.transact(async (tx) => {
    const user = await prepareUser(tx, call, { body, email, passwordHash, kind: wanted.kind })
    const to = wanted.kind === 'email_change_new' ? { to: user.email_change ?? '' } : {}
    const created = await createToken(tx, call, { user, kind: wanted.kind, redirectTo, challenge: null, ...to })
    await audit(tx, call, { action: 'admin_link_generated', userId: user.id, details: { type: body.type } })
    const link = new URL(`${settings.externalUrl}/verify`)
    link.searchParams.set('token', created.token)
    link.searchParams.set('type', wanted.verification)
    link.searchParams.set('redirect_to', redirectTo)
    return jsonResponse({
      ...presentUser((await findUserById(tx, user.id)) ?? user),
      action_link: link.href,
      email_otp: created.code,
      hashed_token: created.token,
      verification_type: body.type,
      redirect_to: redirectTo,
    })
  })
}

async function prepareUser(
  tx: PoolClient,
  call: Call,
  { body, email, passwordHash, kind }: { body: LinkInput; email: string; passwordHash: string | null; kind: MailKind },
): Promise<User> {
  const known = await findUserByEmail(tx, email)
  if (kind === 'confirmation' || kind === 'invite') {
    if (known?.confirmed_at) throw emailTaken()
    const maxBytes = call.auth.settings.maxUserMetadataBytes
    const data = mergeMetadata({}, { sent: body.data ?? undefined, maxBytes })
    return claimAddress(tx, { provider: 'email', address: email, passwordHash, data, isFinal: true, isBare: true })
  }
  if (!known) throw new AuthRefusal(404, 'user_not_found', 'User with this email not found')
  if (kind !== 'email_change_current' && kind !== 'email_change_new') return known
  const next = parseEmail(body.new_email ?? '')
  if (await findUserByEmail(tx, next)) throw emailTaken()
  // The links for the old and the new address remain valid together while the new address stays the same.
  if (known.email_change === next) return known
  await updateUser(tx, known.id, { email_change: next, email_change_confirm_status: 0 })
  return { ...known, email_change: next, email_change_confirm_status: 0 }
}
