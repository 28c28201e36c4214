import { identifyKey } from '#platform/http/guards/keys.ts'
import { addressGroup } from '#platform/http/requests/client-address.ts'
import { readSqlError } from '#platform/postgres/sqlstate.ts'
import { isUnavailable, RETRY_AFTER_SECONDS } from '#platform/postgres/unavailable.ts'
import { type Auth, type AuthDependencies, createAuth } from './auth.ts'
import { adminFactors, deleteAdminFactor } from './calls/admin/admin-factors.ts'
import { generateLink } from './calls/admin/admin-generate-link.ts'
import { invite } from './calls/admin/admin-invite.ts'
import { createUser, deleteUser, getUserById, updateUserById } from './calls/admin/admin-user.ts'
import { listAllUsers } from './calls/admin/admin-users.ts'
import { captchaTask } from './calls/captcha.ts'
import { challengeFactor } from './calls/factors/factor-challenge.ts'
import { unenrollFactor } from './calls/factors/factor-delete.ts'
import { enrollFactor } from './calls/factors/factor-enroll.ts'
import { verifyFactor } from './calls/factors/factor-verify.ts'
import { getUser } from './calls/get-user.ts'
import { health } from './calls/health.ts'
import { jwks } from './calls/jwks.ts'
import { logOut } from './calls/log-out.ts'
import { OAUTH_ROUTES } from './calls/oauth/oauth-routes.ts'
import { otp } from './calls/otp.ts'
import { startAuthentication, verifyPasskey } from './calls/passkeys/authentication.ts'
import {
  adminPasskeys,
  deleteAdminPasskey,
  deleteOwnPasskey,
  ownPasskeys,
  renameOwnPasskey,
} from './calls/passkeys/passkeys.ts'
import { startRegistration, verifyNewPasskey } from './calls/passkeys/registration.ts'
import { authorize } from './calls/providers/authorize.ts'
import { callback } from './calls/providers/callback.ts'
import { authorizeIdentity } from './calls/providers/identity-authorize.ts'
import { deleteIdentity } from './calls/providers/identity-delete.ts'
import { samlAcs, samlMetadata } from './calls/providers/saml-acs.ts'
import { sso } from './calls/providers/sso.ts'
import { reauthenticate } from './calls/reauthenticate.ts'
import { recover } from './calls/recover.ts'
import { resend } from './calls/resend.ts'
import { endSession, listSessions } from './calls/sessions.ts'
import { settings } from './calls/settings.ts'
import { signUp } from './calls/sign-up.ts'
import { token } from './calls/tokens/token.ts'
import { updateOwnUser } from './calls/update-user.ts'
import { verify } from './calls/verify.ts'
import { verifyLink } from './calls/verify-link.ts'
import { emailTaken } from './codes/email-change.ts'
import { phoneTaken } from './codes/phone-change.ts'
import { AuthRefusal, refusalResponse } from './refusals.ts'
import type { Route } from './route.ts'

