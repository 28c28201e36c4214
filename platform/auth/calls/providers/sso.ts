import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { requireCaptcha, securityFields } from '../../captcha/require-captcha.ts'
import { challengeFields, insertFlow, readChallenge } from '../../flows/flow-states.ts'
import { allowedRedirect, chooseRedirect } from '../../flows/redirects.ts'
import { guard, limit } from '../../limits.ts'
import { samlFor } from '../../providers/saml.ts'
import { AuthRefusal, invalid } from '../../refusals.ts'
import type { SamlProvider } from '../../settings.ts'

const Body = z.object({
  provider_id: z.string().nullish(),
  domain: z.string().nullish(),
  redirect_to: z.string().nullish(),
  skip_http_redirect: z.boolean().nullish(),
  ...challengeFields,
  ...securityFields,
})

/** POST /sso: redirects to a company's identity provider, found by its id or by an e-mail domain. */
export async function sso(call: Call): Promise<Response> {
  const { settings } = call.auth
  const body = await readBody(call.request, Body)
  if (settings.samlProviders.length === 0) throw samlDisabled()
  await requireCaptcha(call, body)
  const challenge = readChallenge(body)
  const provider = chooseProvider(settings.samlProviders, body)
  await guard(call, [limit(call, 'requestPerAddress', `sso:${call.network}`)])
  const redirectTo = allowedRedirect(body.redirect_to, settings) ?? chooseRedirect(call.request, settings)
  const requestId = `_${randomBytes(20).toString('hex')}`
  const relayState = await call.auth.transact(async (tx) => {
    const id = await insertFlow(tx, { userId: null, challenge, method: 'sso/saml', provider: `sso:${provider.id}` })
    const state = JSON.stringify({ requestId, providerId: provider.id })
    await tx.query('update auth.flow_state set provider_state = $2, referrer = $3 where id = $1', [
      id,
      state,
      redirectTo,
    ])
    return id
  })
  const saml = await samlFor(call.auth, { provider, requestId })
  const url = await saml.getAuthorizeUrlAsync(relayState, undefined, {})
  if (body.skip_http_redirect === false) return new Response(null, { status: 303, headers: { location: url } })
  return jsonResponse({ url })
}

export function samlDisabled(): AuthRefusal {
  return new AuthRefusal(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

function chooseProvider(
  providers: SamlProvider[],
  { provider_id: id, domain }: { provider_id?: string | null | undefined; domain?: string | null | undefined },
): SamlProvider {
  if (!id && !domain) throw invalid('A provider_id or domain needs to be provided')
  if (id && domain) throw invalid('Only one of provider_id or domain supported')
  const wanted = domain?.toLowerCase() ?? ''
  const provider = providers.find((one) =>
    id ? one.id === id : one.domains.some((candidate) => candidate.toLowerCase() === wanted),
  )
  if (provider) return provider
  throw new AuthRefusal(
    404,
    'sso_provider_not_found',
    id ? 'No such SSO provider' : 'No SSO provider assigned for this domain',
  )
}
