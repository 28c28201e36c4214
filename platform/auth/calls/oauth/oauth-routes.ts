import { AuthRefusal } from '../../refusals.ts'
import type { Route } from '../../route.ts'
import {
  createOAuthClient,
  deleteOAuthClient,
  getOAuthClient,
  listOAuthClients,
  regenerateClientSecret,
  updateOAuthClient,
} from './admin-clients.ts'
import { answerAuthorization, authorizationDetails } from './oauth-authorization.ts'
import { oauthAuthorize } from './oauth-authorize.ts'
import { ownGrants, revokeOwnGrant } from './oauth-grants.ts'
import { oauthMetadata } from './oauth-metadata.ts'
import { registerClient } from './oauth-register.ts'
import { oauthToken } from './oauth-token.ts'
import { userinfo } from './oauth-userinfo.ts'

const routes: Route[] = [
  { method: 'GET', path: '/oauth/authorize', handle: oauthAuthorize, keyless: true },
  { method: 'POST', path: '/oauth/token', handle: oauthToken, keyless: true },
  { method: 'GET', path: '/oauth/userinfo', handle: userinfo, keyless: true },
  { method: 'POST', path: '/oauth/userinfo', handle: userinfo, keyless: true },
  { method: 'GET', path: '/oauth/authorizations/:authorizationId', handle: authorizationDetails },
  { method: 'POST', path: '/oauth/authorizations/:authorizationId/consent', handle: answerAuthorization },
  { method: 'POST', path: '/oauth/clients/register', handle: registerClient, keyless: true },
  { method: 'GET', path: '/user/oauth/grants', handle: ownGrants },
  { method: 'DELETE', path: '/user/oauth/grants', handle: revokeOwnGrant },
  { method: 'GET', path: '/admin/oauth/clients', handle: listOAuthClients },
  { method: 'POST', path: '/admin/oauth/clients', handle: createOAuthClient },
  { method: 'GET', path: '/admin/oauth/clients/:clientId', handle: getOAuthClient },
  { method: 'PUT', path: '/admin/oauth/clients/:clientId', handle: updateOAuthClient },
  { method: 'DELETE', path: '/admin/oauth/clients/:clientId', handle: deleteOAuthClient },
  { method: 'POST', path: '/admin/oauth/clients/:clientId/regenerate_secret', handle: regenerateClientSecret },
  { method: 'GET', path: '/.well-known/oauth-authorization-server', handle: oauthMetadata, keyless: true },
  { method: 'GET', path: '/.well-known/openid-configuration', handle: oauthMetadata, keyless: true },
]

/** The calls of and about other apps; without the operator's setting there are none. */
export const OAUTH_ROUTES: readonly Route[] = routes.map((route) => ({
  ...route,
  async handle(call) {
    if (!call.auth.settings.oauthServerEnabled) {
      throw new AuthRefusal(404, 'feature_disabled', 'OAuth server is disabled')
    }
    return route.handle(call)
  },
}))
