import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEYS, newEmail, PASSWORD, SITE, signedIn, startService, type TestService, tokenOf } from './auth-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ settings: { phoneEnabled: true } })
})
afterAll(() => service.stop())

const SECRET = { apikey: KEYS.secret, Authorization: `Bearer ${KEYS.secret}` }
const admin = () => service.client({ headers: SECRET }).admin

describe('admin calls', () => {
  const calls: [string, string][] = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${randomUUID()}`],
    ['PUT', `/admin/users/${randomUUID()}`],
    ['DELETE', `/admin/users/${randomUUID()}`],
    ['GET', `/admin/users/${randomUUID()}/factors`],
    ['DELETE', `/admin/users/${randomUUID()}/factors/${randomUUID()}`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
  ]

  test.each(calls)('%s %s requires the secret key', async (method, path) => {
    const { session } = await signedIn(service)
    expect((await service.ask(method, path)).status).toBe(401)
    expect((await service.ask(method, path, { bearer: KEYS.publishable })).status).toBe(403)
    const person = await service.ask(method, path, { bearer: session.access_token })
    expect(person).toMatchObject({ status: 403, body: { code: 'not_admin', message: 'User not allowed' } })
    const mixed = await service.ask(method, path, { bearer: session.access_token, headers: { apikey: KEYS.secret } })
    expect(mixed.status).toBe(403)
    const browser = await service.ask(method, path, { headers: { ...SECRET, 'user-agent': 'Mozilla/5.0' } })
    expect(browser.status).toBe(401)
    expect((await service.ask(method, path, { headers: SECRET })).status).not.toBe(403)
  })
})

describe('listing users', () => {
  test('is paged, newest first, with the headers that the client reads', async () => {
    const own = await startService()
    for (let i = 0; i < 7; i++) await own.client().signUp({ email: `user${i}@example.com`, password: PASSWORD })
    const { listUsers } = own.client({ headers: SECRET }).admin
    const list = listUsers.bind(own.client({ headers: SECRET }).admin)
    const first = await list({ page: 1, perPage: 3 })
    expect(first.error).toBeNull()
    expect(first.data.users.map((user) => user.email)).toEqual([6, 5, 4].map((i) => `user${i}@example.com`))
    expect(first.data).toMatchObject({ total: 7, nextPage: 2, lastPage: 3, aud: 'authenticated' })
    const last = await list({ page: 3, perPage: 3 })
    expect(last.data.users).toHaveLength(1)
    expect(last.data).toMatchObject({ nextPage: null, lastPage: 3 })
    const raw = await own.ask('GET', '/admin/users?filter=user3', { headers: SECRET })
    expect(raw.headers.get('x-total-count')).toBe('1')
    expect(raw.headers.get('link')).toBe('</admin/users?page=1&per_page=50>; rel="last"')
    for (const query of [
      'page=0',
      'page=-1',
      'page=x',
      'per_page=1e9',
      'page=99999999&per_page=1000',
      'filter=%00%25_',
    ]) {
      expect((await own.ask('GET', `/admin/users?${query}`, { headers: SECRET })).status).toBe(200)
    }
    await own.stop()
  })
})

describe('one user', () => {
  test('is made, confirmed, and can sign in', async () => {
    const email = newEmail()
    const { data, error } = await admin().createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { full_name: 'Ada' },
      app_metadata: { plan: 'x' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email_confirmed_at: expect.any(String),
      user_metadata: { full_name: 'Ada', email_verified: true },
      app_metadata: { plan: 'x', provider: 'email', providers: ['email'] },
    })
    expect((await service.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    expect((await admin().createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' })
    expect((await admin().createUser({})).error).toMatchObject({ code: 'validation_failed' })
    expect((await admin().createUser({ email: newEmail(), password: '123' })).error).toMatchObject({
      code: 'weak_password',
    })
    expect((await admin().createUser({ email: newEmail(), role: 'service_role' })).error).toMatchObject({ status: 400 })
    const phone = await admin().createUser({ phone: '+2348055556666', phone_confirm: true, password: PASSWORD })
    expect(phone.data.user).toMatchObject({ phone: '2348055556666', phone_confirmed_at: expect.any(String) })
  })

  test('has the data that were sent, and no others', async () => {
    const sent = { full_name: 'Ada', tags: ['x'], nested: { level: 1 } }
    const { data } = await admin().createUser({ email: newEmail(), user_metadata: sent })
    expect(data.user?.user_metadata).toEqual(sent)
    const id = data.user?.id ?? ''
    const changed = await admin().updateUserById(id, { user_metadata: { full_name: 'Ada Obi', nested: null } })
    expect(changed.data.user?.user_metadata).toEqual({ full_name: 'Ada Obi', tags: ['x'] })
    expect((await admin().getUserById(id)).data.user?.user_metadata).toEqual({ full_name: 'Ada Obi', tags: ['x'] })
    const link = await admin().generateLink({
      type: 'signup',
      email: newEmail(),
      password: PASSWORD,
      options: { data: sent },
    })
    expect(link.data.user?.user_metadata).toEqual(sent)
  })

  test('is read and changed', async () => {
    const { user, client, email } = await signedIn(service)
    expect((await admin().getUserById(user.id)).data.user).toMatchObject({ email })
    const next = newEmail()
    const { data, error } = await admin().updateUserById(user.id, {
      email: next,
      email_confirm: true,
      password: 'short palm tree',
      user_metadata: { city: 'Jos' },
      app_metadata: { provider: 'evil', level: 2 },
    })
    expect(error).toBeNull()
    expect(data.user?.identities?.[0]).toMatchObject({ email: next, identity_data: { email_verified: true } })
    expect(data.user).toMatchObject({
      email: next,
      user_metadata: { city: 'Jos' },
      app_metadata: { provider: 'email', level: 2 },
    })
    expect((await client.refreshSession()).error).not.toBeNull()
    expect((await service.client().signInWithPassword({ email: next, password: 'short palm tree' })).error).toBeNull()
    const other = await signedIn(service)
    expect((await admin().updateUserById(other.user.id, { email: next })).error).toMatchObject({ code: 'email_exists' })
  })

  test('is banned and unbanned', async () => {
    const { user, email, client } = await signedIn(service)
    const { data } = await admin().updateUserById(user.id, { ban_duration: '24h' })
    expect(Date.parse(data.user?.banned_until ?? '')).toBeGreaterThan(Date.now() + 86_000_000)
    expect((await client.refreshSession()).error).not.toBeNull()
    expect((await service.client().signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
      code: 'user_banned',
    })
    await admin().updateUserById(user.id, { ban_duration: 'none' })
    expect((await service.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    expect((await admin().updateUserById(user.id, { ban_duration: 'soon' })).error).toMatchObject({ status: 400 })
  })

  test('is deleted, softly or completely', async () => {
    const [soft, hard] = [await signedIn(service), await signedIn(service)]
    await service.db.owner.query(
      `insert into auth.webauthn_credentials (user_id, credential_id, public_key, sign_count, is_backed_up)
       values ($1, 'phone', '', 0, false)`,
      [soft.user.id],
    )
    expect((await admin().deleteUser(soft.user.id, true)).error).toBeNull()
    expect((await admin().deleteUser(hard.user.id)).error).toBeNull()
    for (const removed of [soft, hard]) {
      expect((await removed.client.getUser()).error).not.toBeNull()
      expect((await admin().getUserById(removed.user.id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
    }
    const { rows } = await service.db.owner.query('select * from auth.users where id = $1', [soft.user.id])
    expect(JSON.stringify(rows)).not.toContain(soft.email)
    const keys = await service.db.owner.query('select from auth.webauthn_credentials where user_id = $1', [
      soft.user.id,
    ])
    expect(keys.rowCount).toBe(0)
    const again = await service.client().signUp({ email: soft.email, password: PASSWORD })
    expect(again.error).toBeNull()
    expect(await service.ask('GET', '/admin/users/x', { headers: SECRET })).toMatchObject({ status: 404 })
  })

  test('stays while another table references it', async () => {
    const { user } = await signedIn(service)
    await service.db.owner.query(`create table public.bought (by uuid references auth.users)`)
    await service.db.owner.query('insert into public.bought values ($1)', [user.id])
    expect((await admin().deleteUser(user.id)).error).toMatchObject({ status: 409 })
    await service.db.owner.query('drop table public.bought')
  })

  test('can have a factor removed whose device is lost', async () => {
    const { user, client } = await signedIn(service)
    await client.mfa.enroll({ factorType: 'totp', friendlyName: 'old phone' })
    const { data } = await admin().mfa.listFactors({ userId: user.id })
    expect(data?.factors).toMatchObject([{ friendly_name: 'old phone', factor_type: 'totp' }])
    expect(JSON.stringify(data)).not.toContain('secret')
    const id = data?.factors[0]?.id ?? ''
    expect((await admin().mfa.deleteFactor({ userId: user.id, id })).error).toBeNull()
    expect((await admin().mfa.deleteFactor({ userId: user.id, id })).error).toMatchObject({ status: 404 })
  })
})

describe('invitations and links', () => {
  test('invite by mail', async () => {
    const email = newEmail()
    const { data, error } = await admin().inviteUserByEmail(email, {
      data: { full_name: 'Ada' },
      redirectTo: `${SITE}/x`,
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, invited_at: expect.any(String) })
    const mail = service.lastMail(email)
    expect(mail.kind).toBe('invite')
    const verified = await service.client().verifyOtp({ type: 'invite', token_hash: tokenOf(mail) })
    expect(verified.data.user?.email).toBe(email)
    expect((await admin().inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  test('are returned to the operator, without a mail', async () => {
    const { email } = await signedIn(service)
    const before = service.mails.length
    for (const type of ['magiclink', 'recovery'] as const) {
      const { data, error } = await admin().generateLink({ type, email })
      expect(error).toBeNull()
      expect(data.user?.email).toBe(email)
      expect(data.properties).toMatchObject({ verification_type: type, redirect_to: SITE })
      const response = await service.ask('GET', data.properties?.action_link.split('/auth/v1')[1] ?? '')
      expect(response.headers.get('location')).toContain('access_token=')
    }
    const fresh = await admin().generateLink({ type: 'signup', email: newEmail(), password: PASSWORD })
    const { data } = await service
      .client()
      .verifyOtp({ type: 'signup', token_hash: fresh.data.properties?.hashed_token ?? '' })
    expect(data.session).not.toBeNull()
    expect(service.mails.length).toBe(before)
  })

  test('change an address when both sides are used', async () => {
    const { email } = await signedIn(service)
    const newer = newEmail()
    const current = await admin().generateLink({ type: 'email_change_current', email, newEmail: newer })
    const next = await admin().generateLink({ type: 'email_change_new', email, newEmail: newer })
    const open = (hash?: string) => service.client().verifyOtp({ type: 'email_change', token_hash: hash ?? '' })
    expect((await open(current.data.properties?.hashed_token)).data.session).toBeNull()
    expect((await open(next.data.properties?.hashed_token)).data.user?.email).toBe(newer)
  })

  test('are refused for unknown people, nonsense, and foreign addresses', async () => {
    expect((await admin().generateLink({ type: 'recovery', email: newEmail() })).error).toMatchObject({ status: 404 })
    const answer = await service.ask('POST', '/admin/generate_link', {
      headers: SECRET,
      body: { type: 'x', email: 'a@b.co' },
    })
    expect(answer.status).toBe(400)
    const { email } = await signedIn(service)
    const body = { type: 'recovery', email, redirect_to: 'https://evil.example' }
    const link = await service.ask('POST', '/admin/generate_link', { headers: SECRET, body })
    expect(link.body.redirect_to).toBe(SITE)
  })
})
