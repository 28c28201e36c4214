import type { PoolClient } from 'pg'
import type { Call } from '../../auth.ts'
import { type Challenge, insertFlow, readChallenge } from '../../flows/flow-states.ts'
import { describeRefusal, redirectTo } from '../../flows/redirect-response.ts'
import { chooseRedirect } from '../../flows/redirects.ts'
import { guard, limit } from '../../limits.ts'
import { callbackUrl, findProvider, loadOpenId, reach } from '../../providers/openid-providers.ts'
import { AuthRefusal } from '../../refusals.ts'
import type { OpenIdProvider } from '../../settings.ts'

/** GET /authorize: sends the browser to a provider. */
export async function authorize(call: Call): Promise<Response> {
  let url: URL
  try {
    url = await startProviderFlow(call, { linkingTargetId: null })
  } catch (error) {
    if (!(error instanceof AuthRefusal && error.code === 'provider_disabled')) throw error
    // A person sees this in a browser, so redirect to the site, which can explain it, rather than answer JSON.
    const refusal = new AuthRefusal(503, error.code, error.message)
    const target = new URL(chooseRedirect(call.request, call.auth.settings))
    return redirectTo(target, describeRefusal(refusal, call.url.searchParams.has('code_challenge')), 302)
  }
  return new Response(null, { status: 302, headers: { location: url.href, 'cache-control': 'no-store' } })
}

/** Stores what the return from the provider must match, and returns the provider's address. */
export async function startProviderFlow(
  call: Call,
  { linkingTargetId }: { linkingTargetId: string | null },
): Promise<URL> {
  const { searchParams } = call.url
  const provider = findProvider(call.auth, searchParams.get('provider'))
  const challenge = readChallenge({
    code_challenge: searchParams.get('code_challenge'),
    code_challenge_method: searchParams.get('code_challenge_method'),
  })
  await guard(call, [limit(call, 'requestPerAddress', `authorize:${call.network}`)])
  const { configuration } = await reach(call.auth, provider)
  const openid = await loadOpenId()
  const secrets = { nonce: openid.randomNonce(), verifier: openid.randomPKCECodeVerifier() }
  const referrer = chooseRedirect(call.request, call.auth.settings)
  const state = await call.auth.transact((tx) =>
    rememberFlow(tx, { provider, challenge, secrets, referrer, linkingTargetId }),
  )
  return openid.buildAuthorizationUrl(configuration, {
    ...passedThrough(searchParams),
    redirect_uri: callbackUrl(call.auth),
    scope: scopes(provider, searchParams.get('scopes')),
    state,
    nonce: secrets.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  })
}

interface ProviderFlow {
  provider: OpenIdProvider
  challenge: Challenge | null
  secrets: { nonce: string; verifier: string }
  referrer: string
  linkingTargetId: string | null
}

async function rememberFlow(tx: PoolClient, flow: ProviderFlow): Promise<string> {
  const { provider, challenge } = flow
  const id = await insertFlow(tx, { userId: null, challenge, method: 'oauth', provider: provider.name })
  await tx.query(
    'update auth.flow_state set provider_state = $2, referrer = $3, linking_target_id = $4 where id = $1',
    [id, JSON.stringify(flow.secrets), flow.referrer, flow.linkingTargetId],
  )
  return id
}

/** Hints for the provider's screen that a client may set; we set every other parameter. */
const HINTS = ['prompt', 'login_hint', 'hd', 'access_type', 'ui_locales', 'display', 'max_age']

function passedThrough(searchParams: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    HINTS.flatMap((name) => (searchParams.get(name) ? [[name, searchParams.get(name) ?? '']] : [])),
  )
}

function scopes(provider: OpenIdProvider, wanted: string | null): string {
  const more = (wanted ?? '').split(/[\s,]+/).filter((scope) => /^[\w.:/-]{1,200}$/.test(scope))
  return [...new Set([...(provider.scopes ?? ['openid', 'email', 'profile']), ...more])].join(' ')
}
