import type { PoolClient } from 'pg'
import type { Call } from '../auth.ts'
import { redeemToken } from '../codes/one-time-tokens.ts'
import { applyVerification } from '../codes/verifications.ts'
import { issueFlowCode } from '../flows/flow-states.ts'
import { describeRefusal, type RedirectParameters, redirectTo, sessionFragment } from '../flows/redirect-response.ts'
import { chooseRedirect } from '../flows/redirects.ts'
import { guard, limit } from '../limits.ts'
import { AuthRefusal } from '../refusals.ts'
import { openSession } from '../sessions/sessions.ts'
import { verificationTypes } from './verify.ts'

/** The client's name for the flow, by the type in the link. */
const flowMethods: Record<string, string[]> = {
  signup: ['email/signup'],
  invite: ['invite'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email_change: ['email_change'],
}

/** GET /verify: the link in a mail. Redirects the browser with tokens or a code in the address. */
export async function verifyLink(call: Call): Promise<Response> {
  const target = new URL(chooseRedirect(call.request, call.auth.settings))
  const token = call.url.searchParams.get('token') ?? ''
  const type = call.url.searchParams.get('type') ?? ''
  const isPkce = token.startsWith('pkce_')
  try {
    await guard(call, [limit(call, 'verifyPerAddress', call.network)])
    const result = await call.auth.transact((tx) => redeem(tx, call, { token, type, isPkce }))
    return redirectTo(target, result)
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    return redirectTo(target, describeRefusal(error, isPkce))
  }
}

async function redeem(
  tx: PoolClient,
  call: Call,
  { token, type, isPkce }: { token: string; type: string; isPkce: boolean },
): Promise<RedirectParameters> {
  const types = Object.hasOwn(flowMethods, type) ? verificationTypes[type] : undefined
  const redeemed = types && token ? await redeemToken(tx, call.auth, { token, types }) : null
  if (!redeemed) throw new AuthRefusal(403, 'otp_expired', 'Email link is invalid or has expired')
  const verified = await applyVerification(tx, call, { redeemed })
  if (verified === 'half') {
    const message = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
    return isPkce ? { query: { message } } : { fragment: { message } }
  }
  if (isPkce) {
    const code = await issueFlowCode(tx, { userId: redeemed.userId, methods: flowMethods[type] ?? [] })
    if (!code) throw new AuthRefusal(403, 'otp_expired', 'Email link is invalid or has expired')
    return { query: { code } }
  }
  const session = await openSession(tx, call, { userId: redeemed.userId, proof: { method: 'otp' } })
  return { fragment: { ...sessionFragment(session), sb: '', type } }
}
