import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTarget, type Target } from '../open-target.ts'

const VICTIMS = 'market-day-morning-7'
const STRANGERS = 'a-strangers-basin-7'

let target: Target
beforeAll(async () => {
  target = await openTarget()
}, 120_000)
afterAll(() => target.close())

const post = async (path: string, body: Record<string, unknown>) => {
  const answer = await target.request(`/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}

const signUp = (email: string, password: string, data: Record<string, unknown> = {}) =>
  post('/signup', { email, password, data })

const opens = async (email: string, password: string) =>
  (await post('/token?grant_type=password', { email, password })).status === 200

async function mailedToken(email: string): Promise<string> {
  const { rows } = await target.owner.query(
    'select text from mail.messages where recipient = $1 order by created_at desc limit 1',
    [email],
  )
  return /token_hash=([^&\s]+)/.exec(rows[0].text)?.[1] ?? ''
}

async function outcomeOf(email: string): Promise<unknown> {
  const { rows } = await target.owner.query(
    `select p.role, p.full_name, (select count(*)::int from public.referrals r where r.referred_id = p.id) as referrals
       from public.profiles p join auth.users u on u.id = p.id where u.email = $1`,
    [email],
  )
  return rows[0]
}

test('a stranger who signs up again with another’s address gets neither the account nor the referral', async () => {
  const stranger = await target.signIn()
  const { rows } = await target.owner.query('select referral_code from public.profiles where id = $1', [stranger.id])
  const trick = { full_name: 'Thief', referral_code: rows[0].referral_code }
  const orders = { last: [VICTIMS, STRANGERS], first: [STRANGERS, VICTIMS], around: [STRANGERS, VICTIMS, STRANGERS] }
  for (const [order, passwords] of Object.entries(orders)) {
    const email = `stranger-${order}@market.test`
    for (const password of passwords) {
      await signUp(email, password, password === STRANGERS ? trick : { full_name: 'Ada Eze' })
    }
    const proof = { type: 'signup', token_hash: await mailedToken(email) }
    expect((await post('/verify', proof)).status).toBe(403)
    expect(await opens(email, STRANGERS)).toBe(false)
    expect(await outcomeOf(email)).toEqual({ role: 'customer', full_name: '', referrals: 0 })
    // The stranger cannot void the victim's code either.
    expect((await post('/verify', { ...proof, password: VICTIMS })).status).toBe(200)
    expect(await opens(email, VICTIMS)).toBe(true)
    expect(await opens(email, STRANGERS)).toBe(false)
    expect(await outcomeOf(email)).toEqual({ role: 'customer', full_name: 'Ada Eze', referrals: 0 })
  }
})

test('the victim’s own password, given with the confirmation, makes the victim’s sign-up count', async () => {
  const email = 'victim@market.test'
  await signUp(email, VICTIMS, { full_name: 'Ada Eze', role: 'vendor' })
  await signUp(email, STRANGERS, { full_name: 'Thief' })
  const proof = { type: 'signup', token_hash: await mailedToken(email), password: VICTIMS }
  expect((await post('/verify', proof)).status).toBe(200)
  expect(await opens(email, VICTIMS)).toBe(true)
  expect(await opens(email, STRANGERS)).toBe(false)
  expect(await outcomeOf(email)).toEqual({ role: 'vendor', full_name: 'Ada Eze', referrals: 0 })
})

test('a stranger’s sign-up is discarded if the owner signs in by another method', async () => {
  const email = 'recovering@market.test'
  await signUp(email, STRANGERS, { full_name: 'Thief', role: 'vendor' })
  await post('/recover', { email })
  expect((await post('/verify', { type: 'recovery', token_hash: await mailedToken(email) })).status).toBe(200)
  expect(await opens(email, STRANGERS)).toBe(false)
  expect(await outcomeOf(email)).toEqual({ role: 'customer', full_name: '', referrals: 0 })
})

test('a person who signed up once confirms on any device and signs in with the password', async () => {
  const email = 'honest@market.test'
  await signUp(email, VICTIMS, { full_name: 'Ada Eze', role: 'vendor' })
  await post('/verify', { type: 'signup', token_hash: await mailedToken(email) })
  expect(await opens(email, VICTIMS)).toBe(true)
  expect(await outcomeOf(email)).toMatchObject({ role: 'vendor', full_name: 'Ada Eze' })
})
