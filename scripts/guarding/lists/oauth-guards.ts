import type { Guard } from '../guard.ts'

const PROVIDER = 'platform/auth/tests/oauth/provider.test.ts'
const ATTACKS = 'platform/auth/tests/oauth/attacks.test.ts'
const REDIRECTS = 'platform/auth/tests/oauth/redirects.test.ts'
const SQL = 'platform/auth/sql/guards.sql'
const TOKEN = 'platform/auth/calls/oauth/oauth-token.ts'

export const OAUTH_GUARDS: readonly Guard[] = [
  {
    name: 'an app is sent only to an address that it registered',
    file: 'platform/auth/calls/oauth/oauth-authorize.ts',
    text: 'redirectUri === null || !client.redirect_uris.includes(redirectUri)',
    broken: 'redirectUri === null || !client.redirect_uris.some((uri) => redirectUri.startsWith(uri))',
    tests: [REDIRECTS],
  },
  {
    name: 'an app proves with S256 that it started the request',
    file: 'platform/auth/calls/oauth/oauth-authorize.ts',
    text: "challenge === undefined || params.get('code_challenge_method') !== 'S256'",
    broken: 'challenge === undefined',
    tests: [REDIRECTS],
  },
  {
    name: 'an app asks only for scopes that it registered',
    file: 'platform/auth/oauth/scopes.ts',
    text: 'return asked.every((scope) => allowed.includes(scope)) ? asked : null',
    broken: 'return asked',
    tests: [REDIRECTS],
  },
  {
    name: 'a code is bound to its verifier',
    file: TOKEN,
    text: 'request.redirect_uri === redirectUri && challengeOf(verifier) === request.code_challenge',
    broken: "request.redirect_uri === redirectUri && challengeOf(verifier) !== ''",
    tests: [ATTACKS],
  },
  {
    name: 'a code is bound to its address',
    file: TOKEN,
    text: 'request.redirect_uri === redirectUri && challengeOf(verifier) === request.code_challenge',
    broken: 'challengeOf(verifier) === request.code_challenge',
    tests: [ATTACKS],
  },
  {
    name: 'a code is bound to its app',
    file: TOKEN,
    text: 'if (!request?.user_id || request.client_id !== client.id) return badCode()',
    broken: 'if (!request?.user_id) return badCode()',
    tests: [ATTACKS],
  },
  {
    name: 'a code that is used twice ends what it gave',
    file: TOKEN,
    text: 'if (request.used_at !== null) return endReplayed(tx, call, request)',
    broken: 'if (request.used_at !== null) return badCode()',
    tests: [ATTACKS],
  },
  {
    name: 'a code ends with the session that allowed it',
    file: TOKEN,
    text: 'return rowCount === 1 && userId !== null && hasConsent',
    broken: 'return rowCount !== null && userId !== null && hasConsent',
    tests: [ATTACKS],
  },
  {
    name: 'an app’s refresh token is worth nothing as a person’s',
    file: 'platform/auth/sessions/refresh-tokens.ts',
    text: 'and s.oauth_client_id is not distinct from $2',
    broken: 'and ($2::uuid is null or s.oauth_client_id = $2)',
    tests: [ATTACKS],
  },
  {
    name: 'an app’s access token is for what it may know, not for this site',
    file: 'platform/auth/oauth/app-sessions.ts',
    text: '    aud: userinfoAddress(call),\n    client_id',
    broken: "    aud: 'authenticated',\n    role: 'authenticated',\n    client_id",
    tests: [ATTACKS],
  },
  {
    name: 'an id token is not an access token',
    file: 'platform/auth/sessions/tokens.ts',
    text: '      issuer,\n      audience,\n    })',
    broken: '      issuer,\n    })',
    tests: ['platform/auth/sessions/tokens.test.ts'],
  },
  {
    name: 'a request is answered by the first who opened it',
    file: 'platform/auth/oauth/authorizations.ts',
    text: 'where id = $1 and coalesce(user_id, $2) = $2',
    broken: 'where id = $1 and $2::uuid is not null',
    tests: [ATTACKS],
  },
  {
    name: 'an app is allowed only from a session with the second step',
    file: 'platform/auth/calls/oauth/oauth-authorization.ts',
    text: "    requireHighestAal(caller, 'AAL2 session is required to allow an app when MFA is enabled.')\n",
    broken: '',
    tests: [ATTACKS],
  },
  {
    name: 'an app on a device is asked about each time',
    file: 'platform/auth/oauth/authorizations.ts',
    text: "(client.client_type === 'confidential' || request.redirect_uri.startsWith('https:'))",
    broken: "client.client_type !== ''",
    tests: [PROVIDER],
  },
  {
    name: 'an app’s secret is compared',
    file: 'platform/auth/oauth/client-authentication.ts',
    text: "(given.method === 'none' || isSecretOf(client, given.secret))",
    broken: "given.secret !== 'x'",
    tests: [ATTACKS],
  },
  {
    name: 'wrong secrets are counted',
    file: 'platform/auth/oauth/client-authentication.ts',
    text: '  if (wait > 0) throw overOAuthLimit(wait)\n  const authenticate',
    broken: '  const authenticate',
    tests: [ATTACKS],
  },
  {
    name: 'a phone app’s scheme has a dot, and a site’s address is safe',
    file: 'platform/auth/oauth/client-input.ts',
    text: 'if (!url || !isPlain || url.username || url.password || !isAllowedScheme(url))',
    broken: 'if (!url || !isPlain || url.username || url.password)',
    tests: [REDIRECTS],
  },
  {
    name: 'the database ends the sessions of an app whose access is taken away',
    file: SQL,
    text: 'delete from auth.sessions where user_id = old.user_id and oauth_client_id = old.client_id;',
    broken: 'perform 1;',
    tests: [PROVIDER],
  },
  {
    name: 'the database lets an app’s session prove nothing',
    file: SQL,
    text: 'where id = new.session_id and oauth_client_id is not null',
    broken: 'where id = new.session_id and false',
    tests: [ATTACKS],
  },
  {
    name: 'the database lets a code be used once',
    file: SQL,
    text: 'or old.used_at is not null and new.used_at is distinct from old.used_at then',
    broken: 'then',
    tests: [ATTACKS],
  },
  {
    name: 'the database approves only what the person allowed',
    file: SQL,
    text: "if new.status = 'approved' and old.status = 'pending' and not exists (select from auth.oauth_consents",
    broken: "if new.status = 'approved' and false and not exists (select from auth.oauth_consents",
    tests: [ATTACKS],
  },
]
