import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, startService, type TestService, tokenOf } from './auth-service.ts'

const STRANGERS = 'a stranger was here'
const OWN = { full_name: 'Ada Obi', role: 'vendor', referral_code: 'FRIEND23' }
const FOREIGN = { full_name: 'Thief', role: 'customer', referral_code: 'THIEF234' }
const VERIFIER = 'v'.repeat(50)
const CHALLENGE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 's256',
}

let service: TestService
beforeAll(async () => {
  service = await startService({ settings: { phoneEnabled: true } })
})
afterAll(() => service.stop())

const owner = (email: string, more: object = {}) =>
  service.ask('POST', '/signup', { body: { email, password: PASSWORD, data: OWN, ...more } })
const stranger = (email: string) =>
  service.ask('POST', '/signup', { body: { email, password: STRANGERS, data: FOREIGN } })
const confirm = (email: string, claim: object = {}) =>
  service.ask('POST', '/verify', {
    body: { type: 'signup', token_hash: tokenOf(service.lastMail(email)), ...claim },
  })
const opens = async (email: string, password: string) =>
  (await service.ask('POST', '/token?grant_type=password', { body: { email, password } })).status === 200

describe.each([
  ['the stranger last', [owner, stranger]],
  ['the stranger first', [stranger, owner]],
  ['the stranger before and after', [stranger, owner, stranger]],
] as const)('two people sign up with one address, %s', (_, signUps) => {
  const contest = async (more: object = {}) => {
    const email = newEmail()
    for (const signUp of signUps) await (signUp === owner ? owner(email, more) : stranger(email))
    return email
  }

  test('a confirmation without a proof opens no session and discards no sign-up', async () => {
    const email = await contest()
    const token = tokenOf(service.lastMail(email))
    expect(await confirm(email)).toMatchObject({ status: 403, body: { code: 'sign_up_unproven' } })
    const opened = await service.ask('GET', `/verify?token=${token}&type=signup`)
    expect(opened.headers.get('location')).toMatch(/sign_up_unproven/)
    for (const password of [STRANGERS, PASSWORD]) expect(await opens(email, password)).toBe(false)
    const { body } = await confirm(email, { password: PASSWORD })
    expect(body.user).toMatchObject({ user_metadata: OWN })
    expect(JSON.stringify(body)).not.toMatch(/Thief|THIEF234/)
    expect(await opens(email, PASSWORD)).toBe(true)
    expect(await opens(email, STRANGERS)).toBe(false)
  })

  test('the password in the confirmation selects the sign-up', async () => {
    const email = await contest()
    const { body } = await confirm(email, { password: PASSWORD })
    expect(body.user).toMatchObject({ user_metadata: OWN })
    expect(await opens(email, PASSWORD)).toBe(true)
    expect(await opens(email, STRANGERS)).toBe(false)
  })

  test('the verifier of the client that signed up selects it too', async () => {
    const email = await contest(CHALLENGE)
    const { body } = await confirm(email, { code_verifier: VERIFIER, require_proof: true })
    expect(body.user).toMatchObject({ user_metadata: OWN })
    expect(await opens(email, PASSWORD)).toBe(true)
    expect(await opens(email, STRANGERS)).toBe(false)
  })

  test('a wrong password is refused, and the link still works', async () => {
    const email = await contest()
    const refused = await confirm(email, { password: 'not a password here' })
    expect(refused).toMatchObject({ status: 403, body: { code: 'sign_up_unproven' } })
    expect((await confirm(email, { new_password: 'begin from here' })).status).toBe(200)
    expect(await opens(email, 'begin from here')).toBe(true)
    expect(await opens(email, STRANGERS)).toBe(false)
  })

  test('a confirmation by the operator selects no sign-up', async () => {
    const email = await contest()
    const { rows } = await service.db.owner.query('select id from auth.users where email = $1', [email])
    await service.ask('PUT', `/admin/users/${rows[0].id}`, {
      headers: { apikey: 'sb_secret_test', authorization: 'Bearer sb_secret_test' },
      body: { email_confirm: true },
    })
    expect(await opens(email, STRANGERS)).toBe(false)
    expect(await opens(email, PASSWORD)).toBe(false)
  })
})

