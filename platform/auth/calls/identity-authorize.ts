import { answerJson, type Call } from '../auth.ts'
import { requireHighestAal } from '../bearer.ts'
import { loadCaller, requireRecentProof } from '../reauthentication.ts'
import { AuthRefusal } from '../refusals.ts'
import { startProviderFlow } from './authorize.ts'

/** GET /user/identities/authorize: the way to a provider whose account is then added to the caller's own. */
export async function authorizeIdentity(call: Call): Promise<Response> {
  requireManualLinking(call)
  const caller = await loadCaller(call)
  requireHighestAal(caller, 'AAL2 session is required to link an identity when MFA is enabled.')
  requireRecentProof(call, caller)
  const url = await startProviderFlow(call, { linkingTargetId: caller.user.id })
  if (call.url.searchParams.get('skip_http_redirect') === 'true') return answerJson({ url: url.href })
  return new Response(null, { status: 302, headers: { location: url.href, 'cache-control': 'no-store' } })
}

export function requireManualLinking(call: Call): void {
  if (!call.auth.settings.manualLinkingEnabled) {
    throw new AuthRefusal(404, 'manual_linking_disabled', 'Manual linking is disabled')
  }
}
