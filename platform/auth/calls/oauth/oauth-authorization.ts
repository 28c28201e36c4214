import type { PoolClient } from 'pg'
import { z } from 'zod'
import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { refuseAnonymous } from '../../factors/factors.ts'
import {
  type AuthorizationRow,
  answerAddress,
  approveAuthorization,
  claimAuthorization,
  denyAuthorization,
  mayAnswerUnasked,
} from '../../oauth/authorizations.ts'
import { findClient, type OAuthClientRow, presentApp } from '../../oauth/clients.ts'
import { allow, hasConsent } from '../../oauth/consents.ts'
import { isRegisteredRedirect } from '../../oauth/redirect-addresses.ts'
import { AuthRefusal, invalid } from '../../refusals.ts'
import { type Caller, requireCaller, requireHighestAal } from '../../sessions/bearer.ts'

/**
 * GET /oauth/authorizations/{id}: what an app asks for, or where to go on if the person has allowed the same before. The
 * first person who opens a request is the only one who can answer it.
 */
export async function authorizationDetails(call: Call): Promise<Response> {
  const details = await call.auth.transact(async (tx) => {
    const open = await requireOpen(tx, call)
    const { request, client, caller } = open
    if (await isAllowedBefore(tx, open)) return approve(tx, call, open)
    return {
      authorization_id: request.id,
      redirect_uri: request.redirect_uri.replace(/\?.*$/, ''),
      client: presentApp(client),
      user: { id: caller.user.id, email: caller.user.email ?? '' },
      scope: request.scopes.join(' '),
      /** An addition: the operator has not looked at an app that registered itself. */
      registration_type: client.registration_type,
    }
  })
  return jsonResponse(details)
}

const ConsentInput = z.object({ action: z.string().nullish() })

/** POST /oauth/authorizations/{id}/consent: the person allows it or not, once. */
export async function answerAuthorization(call: Call): Promise<Response> {
  const { action } = await readBody(call.request, ConsentInput)
  if (action !== 'approve' && action !== 'deny') throw invalid('action must be "approve" or "deny"')
  const answer = await call.auth.transact(async (tx) => {
    const open = await requireOpen(tx, call)
    const { request, client, caller } = open
    if (action === 'deny') {
      await denyAuthorization(tx, request.id)
      const refused = { error: 'access_denied', error_description: 'The person did not allow it' } as const
      return { redirect_url: answerAddress(request, refused, call.auth.signingKeys.issuer) }
    }
    // A thief with the password alone must not give an app lasting access.
    requireHighestAal(caller, 'AAL2 session is required to allow an app when MFA is enabled.')
    await allow(tx, { userId: caller.user.id, clientId: client.id, scopes: request.scopes })
    const details = { client_id: client.id, scopes: request.scopes }
    await audit(tx, call, { action: 'oauth_consent_granted', userId: caller.user.id, details })
    return approve(tx, call, open)
  })
  return jsonResponse(answer)
}

interface OpenRequest {
  request: AuthorizationRow
  client: OAuthClientRow
  caller: Caller
}

async function requireOpen(tx: PoolClient, call: Call): Promise<OpenRequest> {
  const caller = await requireCaller(tx, call)
  refuseAnonymous(caller)
  const request = await claimAuthorization(tx, { id: call.params.authorizationId ?? '', userId: caller.user.id })
  const client = request && (await findClient(tx, request.client_id, { lock: true }))
  if (!request || !client || !isRegisteredRedirect(client, request.redirect_uri)) {
    throw new AuthRefusal(404, 'oauth_authorization_not_found', 'OAuth authorization not found')
  }
  if (request.status !== 'pending') {
    throw new AuthRefusal(400, 'oauth_invalid_state', 'OAuth authorization has been answered already')
  }
  return { request, client, caller }
}

async function isAllowedBefore(tx: PoolClient, { request, client, caller }: OpenRequest): Promise<boolean> {
  const hasFactor = caller.user.factors.some(({ status }) => status === 'verified')
  if (!mayAnswerUnasked(request, client) || (hasFactor && caller.session.aal !== 'aal2')) return false
  return hasConsent(tx, { userId: caller.user.id, clientId: client.id, scopes: request.scopes })
}

async function approve(
  tx: PoolClient,
  call: Call,
  { request, caller }: OpenRequest,
): Promise<{ redirect_url: string }> {
  const code = await approveAuthorization(tx, { id: request.id, sessionId: caller.session.id })
  return { redirect_url: answerAddress(request, { code }, call.auth.signingKeys.issuer) }
}
