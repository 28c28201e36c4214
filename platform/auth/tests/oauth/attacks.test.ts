import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepAuth } from '../../sweep.ts'
import { forgetUser } from '../../users/forget-user.ts'
import { API, claimsIn, PASSWORD, signedIn, type TestService } from '../auth-service.ts'
import {
  type App,
  approve,
  askToken,
  CALLBACK,
  makeApp,
  redeem,
  refresh,
  signInToApp,
  startProvider,
  startSignIn,
  userinfo,
} from './app.ts'

let service: TestService
let app: App
beforeAll(async () => {
  service = await startProvider()
  app = await makeApp(service)
})
afterAll(() => service.stop())

/** A code that the person has allowed and the app has not redeemed. */
async function allowed(one: App = app) {
  const person = await signedIn(service)
  const signIn = await startSignIn(service, one)
  return { person, signIn, back: await approve(person.client, signIn.id) }
}

const errorOf = async (response: Response) => [response.status, (await response.json()).error]
const ask = (sql: string, values: unknown[] = []) => service.db.owner.query(sql, values)

describe('a code', () => {
  test('that was stolen is worth nothing without the verifier, and then to nobody', async () => {
    const { signIn, back } = await allowed()
    const verifier = oauth.generateRandomCodeVerifier()
    expect(await errorOf(await redeem(app, signIn, back, { verifier }))).toEqual([400, 'invalid_grant'])
    expect(await errorOf(await redeem(app, signIn, back))).toEqual([400, 'invalid_grant'])
  })

  test('needs a verifier', async () => {
    const { back } = await allowed()
    const authorization = `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}`
    const fields = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: CALLBACK,
    }
    const answer = await askToken(service, fields, { authorization })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
  })

  test('of another app is refused, and still works for its own', async () => {
    const { signIn, back } = await allowed()
    const other = await makeApp(service)
    expect(await errorOf(await redeem({ ...other, redirectUri: CALLBACK }, signIn, back))).toEqual([
      400,
      'invalid_grant',
    ])
    expect((await redeem(app, signIn, back)).status).toBe(200)
  })

  test('is bound to the address that it was sent to', async () => {
    const { signIn, back } = await allowed()
    const response = await redeem({ ...app, redirectUri: `${CALLBACK}&x=1` }, signIn, back)
    expect(await errorOf(response)).toEqual([400, 'invalid_grant'])
  })

  test('used a second time ends what it gave', async () => {
    const { tokens, signIn, back, refreshToken } = await signInToApp(service, app, (await signedIn(service)).client)
    expect((await userinfo(service, tokens.access_token)).status).toBe(200)
    expect(await errorOf(await redeem(app, signIn, back))).toEqual([400, 'invalid_grant'])
    expect((await userinfo(service, tokens.access_token)).status).toBe(401)
    expect((await refresh(service, app, refreshToken)).body.error).toBe('invalid_grant')
  })

  test('used twice at once gives at most one answer, which has ended', async () => {
    const { signIn, back } = await allowed()
    const answers = await Promise.all([redeem(app, signIn, back), redeem(app, signIn, back), redeem(app, signIn, back)])
    const given = answers.filter(({ status }) => status === 200)
    expect(given).toHaveLength(1)
    const { access_token } = await (given[0] as Response).json()
    expect((await userinfo(service, access_token)).status).toBe(401)
  })

  test('expires', async () => {
    const { signIn, back } = await allowed()
    await ask(`update auth.oauth_authorizations set approved_at = now() - interval '6 minutes' where id = $1`, [
      signIn.id,
    ])
    expect(await errorOf(await redeem(app, signIn, back))).toEqual([400, 'invalid_grant'])
  })

  test.each([
    ['the person is banned', `update auth.users set banned_until = now() + interval '1 day' where id = $1`],
    ['the person is deleted', 'delete from auth.users where id = $1'],
    ['the session that allowed it has ended', 'delete from auth.sessions where user_id = $1'],
    ['the person took it back', 'update auth.oauth_consents set revoked_at = now() where user_id = $1'],
  ])('is void once %s', async (_, sql) => {
    const { person, signIn, back } = await allowed()
    await ask(sql, [person.user.id])
    expect(await errorOf(await redeem(app, signIn, back))).toEqual([400, 'invalid_grant'])
  })
})

