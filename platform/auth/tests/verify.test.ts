import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API, claimsIn, newEmail, PASSWORD, SITE, startService, type TestService, tokenOf } from './auth-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function unconfirmed(flowType: 'pkce' | 'implicit' = 'implicit') {
  const email = newEmail()
  const client = service.client({ flowType })
  await client.signUp({ email, password: PASSWORD })
  const mail = service.lastMail(email)
  return { client, email, token: tokenOf(mail), code: mail.code }
}

/** Opens a link as a browser would, and returns where it is redirected. */
async function open(token: string, query = '&type=signup') {
  const response = await service.handle(new Request(`${API}/verify?token=${token}${query}`))
  return { status: response.status, url: new URL(response.headers.get('location') ?? '') }
}

const fragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))

describe('codes', () => {
  test('are void after five wrong attempts', async () => {
    const { email, code } = await unconfirmed()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++) {
      const answer = await service.ask('POST', '/verify', { body: { type: 'signup', email, token: wrong } })
      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'otp_expired', message: 'Token has expired or is invalid' },
      })
    }
    expect((await service.ask('POST', '/verify', { body: { type: 'signup', email, token: code } })).status).toBe(403)
  })

  test('are void after five wrong attempts at once', async () => {
    const { email, code } = await unconfirmed()
    const guesses = Array.from({ length: 40 }, (_, index) => String(index).padStart(6, '0')).filter((g) => g !== code)
    await Promise.all(
      guesses.map((token) => service.ask('POST', '/verify', { body: { type: 'signup', email, token } })),
    )
    expect((await service.ask('POST', '/verify', { body: { type: 'signup', email, token: code } })).status).toBe(403)
  })

  test('are redeemed by one of a hundred at once', async () => {
    const { email, code } = await unconfirmed()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        service.ask('POST', '/verify', { body: { type: 'email', email, token: code } }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })

  test('belong to their address, type and time', async () => {
    const { email, code } = await unconfirmed()
    const other = await unconfirmed()
    const stolen = await service.ask('POST', '/verify', { body: { type: 'signup', email: other.email, token: code } })
    expect(stolen.status).toBe(403)
    expect((await service.ask('POST', '/verify', { body: { type: 'recovery', email, token: code } })).status).toBe(403)
    await service.db.owner.query(`update auth.one_time_tokens set created_at = now() - interval '61 minutes'`)
    expect((await service.ask('POST', '/verify', { body: { type: 'signup', email, token: code } })).status).toBe(403)
  })
})

describe('links', () => {
  test('are redeemed by one of a hundred at once', async () => {
    const { token } = await unconfirmed()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        service.ask('POST', '/verify', { body: { type: 'signup', token_hash: token } }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.find((answer) => answer.status === 403)?.body).toMatchObject({
      message: 'Email link is invalid or has expired',
    })
  })

  test('redirect the browser with tokens in the fragment', async () => {
    const { token } = await unconfirmed()
    const { status, url } = await open(token, `&type=signup&redirect_to=${encodeURIComponent(`${SITE}/after`)}`)
    expect(status).toBe(303)
    expect(url.origin + url.pathname + url.search).toBe(`${SITE}/after`)
    expect(fragment(url)).toMatchObject({ token_type: 'bearer', type: 'signup', expires_in: '3600' })
    const user = await service.ask('GET', '/user', { bearer: fragment(url).access_token ?? '' })
    expect(user.status).toBe(200)
    const again = await open(token)
    expect(fragment(again.url)).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' })
    expect(again.url.search).toBe('')
  })

  test('never carry tokens to a foreign address', async () => {
    for (const place of ['https://evil.example', '//evil.example', 'http://198.51.100.1/', `${SITE}.evil.example`]) {
      const { token } = await unconfirmed()
      const { url } = await open(token, `&type=signup&redirect_to=${encodeURIComponent(place)}`)
      expect(url.origin).toBe(SITE)
    }
  })

  test('are refused once they expire', async () => {
    const { token } = await unconfirmed()
    await service.db.owner.query(`update auth.one_time_tokens set created_at = now() - interval '61 minutes'`)
    expect(fragment((await open(token)).url)).toMatchObject({ error_code: 'otp_expired' })
  })

  test('are not used up by HEAD', async () => {
    const { token } = await unconfirmed()
    await service.handle(new Request(`${API}/verify?token=${token}&type=signup`, { method: 'HEAD' }))
    expect(fragment((await open(token)).url)).toHaveProperty('access_token')
  })
})