describe('one person signs up', () => {
  test('the documented way: confirming on any device keeps the password', async () => {
    const email = newEmail()
    await service.client().signUp({ email, password: PASSWORD, options: { data: OWN } })
    const elsewhere = service.client()
    await elsewhere.verifyOtp({ type: 'signup', token_hash: tokenOf(service.lastMail(email)) })
    const { data } = await service.client().signInWithPassword({ email, password: PASSWORD })
    expect(data.user?.user_metadata).toMatchObject(OWN)
  })

  test('twice in the same moment is still one person', async () => {
    const email = newEmail()
    await Promise.all(Array.from({ length: 5 }, () => owner(email)))
    await confirm(email)
    expect(await opens(email, PASSWORD)).toBe(true)
  })

  test('a page may ask for the proof: the password, or the client that signed up', async () => {
    const email = newEmail()
    await owner(email, CHALLENGE)
    for (const claim of [{}, { code_verifier: 'w'.repeat(50) }, { password: STRANGERS }]) {
      const refused = await confirm(email, { require_proof: true, ...claim })
      expect(refused).toMatchObject({ status: 403, body: { code: 'sign_up_unproven' } })
    }
    expect((await confirm(email, { require_proof: true, password: PASSWORD })).status).toBe(200)
    expect(await opens(email, PASSWORD)).toBe(true)
  })

  test('a new password discards the name, role and referrer of all sign-ups', async () => {
    const email = newEmail()
    await stranger(email)
    expect(await confirm(email, { new_password: 'password1' })).toMatchObject({ body: { code: 'weak_password' } })
    const { body } = await confirm(email, { new_password: PASSWORD })
    expect(JSON.stringify(body)).not.toMatch(/Thief|THIEF234/)
    expect(await opens(email, PASSWORD)).toBe(true)
    expect(await opens(email, STRANGERS)).toBe(false)
  })
})

describe('other ways into an unconfirmed account', () => {
  const metadataOf = async (email: string) => {
    const { rows } = await service.db.owner.query('select raw_user_meta_data as d from auth.users where email = $1', [
      email,
    ])
    return JSON.stringify(rows[0].d)
  }

  test.each([
    ['a code asked for after the stranger', [stranger, (email: string) => service.client().signInWithOtp({ email })]],
    ['a code asked for before the stranger', [(email: string) => service.client().signInWithOtp({ email }), stranger]],
  ] as const)('%s', async (_, steps) => {
    const email = newEmail()
    for (const step of steps) await step(email)
    const { error } = await service.client().verifyOtp({ type: 'email', email, token: service.lastMail(email).code })
    expect(error).toBeNull()
    expect(await opens(email, STRANGERS)).toBe(false)
    expect(await metadataOf(email)).not.toMatch(/Thief/)
  })

  test('a request for a code by another person does not void a sign-up', async () => {
    for (const data of [undefined, FOREIGN]) {
      const email = newEmail()
      await owner(email)
      await service.ask('POST', '/otp', { body: { email, data } })
      expect(await confirm(email)).toMatchObject({ status: 403, body: { code: 'sign_up_unproven' } })
      expect((await confirm(email, { password: PASSWORD })).status).toBe(200)
      expect(await opens(email, PASSWORD)).toBe(true)
      expect(await metadataOf(email)).toMatch(/FRIEND23/)
    }
  })

  test('a stranger’s data in a request for a code does not reach a sign-up', async () => {
    const email = newEmail()
    await owner(email)
    await service.client().signInWithOtp({ email, options: { data: FOREIGN } })
    await confirm(email, { password: PASSWORD })
    expect(await metadataOf(email)).toMatch(/FRIEND23/)
    expect(await metadataOf(email)).not.toMatch(/THIEF234/)
    expect(await opens(email, PASSWORD)).toBe(true)
  })

  test('recovery', async () => {
    const email = newEmail()
    await stranger(email)
    await service.client().resetPasswordForEmail(email)
    await service.client().verifyOtp({ type: 'recovery', token_hash: tokenOf(service.lastMail(email)) })
    expect(await opens(email, STRANGERS)).toBe(false)
    expect(await metadataOf(email)).not.toMatch(/Thief|THIEF234/)
  })

  test('resending the mail selects no sign-up', async () => {
    const email = newEmail()
    await owner(email)
    await stranger(email)
    await service.client().resend({ type: 'signup', email })
    expect((await confirm(email)).status).toBe(403)
    expect(await opens(email, STRANGERS)).toBe(false)
    expect((await confirm(email, { password: PASSWORD })).status).toBe(200)
  })

  test('an invitation by the operator discards earlier sign-ups', async () => {
    const email = newEmail()
    await stranger(email)
    const headers = { apikey: 'sb_secret_test', authorization: 'Bearer sb_secret_test' }
    await service.ask('POST', '/invite', { headers, body: { email, data: { full_name: 'Ada Obi' } } })
    const { body } = await service.ask('POST', '/verify', {
      body: { type: 'invite', token_hash: tokenOf(service.lastMail(email)) },
    })
    expect(body.user).toMatchObject({ user_metadata: { full_name: 'Ada Obi' } })
    expect(await opens(email, STRANGERS)).toBe(false)
  })

  test('a phone number, in both orders', async () => {
    for (const [last, phone] of [
      [STRANGERS, '2348030000001'],
      [PASSWORD, '2348030000002'],
    ] as const) {
      const first = last === STRANGERS ? PASSWORD : STRANGERS
      for (const password of [first, last])
        await service.ask('POST', '/signup', { body: { phone, password, data: OWN } })
      const sign = (password: string) =>
        service.ask('POST', '/token?grant_type=password', { body: { phone, password } })
      const { code } = service.texts.findLast(({ to }) => to === phone) ?? { code: '' }
      const body = { type: 'sms', phone, token: code, require_proof: true }
      expect((await service.ask('POST', '/verify', { body })).body.code).toBe('sign_up_unproven')
      expect((await service.ask('POST', '/verify', { body: { ...body, password: PASSWORD } })).status).toBe(200)
      expect((await sign(STRANGERS)).status).toBe(400)
      expect((await sign(PASSWORD)).status).toBe(200)
    }
  })
})