describe('a request', () => {
  test('of another person can neither be read nor answered', async () => {
    const [owner, stranger] = [await signedIn(service), await signedIn(service)]
    const { id } = await startSignIn(service, app)
    await owner.client.oauth.getAuthorizationDetails(id)
    for (const { error } of [
      await stranger.client.oauth.getAuthorizationDetails(id),
      await stranger.client.oauth.approveAuthorization(id, { skipBrowserRedirect: true }),
      await stranger.client.oauth.denyAuthorization(id, { skipBrowserRedirect: true }),
    ]) {
      expect([error?.status, error?.code]).toEqual([404, 'oauth_authorization_not_found'])
    }
    expect((await approve(owner.client, id)).searchParams.get('code')).not.toBeNull()
  })

  test('is answered once, also by two answers at once', async () => {
    const { client } = await signedIn(service)
    const { id } = await startSignIn(service, app)
    const answers = await Promise.all(
      [1, 2, 3].map(() => client.oauth.approveAuthorization(id, { skipBrowserRedirect: true })),
    )
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    expect(answers.filter(({ error }) => error?.code === 'oauth_invalid_state')).toHaveLength(2)
  })

  test('expires, needs a person, and has only two answers', async () => {
    const { client, session } = await signedIn(service)
    const { id } = await startSignIn(service, app)
    expect((await service.ask('GET', `/oauth/authorizations/${id}`)).status).toBe(401)
    const path = `/oauth/authorizations/${id}/consent`
    for (const body of [{}, { action: 'maybe' }, { action: 1 }, []]) {
      expect((await service.ask('POST', path, { body, bearer: session.access_token })).status).toBe(400)
    }
    await ask(`update auth.oauth_authorizations set created_at = now() - interval '2 hours' where id = $1`, [id])
    const { error } = await client.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
    expect(error?.code).toBe('oauth_authorization_not_found')
    expect((await client.oauth.getAuthorizationDetails('x')).error?.status).toBe(404)
  })

  test('is not allowed by a session without the second step of its person', async () => {
    const { client, user } = await signedIn(service)
    await ask(
      `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'x')`,
      [user.id],
    )
    const { id } = await startSignIn(service, app)
    const { error } = await client.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
    expect([error?.status, error?.code]).toEqual([401, 'insufficient_aal'])
    expect((await ask('select from auth.oauth_consents where user_id = $1', [user.id])).rowCount).toBe(0)
  })
})

