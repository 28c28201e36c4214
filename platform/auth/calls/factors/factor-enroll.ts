import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { parsePhone } from '../../addresses.ts'
import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { requireRecentProof } from '../../codes/reauthentication.ts'
import { CHALLENGE_LIFE_SECONDS, refuseAnonymous } from '../../factors/factors.ts'
import { createTotp } from '../../factors/totp.ts'
import { guard, limit } from '../../limits.ts'
import { AuthRefusal, invalid } from '../../refusals.ts'
import { type Caller, readClaims, requireCaller, requireHighestAal } from '../../sessions/bearer.ts'

const EnrollInput = z.object({
  factor_type: z.string().nullish(),
  friendly_name: z.string().nullish(),
  issuer: z.string().nullish(),
  phone: z.string().nullish(),
})
type EnrollInput = z.infer<typeof EnrollInput>

/** POST /factors: adds a second factor, which becomes active with its first code. */
export async function enrollFactor(call: Call): Promise<Response> {
  const body = await readBody(call.request, EnrollInput)
  const claims = await readClaims(call)
  await guard(call, [limit(call, 'factorPerAccount', `enroll:${claims.sub}`)])
  const enroll = readEnrolment(body.factor_type)
  const name = (body.friendly_name ?? '').trim().slice(0, 100)
  return call.auth.transact(async (tx) => {
    const caller = await requireCaller(tx, call, { lock: true })
    await checkCaller(tx, call, { caller, name })
    const response = await enroll(tx, call, { caller, body, name })
    await audit(tx, call, { action: 'factor_in_progress', userId: caller.user.id, details: { factor_id: response.id } })
    return jsonResponse(response)
  })
}

function readEnrolment(type: string | null | undefined) {
  if (type === 'totp') return enrollTotp
  if (type === 'phone') return enrollPhone
  if (type === 'webauthn') return enrollDevice
  throw invalid('factor_type needs to be totp, phone, or webauthn')
}

async function checkCaller(
  tx: PoolClient,
  call: Call,
  { caller, name }: { caller: Caller; name: string },
): Promise<void> {
  refuseAnonymous(caller)
  requireHighestAal(caller, 'AAL2 required to enroll a new factor', 403)
  // An attacker with an old session must not lock its owner out by adding a factor.
  requireRecentProof(call, caller)
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
        and created_at < now() - make_interval(secs => ${CHALLENGE_LIFE_SECONDS})`,
    [caller.user.id],
  )
  const { rows } = await tx.query<{ count: number; is_taken: boolean | null }>(
    `select count(*)::int as count, bool_or(friendly_name = $2) as is_taken from auth.mfa_factors where user_id = $1`,
    [caller.user.id, name],
  )
  if ((rows[0]?.count ?? 0) >= call.auth.settings.maxFactors) {
    throw new AuthRefusal(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  }
  if (name && rows[0]?.is_taken) {
    const text = `A factor with the friendly name "${name}" for this user already exists`
    throw new AuthRefusal(422, 'mfa_factor_name_conflict', text)
  }
}

interface Enrolment {
  caller: Caller
  body: EnrollInput
  name: string
}

async function enrollTotp(tx: PoolClient, call: Call, { caller, body, name }: Enrolment) {
  const { settings } = call.auth
  if (!settings.totpEnabled) {
    throw new AuthRefusal(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
  }
  // In the address that apps read, a colon separates issuer and account.
  const issuer = (body.issuer || settings.totpIssuer || new URL(settings.siteUrl).hostname)
    .replace(/:/g, ' ')
    .slice(0, 60)
  const label = caller.user.email || caller.user.phone || caller.user.id
  const totp = createTotp({ issuer, label })
  const id = randomUUID()
  const secret = call.auth.secretCipher.seal(totp.secret, id)
  await insertFactor(tx, { id, userId: caller.user.id, type: 'totp', name, secret })
  return {
    id,
    type: 'totp',
    friendly_name: name,
    totp: { qr_code: totp.qrCode, secret: totp.secret, uri: totp.uri },
  }
}

async function enrollPhone(tx: PoolClient, call: Call, { caller, body, name }: Enrolment) {
  if (!call.auth.settings.phoneFactorEnabled) {
    throw new AuthRefusal(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  }
  const phone = parsePhone(body.phone ?? '')
  const id = randomUUID()
  await insertFactor(tx, { id, userId: caller.user.id, type: 'phone', name, phone })
  return { id, type: 'phone', friendly_name: name, phone }
}

/** The device's key comes with the first challenge and its answer. */
async function enrollDevice(tx: PoolClient, call: Call, { caller, name }: Enrolment) {
  if (!call.auth.settings.webauthnFactorEnabled) {
    throw new AuthRefusal(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
  }
  const id = randomUUID()
  await insertFactor(tx, { id, userId: caller.user.id, type: 'webauthn', name })
  return { id, type: 'webauthn', friendly_name: name }
}

async function insertFactor(
  tx: PoolClient,
  factor: {
    id: string
    userId: string
    type: 'totp' | 'phone' | 'webauthn'
    name: string
    secret?: string
    phone?: string
  },
): Promise<void> {
  await tx.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, friendly_name, secret, phone) values ($1, $2, $3, $4, $5, $6)`,
    [factor.id, factor.userId, factor.type, factor.name || null, factor.secret ?? null, factor.phone ?? null],
  )
}
