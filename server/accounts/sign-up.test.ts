import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire({ auth: { settings: { anonymousEnabled: true }, captcha: undefined } })
})
afterAll(() => wire.stop())

const signUp = async (email: string, data: Record<string, unknown>) => {
  const body = JSON.stringify({ email, password: 'a-good-basin-7', data })
  return (
    await wire.request('/auth/v1/signup', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  ).status
}
const profile = (email: string) =>
  wire.market.row(
    'select p.role, p.full_name, p.points_balance, p.referral_code is not null as affiliate from public.profiles p join auth.users u on u.id = p.id where u.email = $1',
    [email],
  )

test.each([
  ['customer', 'customer', true],
  ['vendor', 'vendor', false],
  ['chief', 'customer', true],
  ['administrator', 'customer', true],
  ['service_role', 'customer', true],
  [['vendor'], 'customer', true],
  [null, 'customer', true],
])('requesting the role %j makes a %s', async (role, becomes, affiliate) => {
  const email = `request-${crypto.randomUUID().slice(0, 8)}@market.test`
  expect(await signUp(email, { role, full_name: 'Ada Eze', points_balance: 99999 })).toBe(200)
  expect(await profile(email)).toEqual({ role: becomes, full_name: 'Ada Eze', points_balance: '0.00', affiliate })
})

test('a sign-up repeated before confirmation applies the latest choices', async () => {
  const email = `twice-${crypto.randomUUID().slice(0, 8)}@market.test`
  await signUp(email, { role: 'customer', full_name: 'First Try' })
  expect(await signUp(email, { role: 'vendor', full_name: 'Second Try' })).toBe(200)
  expect(await profile(email)).toMatchObject({ role: 'vendor', full_name: 'Second Try', affiliate: false })
})

test('a referral code counts once, never for the user’s own sign-up, and vendors are not affiliates', async () => {
  const referrer = await wire.market.person()
  const { referral_code } = await wire.market.row<{ referral_code: string }>(
    'select referral_code from public.profiles where id = $1',
    [referrer],
  )
  const email = `friend-${crypto.randomUUID().slice(0, 8)}@market.test`
  await signUp(email, { full_name: 'A Friend', referral_code: ` ${referral_code.toLowerCase()} ` })
  const vendor = `shop-${crypto.randomUUID().slice(0, 8)}@market.test`
  await signUp(vendor, { full_name: 'A Shop', role: 'vendor', referral_code })
  expect(
    await wire.market.row('select count(*)::integer as referrals from public.referrals where referrer_id = $1', [
      referrer,
    ]),
  ).toEqual({ referrals: 1 })
})

describe('an address that two people sign up with', () => {
  const referrals = (email: string) =>
    wire.market.row(
      'select count(*)::integer as referrals from public.referrals r join auth.users u on u.id = r.referred_id where u.email = $1',
      [email],
    )
  const post = async (path: string, body: Record<string, unknown>) =>
    (
      await wire.request(`/auth/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status
  const newestLink = async (email: string) => {
    const { body } = await wire.market.row<{ body: string }>(
      'select text as body from mail.messages where recipient = $1 order by created_at desc limit 1',
      [email],
    )
    return /token_hash=([^&\s]+)/.exec(body)?.[1] ?? ''
  }
  const contest = async () => {
    const email = `two-${crypto.randomUUID().slice(0, 8)}@market.test`
    const { code } = await wire.market.row<{ code: string }>(
      'select referral_code as code from public.profiles where id = $1',
      [await wire.market.person()],
    )
    await signUp(email, { role: 'vendor', full_name: 'Ada Eze' })
    await post('/signup', {
      email,
      password: 'a-strangers-basin-7',
      data: { role: 'customer', full_name: 'Thief', referral_code: code },
    })
    return email
  }

  test('has no role, name or referrer before it is confirmed, and is not confirmed without proof', async () => {
    const email = await contest()
    const nobodys = { role: 'customer', full_name: '', affiliate: true }
    expect(await profile(email)).toMatchObject(nobodys)
    expect(await referrals(email)).toEqual({ referrals: 0 })
    expect(await post('/verify', { type: 'signup', token_hash: await newestLink(email) })).toBe(403)
    expect(await profile(email)).toMatchObject(nobodys)
    expect(await referrals(email)).toEqual({ referrals: 0 })
    expect(
      await wire.market.row('select email_confirmed_at is not null as confirmed from auth.users where email = $1', [
        email,
      ]),
    ).toEqual({ confirmed: false })
  })

  test('gets those of the user who confirms it with their password', async () => {
    const email = await contest()
    const proof = { type: 'signup', token_hash: await newestLink(email), password: 'a-good-basin-7' }
    expect(await post('/verify', proof)).toBe(200)
    expect(await profile(email)).toMatchObject({ role: 'vendor', full_name: 'Ada Eze', affiliate: false })
    expect(await referrals(email)).toEqual({ referrals: 0 })
  })
})

test('after confirmation the welcome mail is due once', async () => {
  const email = `welcome-${crypto.randomUUID().slice(0, 8)}@market.test`
  await signUp(email, { full_name: 'Wel Come' })
  const jobs = () =>
    wire.market.row(
      `select count(*)::integer as due from jobs.queue q join auth.users u on q.job_key = 'welcome:' || u.id where u.email = $1`,
      [email],
    )
  expect(await jobs()).toEqual({ due: 0 })
  await wire.market.db.owner.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
  await wire.market.db.owner.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
  expect(await jobs()).toEqual({ due: 1 })
})

describe('a guest', () => {
  const guest = async (data: Record<string, unknown>) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ data })
    const response = await (await wire.request('/auth/v1/signup', { method: 'POST', headers, body })).json()
    const change = async (more: Record<string, unknown>) => {
      const authorization = `Bearer ${response.access_token}`
      const input = { method: 'PUT', headers: { ...headers, authorization }, body: JSON.stringify({ data: more }) }
      expect((await wire.request('/auth/v1/user', input)).status).toBe(200)
    }
    const row = () =>
      wire.market.row(
        `select role, full_name, (select count(*)::integer from public.referrals where referred_id = p.id) as referrals
         from public.profiles p where id = $1`,
        [response.user.id],
      )
    return { change, row, id: response.user.id as string }
  }

  test('gets the role that the sign-up requested', async () => {
    expect(await (await guest({ role: 'vendor', full_name: 'A Guest' })).row()).toMatchObject({ role: 'vendor' })
    expect(await (await guest({ role: 'chief' })).row()).toMatchObject({ role: 'customer' })
  })

  test('cannot choose a role or referrer later, before or after confirming an address', async () => {
    const referrer = await wire.market.row<{ code: string }>(
      'select referral_code as code from public.profiles where id = $1',
      [await wire.market.person()],
    )
    const { change, row, id } = await guest({ full_name: 'A Guest' })
    const input = { role: 'vendor', referral_code: referrer.code, full_name: 'Somebody Else' }
    const asBefore = { role: 'customer', full_name: 'A Guest', referrals: 0 }
    await change(input)
    expect(await row()).toEqual(asBefore)
    await change({ role: 'chief' })
    expect(await row()).toEqual(asBefore)
    await wire.market.db.owner.query(
      `update auth.users set email = $2, email_confirmed_at = now(), is_anonymous = false where id = $1`,
      [id, `${id}@market.test`],
    )
    await change({ ...input, again: true })
    expect(await row()).toEqual(asBefore)
  })
})