describe('the token of an app', () => {
  test('opens nothing but what the person allowed it to know', async () => {
    const { tokens } = await signInToApp(service, app, (await signedIn(service)).client)
    const bearer = tokens.access_token
    for (const [method, path, body] of [
      ['GET', '/user'],
      ['PUT', '/user', { password: 'another long one' }],
      ['PUT', '/user', { email: 'thief@example.com' }],
      ['GET', '/sessions'],
      ['POST', '/logout'],
      ['GET', '/reauthenticate'],
      ['POST', '/factors', { factor_type: 'totp' }],
      ['POST', '/passkeys/registration/options'],
      ['GET', '/user/oauth/grants'],
      ['GET', '/admin/users'],
    ] as const) {
      const answer = await service.ask(method, path, { bearer, body })
      expect([answer.status, answer.body.code], path).toEqual([403, path === '/admin/users' ? 'not_admin' : 'bad_jwt'])
    }
    // Nor do the app's id token and its refresh token.
    expect((await service.ask('GET', '/user', { bearer: tokens.id_token ?? '' })).status).toBe(403)
    expect((await userinfo(service, tokens.id_token ?? '')).status).toBe(401)
    const body = { refresh_token: tokens.refresh_token }
    const exchanged = await service.ask('POST', '/token?grant_type=refresh_token', { body })
    expect([exchanged.status, exchanged.body.code]).toEqual([400, 'refresh_token_not_found'])
    // And a person's own token is not an app's.
    const { session } = await signedIn(service)
    expect((await userinfo(service, session.access_token)).status).toBe(401)
    const own = await refresh(service, app, session.refresh_token)
    expect([own.status, own.body.error]).toEqual([400, 'invalid_grant'])
  })

  test('has no role, second level or proof, also in the database', async () => {
    const { user, client } = await signedIn(service)
    const { tokens } = await signInToApp(service, app, client)
    const claims = claimsIn(tokens.access_token)
    expect(claims).toMatchObject({ client_id: app.id, sub: user.id, aud: `${API}/oauth/userinfo` })
    expect(Object.keys(claims)).not.toEqual(expect.arrayContaining(['role']))
    for (const [sql, message] of [
      [`update auth.sessions set aal = 'aal2' where id = $1`, /sessions_of_apps/],
      ['update auth.sessions set oauth_client_id = null where id = $1', /stays with its holder/],
      [`insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, 'password')`, /proves nothing/],
    ] as const) {
      await expect(ask(sql, [claims.session_id])).rejects.toThrow(message)
    }
    await expect(
      ask(
        "update auth.sessions set oauth_client_id = $2, scopes = array['email'] where user_id = $1 and oauth_client_id is null",
        [user.id, app.id],
      ),
    ).rejects.toThrow(/stays with its holder/)
  })

  test('is refreshed by its own app alone; a replay ends the family', async () => {
    const { refreshToken, tokens } = await signInToApp(service, app, (await signedIn(service)).client)
    const other = await makeApp(service)
    expect((await refresh(service, other, refreshToken)).body.error).toBe('invalid_grant')
    const second = await refresh(service, app, refreshToken)
    const third = await refresh(service, app, second.body.refresh_token)
    expect(third.status).toBe(200)
    await ask(`update auth.refresh_tokens set updated_at = now() - interval '1 hour' where revoked`)
    expect((await refresh(service, app, refreshToken)).body.error).toBe('invalid_grant')
    expect((await refresh(service, app, third.body.refresh_token)).body.error).toBe('invalid_grant')
    expect((await userinfo(service, tokens.access_token)).status).toBe(401)
  })

  test('ends with a ban, a new password elsewhere, and the person’s sign-out everywhere', async () => {
    const banned = await signedIn(service)
    const first = await signInToApp(service, app, banned.client)
    await ask(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [banned.user.id])
    const careful = await signedIn(service)
    const second = await signInToApp(service, app, careful.client)
    await careful.client.updateUser({ password: `${PASSWORD} again` })
    const leaving = await signedIn(service)
    const third = await signInToApp(service, app, leaving.client)
    await leaving.client.signOut()
    for (const { tokens, refreshToken } of [first, second, third]) {
      expect((await userinfo(service, tokens.access_token)).status).toBe(401)
      expect((await refresh(service, app, refreshToken)).body.error).toBe('invalid_grant')
    }
  })

  test('without the grant for it has no refresh token', async () => {
    const once = await makeApp(service, { grantTypes: ['authorization_code'] })
    const { tokens } = await signInToApp(service, once, (await signedIn(service)).client)
    expect(tokens.refresh_token).toBeUndefined()
    expect((await refresh(service, once, 'a'.repeat(28))).body.error).toBe('unauthorized_client')
  })
})

