import type { Configuration } from 'openid-client'
import type { PoolClient } from 'pg'
import { isUuid } from '../../addresses.ts'
import type { Call } from '../../auth.ts'
import { readText } from '../../body.ts'
import { finishFlow } from '../../flows/finish-flow.ts'
import { describeRefusal, type RedirectParameters, redirectTo } from '../../flows/redirect-response.ts'
import { allowedRedirect } from '../../flows/redirects.ts'
import { findOrCreateUser, linkIdentity, readProfile } from '../../providers/account-linking.ts'
import { callbackUrl, discover, findProvider, loadOpenId } from '../../providers/openid-providers.ts'
import { AuthRefusal } from '../../refusals.ts'
import { findUserById } from '../../users/users.ts'
import { isFromSameBrowser } from './identity-authorize.ts'

interface StoredFlow {
  id: string
  code_challenge: string | null
  provider_type: string
  provider_state: { nonce: string; verifier: string }
  referrer: string | null
  linking_target_id: string | null
}

const FLOW_LIFE_SECONDS = 600

/** GET or POST /callback: a person returns from a provider and is redirected with a code or with tokens. */
export async function callback(call: Call): Promise<Response> {
  const parameters = await readParameters(call)
  const state = parameters.get('state')
  if (!state) throw new AuthRefusal(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  const flow = isUuid(state) ? await call.auth.transact((tx) => takeFlow(tx, state)) : null
  if (!flow) throw new AuthRefusal(400, 'bad_oauth_state', 'OAuth state not found or expired')
  const { settings } = call.auth
  const target = new URL(allowedRedirect(flow.referrer, settings) ?? settings.siteUrl)
  try {
    if (flow.linking_target_id && !isFromSameBrowser(call, flow.id)) {
      throw new AuthRefusal(400, 'bad_oauth_state', 'The identity must be linked in the browser that asked for it')
    }
    const grant = await exchange(call, { flow, parameters })
    return redirectTo(target, await call.auth.transact((tx) => settle(tx, call, { flow, grant })), 302)
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    return redirectTo(target, describeRefusal(error, true), 302)
  }
}

async function readParameters(call: Call): Promise<URLSearchParams> {
  if (call.request.method !== 'POST') return call.url.searchParams
  return new URLSearchParams(await readText(call.request))
}

/** A state is valid once; a second return with it finds nothing. */
async function takeFlow(tx: PoolClient, id: string): Promise<StoredFlow | null> {
  const { rows } = await tx.query<StoredFlow>(
    `with flow as (select * from auth.flow_state where id = $1 and provider_state is not null
                      and authentication_method = 'oauth'
                      and created_at > now() - make_interval(secs => ${FLOW_LIFE_SECONDS}) for update),
       taken as (update auth.flow_state f set provider_state = null from flow where f.id = flow.id)
     select id, code_challenge, provider_type, provider_state, referrer, linking_target_id from flow`,
    [id],
  )
  return rows[0] ?? null
}

interface Grant {
  profile: ReturnType<typeof readProfile>
  accessToken: string
  refreshToken: string | null
}

/** Requests the person's identity from the provider, and checks its responses against the stored state. */
async function exchange(
  call: Call,
  { flow, parameters }: { flow: StoredFlow; parameters: URLSearchParams },
): Promise<Grant> {
  const refused = parameters.get('error')
  if (refused) {
    const text = (parameters.get('error_description') ?? refused).replace(/[^\x20-\x7e]/g, ' ').slice(0, 200)
    throw new AuthRefusal(403, 'bad_oauth_callback', text)
  }
  const provider = findProvider(call.auth, flow.provider_type)
  const back = new URL(callbackUrl(call.auth))
  for (const name of ['code', 'state', 'iss']) {
    const value = parameters.get(name)
    if (value) back.searchParams.set(name, value)
  }
  const openid = await loadOpenId()
  try {
    const { configuration } = await discover(provider)
    refuseTampered(back, configuration)
    const tokens = await openid.authorizationCodeGrant(configuration, back, {
      expectedState: flow.id,
      expectedNonce: flow.provider_state.nonce,
      pkceCodeVerifier: flow.provider_state.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('The provider sent no id token')
    const more =
      typeof claims.email === 'string' ? {} : await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return {
      profile: readProfile(provider, { ...more, ...claims }),
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? null,
    }
  } catch (error) {
    if (error instanceof AuthRefusal) throw error
    if (isCallersFault(error, openid)) throw unusableCode()
    call.auth.reportFault(error)
    throw new AuthRefusal(500, 'unexpected_failure', 'Unable to exchange external code')
  }
}

/** Parameters from the browser may have been tampered with: that is neither the provider's fault nor ours. */
function refuseTampered(back: URL, configuration: Configuration): void {
  const { issuer, authorization_response_iss_parameter_supported: namesIssuer } = configuration.serverMetadata()
  const named = back.searchParams.get('iss')
  const isIssuer = named === null ? !namesIssuer : named === issuer
  if (!isIssuer || !back.searchParams.has('code')) throw unusableCode()
}

/** The code is unknown to the provider, or was issued for another of our requests. */
function isCallersFault(error: unknown, openid: Awaited<ReturnType<typeof loadOpenId>>): boolean {
  if (error instanceof openid.ResponseBodyError) return error.error === 'invalid_grant'
  if (!(error instanceof openid.ClientError) || error.code !== 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') return false
  const { cause } = error
  return cause instanceof Error && /"nonce"/.test(cause.message)
}

function unusableCode(): AuthRefusal {
  return new AuthRefusal(400, 'bad_oauth_callback', 'Unable to exchange external code')
}

async function settle(
  tx: PoolClient,
  call: Call,
  { flow, grant }: { flow: StoredFlow; grant: Grant },
): Promise<RedirectParameters> {
  const userId = await signInOrLink(tx, call, { flow, grant })
  return finishFlow(tx, call, { flow, userId, proof: { method: 'oauth', provider: flow.provider_type }, grant })
}

async function signInOrLink(
  tx: PoolClient,
  call: Call,
  { flow, grant }: { flow: StoredFlow; grant: Grant },
): Promise<string> {
  if (!flow.linking_target_id) return (await findOrCreateUser(tx, call, grant.profile)).id
  const user = await findUserById(tx, flow.linking_target_id, { lock: true })
  if (!user) throw new AuthRefusal(403, 'user_not_found', 'User not found')
  await linkIdentity(tx, call, { user, profile: grant.profile })
  return user.id
}