const routes: Route[] = [
  { method: 'POST', path: '/signup', handle: signUp },
  { method: 'POST', path: '/token', handle: token },
  { method: 'POST', path: '/logout', handle: logOut },
  { method: 'POST', path: '/verify', handle: verify, keyless: true },
  { method: 'GET', path: '/verify', handle: verifyLink, keyless: true },
  { method: 'POST', path: '/otp', handle: otp },
  { method: 'POST', path: '/magiclink', handle: otp },
  { method: 'GET', path: '/reauthenticate', handle: reauthenticate },
  { method: 'POST', path: '/recover', handle: recover },
  { method: 'POST', path: '/resend', handle: resend },
  { method: 'GET', path: '/user', handle: getUser },
  { method: 'PUT', path: '/user', handle: updateOwnUser },
  { method: 'GET', path: '/authorize', handle: authorize, keyless: true },
  { method: 'GET', path: '/callback', handle: callback, keyless: true },
  { method: 'POST', path: '/callback', handle: callback, keyless: true },
  { method: 'GET', path: '/user/identities/authorize', handle: authorizeIdentity },
  { method: 'DELETE', path: '/user/identities/:identityId', handle: deleteIdentity },
  { method: 'GET', path: '/sessions', handle: listSessions },
  { method: 'DELETE', path: '/sessions/:sessionId', handle: endSession },
  { method: 'POST', path: '/factors', handle: enrollFactor },
  { method: 'POST', path: '/factors/:factorId/challenge', handle: challengeFactor },
  { method: 'POST', path: '/factors/:factorId/verify', handle: verifyFactor },
  { method: 'DELETE', path: '/factors/:factorId', handle: unenrollFactor },
  { method: 'POST', path: '/passkeys/registration/options', handle: startRegistration },
  { method: 'POST', path: '/passkeys/registration/verify', handle: verifyNewPasskey },
  { method: 'POST', path: '/passkeys/authentication/options', handle: startAuthentication },
  { method: 'POST', path: '/passkeys/authentication/verify', handle: verifyPasskey },
  { method: 'GET', path: '/passkeys', handle: ownPasskeys },
  { method: 'PATCH', path: '/passkeys/:passkeyId', handle: renameOwnPasskey },
  { method: 'DELETE', path: '/passkeys/:passkeyId', handle: deleteOwnPasskey },
  { method: 'GET', path: '/admin/users', handle: listAllUsers },
  { method: 'POST', path: '/admin/users', handle: createUser },
  { method: 'GET', path: '/admin/users/:userId', handle: getUserById },
  { method: 'PUT', path: '/admin/users/:userId', handle: updateUserById },
  { method: 'DELETE', path: '/admin/users/:userId', handle: deleteUser },
  { method: 'GET', path: '/admin/users/:userId/factors', handle: adminFactors },
  { method: 'DELETE', path: '/admin/users/:userId/factors/:factorId', handle: deleteAdminFactor },
  { method: 'GET', path: '/admin/users/:userId/passkeys', handle: adminPasskeys },
  { method: 'DELETE', path: '/admin/users/:userId/passkeys/:passkeyId', handle: deleteAdminPasskey },
  { method: 'POST', path: '/admin/generate_link', handle: generateLink },
  { method: 'POST', path: '/invite', handle: invite },
  { method: 'POST', path: '/sso', handle: sso },
  { method: 'GET', path: '/sso/saml/metadata', handle: samlMetadata, keyless: true },
  { method: 'POST', path: '/sso/saml/acs', handle: samlAcs, keyless: true },
  { method: 'GET', path: '/captcha', handle: captchaTask },
  { method: 'GET', path: '/settings', handle: settings },
  { method: 'GET', path: '/health', handle: health, keyless: true },
  { method: 'GET', path: '/.well-known/jwks.json', handle: jwks, keyless: true },
  ...OAUTH_ROUTES,
]

/** The auth service: answers every request below `/auth/v1`. */
export function createAuthHandler(dependencies: AuthDependencies): (request: Request) => Promise<Response> {
  const auth = createAuth(dependencies)
  return async (request) => {
    try {
      return await handle(auth, request)
    } catch (error) {
      return refusalResponse(asRefusal(error, auth), request)
    }
  }
}

async function handle(auth: Auth, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const path = url.pathname.replace(/^\/auth\/v1(?=\/|$)/, '').replace(/(.)\/$/, '$1')
  for (const route of routes) {
    const params = route.method === request.method ? matchPath(route.path, path) : null
    if (!params) continue
    requireKey(request, { auth, isKeyless: route.keyless === true })
    const userAgent = (request.headers.get('user-agent') ?? '').slice(0, 255)
    const address = auth.clientAddress(request)
    return route.handle({ auth, request, url, params, userAgent, address, network: addressGroup(address) })
  }
  throw new AuthRefusal(404, 'not_found', 'requested path is invalid')
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = value
    else if (part !== value) return null
  }
  return params
}

function requireKey(request: Request, { auth, isKeyless }: { auth: Auth; isKeyless: boolean }): void {
  const key = identifyKey(request, auth.apiKeys)
  if (key === 'secret-in-browser') {
    throw new AuthRefusal(401, 'no_authorization', 'Forbidden use of secret API key in browser')
  }
  if (isKeyless) return
  if (key === 'none' && auth.settings.apiKeyRequired)
    throw new AuthRefusal(401, 'no_authorization', 'No API key found in request')
  if (key === 'unknown') throw new AuthRefusal(401, 'no_authorization', 'Invalid API key')
}

/**
 * Values that PostgreSQL cannot read are the caller's fault; all other errors are ours, and their details are not
 * exposed.
 */
function asRefusal(error: unknown, auth: Auth): AuthRefusal {
  if (error instanceof AuthRefusal) return error
  const report = readSqlError(error)
  // Two people may claim one address at the same moment: the database lets one have it.
  if (report?.constraint === 'users_email_key') return emailTaken()
  if (report?.constraint === 'users_phone_key') return phoneTaken()
  // Another table still references the row.
  if (report?.meaning === 'reference')
    return new AuthRefusal(409, 'conflict', 'The user is still referred to elsewhere')
  auth.reportFault(error)
  if (isUnavailable(error)) {
    const later = { retryAfterSeconds: RETRY_AFTER_SECONDS }
    return new AuthRefusal(
      503,
      'unexpected_failure',
      'The service is not available at the moment, please try again',
      later,
    )
  }
  if (report?.meaning === 'value') return new AuthRefusal(400, 'validation_failed', 'A value has the wrong form')
  const text = 'Unexpected failure, please check server logs for more information'
  return new AuthRefusal(500, 'unexpected_failure', text)
}