describe('the secret of an app', () => {
  test('is stored as a hash, and is needed in the one way that was registered', async () => {
    const { rows } = await ask('select to_json(c)::text as row from auth.oauth_clients c where id = $1', [app.id])
    expect(rows[0].row).not.toContain(app.secret)
    const fields = { grant_type: 'refresh_token', refresh_token: 'x' }
    const basic = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${app.id}:${secret}`).toString('base64')}`,
    })
    const cases: [Record<string, string>, Record<string, string>, number, string][] = [
      [{}, basic('wrong'), 401, 'invalid_client'],
      [{ client_id: app.id }, {}, 401, 'invalid_client'],
      [{ client_id: app.id, client_secret: app.secret }, {}, 401, 'invalid_client'],
      [{ client_id: app.id, client_secret: app.secret }, basic(app.secret), 400, 'invalid_request'],
      [{ client_id: 'x' }, {}, 401, 'invalid_client'],
      [{}, { authorization: 'Basic %%%' }, 401, 'invalid_client'],
      [{}, {}, 401, 'invalid_client'],
      [{}, basic(app.secret), 400, 'invalid_grant'],
    ]
    for (const [more, headers, status, error] of cases) {
      const answer = await askToken(service, { ...fields, ...more }, headers)
      expect([answer.status, answer.body.error], JSON.stringify([more, headers])).toEqual([status, error])
    }
    expect((await askToken(service, fields, basic('wrong'))).headers.get('www-authenticate')).toContain('Basic')
  })

  test('cannot be guessed a hundred times', async () => {
    const limited = await startProvider({ rateLimits: true })
    const guessed = await makeApp(limited, { method: 'client_secret_post' })
    const guess = () =>
      askToken(limited, { grant_type: 'refresh_token', client_id: guessed.id, client_secret: 'wrong' })
    const statuses: number[] = []
    for (let tries = 0; tries < 100; tries += 1) statuses.push((await guess()).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(90)
    expect(Number((await guess()).headers.get('retry-after'))).toBeGreaterThan(0)
    await limited.stop()
  })
})

test('forgetting a person and the sweep leave nothing of them', async () => {
  const { user, client } = await signedIn(service)
  await signInToApp(service, app, client)
  const old = await startSignIn(service, app)
  await ask(`update auth.oauth_authorizations set created_at = now() - interval '2 days' where id = $1`, [old.id])
  const body = { client_name: 'Unused', redirect_uris: ['https://unused.test/cb'] }
  const { body: unused } = await service.ask('POST', '/oauth/clients/register', { body })
  await ask(`update auth.oauth_clients set created_at = now() - interval '31 days'`)
  const asAdmin = { role: 'auth_admin', claims: {} }
  await service.db.database.as(asAdmin, (tx) => forgetUser(tx, user.id))
  await service.db.database.as(asAdmin, sweepAuth)
  for (const table of ['sessions', 'oauth_consents', 'oauth_authorizations']) {
    expect((await ask(`select from auth.${table} where user_id = $1`, [user.id])).rowCount, table).toBe(0)
  }
  expect((await ask('select from auth.oauth_authorizations where id = $1', [old.id])).rowCount).toBe(0)
  const clients = (await ask('select id from auth.oauth_clients where id = any($1)', [[unused.client_id, app.id]])).rows
  expect(clients).toEqual([{ id: app.id }])
})

test('the database lets nobody answer a request for somebody else, or use a code twice', async () => {
  const [one, other] = [await signedIn(service), await signedIn(service)]
  const { signIn } = await signInToApp(service, app, one.client)
  for (const change of [
    `user_id = '${other.user.id}'`,
    "redirect_uri = 'https://evil.test'",
    "scopes = array['email']",
    `code_challenge = '${'x'.repeat(43)}'`,
    'used_at = null',
    "authorization_code_hash = 'x'",
    "status = 'pending', authorization_code_hash = null, approved_at = null, used_at = null",
  ]) {
    await expect(
      ask(`update auth.oauth_authorizations set ${change} where id = $1`, [signIn.id]),
      change,
    ).rejects.toThrow()
  }
  const { id } = await startSignIn(service, app)
  const unasked = `update auth.oauth_authorizations set user_id = $2, status = 'approved', approved_at = now(),
    authorization_code_hash = 'y' where id = $1`
  await expect(ask(unasked, [id, other.user.id])).rejects.toThrow(/not allowed this/)
})
