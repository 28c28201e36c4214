import { z } from 'zod'
import type { Call } from '../../auth.ts'
import { guard, limit } from '../../limits.ts'
import { answerAddress, insertAuthorization } from '../../oauth/authorizations.ts'
import { onceEach } from '../../oauth/client-authentication.ts'
import { findClient, type OAuthClientRow } from '../../oauth/clients.ts'
import { type OAuthError, oauthRefusal } from '../../oauth/oauth-errors.ts'
import { isRegisteredRedirect } from '../../oauth/redirect-addresses.ts'
import { requestedScopes } from '../../oauth/scopes.ts'
import { AuthRefusal } from '../../refusals.ts'

/**
 * GET /oauth/authorize: an app sends a person here. Redirects to the page that asks them. A request that names no known
 * app and one of its addresses is answered here: a redirect would go wherever a stranger likes.
 */
export async function oauthAuthorize(call: Call): Promise<Response> {
  await guard(call, [limit(call, 'requestPerAddress', `oauth-authorize:${call.network}`)])
  try {
    const { client, redirectUri } = await requireKnownAddress(call)
    return redirect(await openRequest(call, { client, redirectUri }))
  } catch (error) {
    // People get a page instead of the answer for programs.
    const wantsPage = (call.request.headers.get('accept') ?? '').includes('text/html')
    if (error instanceof AuthRefusal && error.status < 500 && wantsPage) return redirect(consentAddress(call, {}))
    throw error
  }
}

async function requireKnownAddress(call: Call): Promise<{ client: OAuthClientRow; redirectUri: string }> {
  const id = only(call, 'client_id')
  const redirectUri = only(call, 'redirect_uri')
  const client = id === null ? null : await call.auth.transact((tx) => findClient(tx, id))
  if (!client) throw oauthRefusal('invalid_client', 'client_id names no app')
  if (redirectUri === null || !isRegisteredRedirect(client, redirectUri)) {
    throw oauthRefusal('invalid_request', 'redirect_uri is not one of the addresses that the app has registered')
  }
  return { client, redirectUri }
}

function only(call: Call, name: string): string | null {
  const [value, ...more] = call.url.searchParams.getAll(name)
  return value === undefined || more.length > 0 ? null : value
}

const storable = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => !text.includes('\0'))
    .optional()

const RequestInput = z.object({
  state: storable(2000),
  nonce: storable(500),
  code_challenge: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/)
    .optional(),
})

/** Returns the address of the page that asks, or that of the app with an error. */
async function openRequest(
  call: Call,
  { client, redirectUri }: { client: OAuthClientRow; redirectUri: string },
): Promise<string> {
  const given = call.url.searchParams.getAll('state')
  const state = given.length === 1 && (given[0] ?? '').length <= 2000 ? (given[0] ?? null) : null
  const refuse = (error: OAuthError, description: string) => {
    const request = { redirect_uri: redirectUri, state }
    return answerAddress(request, { error, error_description: description }, call.auth.signingKeys.issuer)
  }
  let params: Map<string, string>
  try {
    params = onceEach(call.url.searchParams)
  } catch {
    return refuse('invalid_request', 'A parameter was sent more than once')
  }
  const fault = findFault(params)
  if (fault) return refuse(...fault)
  const scopes = requestedScopes(params.get('scope') ?? null, client.scope)
  if (!scopes) return refuse('invalid_scope', 'The app may not ask for one of these scopes')
  const input = RequestInput.safeParse(Object.fromEntries(params))
  if (!input.success) return refuse('invalid_request', 'state, nonce or code_challenge has the wrong form')
  const challenge = input.data.code_challenge
  if (challenge === undefined || params.get('code_challenge_method') !== 'S256') {
    return refuse('invalid_request', 'PKCE is required: code_challenge with code_challenge_method=S256')
  }
  const id = await call.auth.transact((tx) =>
    insertAuthorization(tx, {
      client_id: client.id,
      redirect_uri: redirectUri,
      scopes,
      state: input.data.state ?? null,
      nonce: input.data.nonce ?? null,
      code_challenge: challenge,
      must_ask: params.get('prompt') === 'consent',
    }),
  )
  return consentAddress(call, { authorization_id: id })
}

/** Requests that this service refuses rather than answering something else than was asked for. */
function findFault(params: ReadonlyMap<string, string>): [OAuthError, string] | null {
  if (params.get('response_type') !== 'code') return ['unsupported_response_type', 'The only response type is "code"']
  if ((params.get('response_mode') ?? 'query') !== 'query')
    return ['invalid_request', 'The only response mode is "query"']
  if (params.has('request')) return ['request_not_supported', 'Request objects are not supported']
  if (params.has('request_uri')) return ['request_uri_not_supported', 'Request objects are not supported']
  const prompt = params.get('prompt') ?? 'consent'
  if (prompt === 'select_account')
    return ['account_selection_required', 'People choose their account when they sign in']
  // This address has no session: only the page that asks knows who is there, and it never asks for a password again.
  if (prompt !== 'consent' || params.has('max_age')) return ['login_required', 'The person has to be asked']
  return null
}

function consentAddress(call: Call, query: Record<string, string>): string {
  const { siteUrl, oauthConsentPath } = call.auth.settings
  const search = new URLSearchParams(query).toString()
  return `${siteUrl}${oauthConsentPath}${search && `?${search}`}`
}

function redirect(location: string): Response {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return new Response(null, { status: 302, headers })
}