test('an account that is in use cannot be claimed while its new address is unproven', async () => {
  const [email, next] = [newEmail(), newEmail()]
  await owner(email)
  await confirm(email)
  await service.db.owner.query('update auth.users set email = $2, email_confirmed_at = null where email = $1', [
    email,
    next,
  ])
  expect(await stranger(next)).toMatchObject({ status: 422, body: { code: 'user_already_exists' } })
})

test('the database itself confirms no account with a password while two sign-ups contradict each other', async () => {
  const email = newEmail()
  await owner(email)
  await stranger(email)
  await service.db.owner.query('update auth.users set encrypted_password = $2 where email = $1', [email, 'somebody’s'])
  await service.db.owner.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
  const { rows } = await service.db.owner.query(
    `select encrypted_password, (select count(*)::int from auth.sign_ups s where s.user_id = u.id) as kept
       from auth.users u where email = $1`,
    [email],
  )
  expect(rows).toEqual([{ encrypted_password: null, kept: 0 }])
})

test('stores as many sign-ups per address as the hourly limit allows', async () => {
  const email = newEmail()
  for (let number = 0; number < 12; number++) {
    await service.ask('POST', '/signup', { body: { email, password: `stranger number ${number}` } })
  }
  const { rows } = await service.db.owner.query(
    'select count(*)::int from auth.sign_ups s join auth.users u on u.id = s.user_id where u.email = $1',
    [email],
  )
  expect(rows).toEqual([{ count: 10 }])
})

test('requests for codes displace no sign-up with a password', async () => {
  const email = newEmail()
  await owner(email)
  for (let other = 0; other < 12; other++) {
    const { status } = await service.ask('POST', '/otp', { body: { email, data: { full_name: `Thief ${other}` } } })
    expect(status).toBe(200)
  }
  const { body } = await confirm(email, { password: PASSWORD })
  expect(body.user).toMatchObject({ user_metadata: OWN })
  expect(await opens(email, PASSWORD)).toBe(true)
})