describe('links of a PKCE client', () => {
  test('return a code that only this client can exchange, once', async () => {
    const { token, client } = await unconfirmed('pkce')
    expect(token).toMatch(/^pkce_/)
    const { url } = await open(token)
    expect(url.hash).toBe('')
    const code = url.searchParams.get('code') ?? ''
    const stranger = await service.ask('POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'x'.repeat(60) },
    })
    expect(stranger).toMatchObject({ status: 400, body: { code: 'bad_code_verifier' } })
    const { data, error } = await client.exchangeCodeForSession(code)
    expect(error).toBeNull()
    const payload = claimsIn(data.session?.access_token)
    expect(payload.amr).toEqual([{ method: 'email/signup', timestamp: expect.any(Number) }])
    const again = await service.ask('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: 'x' } })
    expect(again).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } })
  })

  test('are redeemed by one of a hundred at once', async () => {
    const email = newEmail()
    const verifier = 'v'.repeat(64)
    const body = { email, password: PASSWORD, code_challenge: verifier, code_challenge_method: 'plain' }
    await service.ask('POST', '/signup', { body })
    const { url } = await open(tokenOf(service.lastMail(email)))
    const exchange = { auth_code: url.searchParams.get('code'), code_verifier: verifier }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => service.ask('POST', '/token?grant_type=pkce', { body: exchange })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })

  test('expire counting from the click, not from the request', async () => {
    const late = await unconfirmed('pkce')
    await service.db.owner.query(`update auth.flow_state set created_at = now() - interval '50 minutes'`)
    const code = (await open(late.token)).url.searchParams.get('code') ?? ''
    expect((await late.client.exchangeCodeForSession(code)).error).toBeNull()

    const slow = await unconfirmed('pkce')
    const unused = (await open(slow.token)).url.searchParams.get('code') ?? ''
    await service.db.owner.query(`update auth.flow_state set auth_code_issued_at = now() - interval '6 minutes'`)
    expect((await slow.client.exchangeCodeForSession(unused)).error).toMatchObject({ code: 'flow_state_expired' })
  })

  test('are rejected for a user banned since the click', async () => {
    const { token, client, email } = await unconfirmed('pkce')
    const code = (await open(token)).url.searchParams.get('code') ?? ''
    await service.db.owner.query(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, [
      email,
    ])
    expect((await client.exchangeCodeForSession(code)).error).toMatchObject({ code: 'user_banned' })
  })

  test('say what went wrong in the query too', async () => {
    const { url } = await open('pkce_0000')
    expect(url.searchParams.get('error_code')).toBe('otp_expired')
    expect(fragment(url)).toMatchObject({ error: 'access_denied', sb: '' })
  })

  test('may also be posted by our page, on any device', async () => {
    const { token } = await unconfirmed('pkce')
    const { data, error } = await service.client().verifyOtp({ type: 'signup', token_hash: token })
    expect(error).toBeNull()
    expect(data.session).not.toBeNull()
  })

  test.each([
    [{}, 400, 'validation_failed'],
    [{ auth_code: 'x', code_verifier: 'y' }, 404, 'flow_state_not_found'],
    [{ auth_code: randomUUID(), code_verifier: 'y' }, 404, 'flow_state_not_found'],
  ])('refuse %j', async (body, status, code) => {
    expect(await service.ask('POST', '/token?grant_type=pkce', { body })).toMatchObject({ status, body: { code } })
  })
})

test.each([
  [{}, 'Verify requires a verification type'],
  [{ type: 'nonsense', token: '1' }, 'Unsupported verification type'],
  [{ type: 'signup' }, 'Verify requires either a token or a token hash'],
  [{ type: 'signup', token_hash: 'x', email: 'a@b.co' }, 'Only the token_hash and type should be provided'],
  [{ type: 'signup', token: '1', email: 'a@b.co', phone: '234' }, /Only an email address or phone number/],
])('verify refuses %j', async (body, message) => {
  const answer = await service.ask('POST', '/verify', { body })
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
})
