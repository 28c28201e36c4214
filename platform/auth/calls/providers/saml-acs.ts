import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { isUuid, parseEmail } from '../../addresses.ts'
import { audit } from '../../audit.ts'
import type { Call } from '../../auth.ts'
import { readText } from '../../body.ts'
import { finishFlow } from '../../flows/finish-flow.ts'
import { describeRefusal, type RedirectParameters, redirectTo } from '../../flows/redirect-response.ts'
import { allowedRedirect } from '../../flows/redirects.ts'
import { type Assertion, metadataUrl, readAssertion, samlFor } from '../../providers/saml.ts'
import { AuthRefusal } from '../../refusals.ts'
import { refuseBanned } from '../../sessions/sessions.ts'
import type { SamlProvider } from '../../settings.ts'
import { isFirstUse } from '../../used-proofs.ts'
import { insertIdentity } from '../../users/identities.ts'
import { findUserById, insertUser, type User, updateUser } from '../../users/users.ts'
import { samlDisabled } from './sso.ts'

interface SamlFlow {
  id: string
  code_challenge: string | null
  provider_state: { requestId: string; providerId: string }
  referrer: string | null
  is_over: boolean
}

const RELAY_LIFE_SECONDS = 600

/** GET /sso/saml/metadata: what an identity provider needs to know about this service. */
export async function samlMetadata(call: Call): Promise<Response> {
  const [provider] = call.auth.settings.samlProviders
  if (!provider) throw samlDisabled()
  // The document describes this service only, so it is the same for every provider.
  const saml = await samlFor(call.auth, { provider, requestId: '_metadata' })
  const xml = saml.generateServiceProviderMetadata(null)
  const headers = { 'content-type': 'application/xml', 'cache-control': 'public, max-age=600' }
  return new Response(xml, { headers })
}

/** POST /sso/saml/acs: a person returns with the provider's signed assertion. */
export async function samlAcs(call: Call): Promise<Response> {
  const { settings } = call.auth
  if (settings.samlProviders.length === 0) throw samlDisabled()
  const form = new URLSearchParams(await readText(call.request))
  const flow = await call.auth.transact((tx) => takeFlow(tx, form.get('RelayState') ?? ''))
  if (!flow) throw new AuthRefusal(404, 'saml_relay_state_not_found', 'SAML RelayState was not found')
  if (flow.is_over) {
    throw new AuthRefusal(422, 'saml_relay_state_expired', 'SAML RelayState has expired. Try signing in again?')
  }
  const target = new URL(allowedRedirect(flow.referrer, settings) ?? settings.siteUrl)
  try {
    const provider = settings.samlProviders.find((one) => one.id === flow.provider_state.providerId)
    if (!provider) throw new AuthRefusal(404, 'saml_relay_state_not_found', 'SAML provider was not found')
    const assertion = await check(call, { provider, flow, response: form.get('SAMLResponse') ?? '' })
    return redirectTo(target, await call.auth.transact((tx) => settle(tx, call, { provider, flow, assertion })), 302)
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    return redirectTo(target, describeRefusal(error, true), 302)
  }
}

/** A relay state is valid once. */
async function takeFlow(tx: PoolClient, id: string): Promise<SamlFlow | null> {
  if (!isUuid(id)) return null
  const { rows } = await tx.query<SamlFlow>(
    `with flow as (select *, created_at < now() - make_interval(secs => ${RELAY_LIFE_SECONDS}) as is_over
                     from auth.flow_state where id = $1 and provider_state is not null
                      and authentication_method = 'sso/saml' for update),
       taken as (update auth.flow_state f set provider_state = null from flow where f.id = flow.id)
     select id, code_challenge, provider_state, referrer, is_over from flow`,
    [id],
  )
  return rows[0] ?? null
}

async function check(
  call: Call,
  { provider, flow, response }: { provider: SamlProvider; flow: SamlFlow; response: string },
): Promise<Assertion> {
  try {
    return await readAssertion(call.auth, { provider, requestId: flow.provider_state.requestId, response })
  } catch (error) {
    if (error instanceof AuthRefusal) throw error
    const reason = error instanceof Error ? error.message.slice(0, 200) : ''
    await call.auth.transact((tx) => audit(tx, call, { action: 'saml_refused', userId: null, details: { reason } }))
    throw new AuthRefusal(400, 'validation_failed', 'SAML Assertion is not valid')
  }
}

interface Settling {
  provider: SamlProvider
  flow: SamlFlow
  assertion: Assertion
}

async function settle(
  tx: PoolClient,
  call: Call,
  { provider, flow, assertion }: Settling,
): Promise<RedirectParameters> {
  const isFirst = await isFirstUse(tx, { kind: `saml:${provider.id}`, value: assertion.id, keepSeconds: 3600 })
  if (!isFirst) throw new AuthRefusal(400, 'validation_failed', 'SAML Assertion is not valid')
  const user = await findOrCreateSsoUser(tx, call, { provider, assertion })
  refuseBanned(user)
  const proof = { method: 'sso/saml', provider: `sso:${provider.id}` }
  return finishFlow(tx, call, { flow, userId: user.id, proof })
}

/**
 * Users of a company's provider are kept apart: only the provider vouches for their e-mail, so it links to no other
 * account.
 */
async function findOrCreateSsoUser(
  tx: PoolClient,
  call: Call,
  { provider, assertion }: { provider: SamlProvider; assertion: Assertion },
): Promise<User> {
  const name = `sso:${provider.id}`
  const email = parseEmail(assertion.email)
  const metadata = assertion.name ? { full_name: assertion.name } : {}
  // Two assertions may arrive concurrently for one new person: the second blocks here and then finds the user.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${name}\n${assertion.nameId}`])
  const { rows } = await tx.query<{ user_id: string }>(
    'select user_id from auth.identities where provider = $1 and provider_id = $2',
    [name, assertion.nameId],
  )
  const known = rows[0] ? await findUserById(tx, rows[0].user_id, { lock: true }) : null
  if (known) {
    if (known.email !== email) await updateUser(tx, known.id, { email })
    return known
  }
  const id = randomUUID()
  await insertUser(tx, {
    id,
    email,
    email_confirmed_at: new Date(),
    is_sso_user: true,
    raw_user_meta_data: { ...metadata, sub: id, email, email_verified: true },
    raw_app_meta_data: { provider: name, providers: [name] },
  })
  const data = { ...metadata, sub: assertion.nameId, email, email_verified: true, iss: metadataUrl(call.auth) }
  await insertIdentity(tx, { userId: id, provider: name, providerId: assertion.nameId, data })
  await audit(tx, call, { action: 'user_signedup', userId: id, details: { provider: name } })
  const user = await findUserById(tx, id)
  if (!user) throw new Error('A user that was just made is not there')
  return user
}
