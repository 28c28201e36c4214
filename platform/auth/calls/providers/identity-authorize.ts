import { type Call, jsonResponse } from '../../auth.ts'
import { loadCaller, requireRecentProof } from '../../codes/reauthentication.ts'
import { callbackUrl } from '../../providers/openid-providers.ts'
import { AuthRefusal } from '../../refusals.ts'
import { requireHighestAal } from '../../sessions/bearer.ts'
import { startProviderFlow } from './authorize.ts'

/** GET /user/identities/authorize: redirects to a provider, whose account is then linked to the caller's. */
export async function authorizeIdentity(call: Call): Promise<Response> {
  requireManualLinking(call)
  const caller = await loadCaller(call)
  requireHighestAal(caller, 'AAL2 session is required to link an identity when MFA is enabled.')
  requireRecentProof(call, caller)
  const url = await startProviderFlow(call, { linkingTargetId: caller.user.id })
  const headers = { 'set-cookie': linkCookie(call, url.searchParams.get('state') ?? '') }
  if (call.url.searchParams.get('skip_http_redirect') === 'true') return jsonResponse({ url: url.href }, { headers })
  return new Response(null, { status: 302, headers: { ...headers, location: url.href, 'cache-control': 'no-store' } })
}

const COOKIE = 'auth-link'

/**
 * Binds the return to the browser that made the request. Otherwise an attacker could send the URL to a victim, whose
 * account at the provider would then open the attacker's account here.
 */
function linkCookie(call: Call, state: string): string {
  const url = new URL(callbackUrl(call.auth))
  const secure = url.protocol === 'https:' ? '; Secure' : ''
  return `${COOKIE}=${state}; Path=${url.pathname}; Max-Age=600; HttpOnly; SameSite=Lax${secure}`
}

export function isFromSameBrowser(call: Call, state: string): boolean {
  const cookies = (call.request.headers.get('cookie') ?? '').split(/;\s*/)
  return cookies.includes(`${COOKIE}=${state}`)
}

export function requireManualLinking(call: Call): void {
  if (!call.auth.settings.manualLinkingEnabled) {
    throw new AuthRefusal(404, 'manual_linking_disabled', 'Manual linking is disabled')
  }
}
