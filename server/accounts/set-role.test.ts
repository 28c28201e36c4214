import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/market.ts'

let market: TestMarket
let chief: string
beforeAll(async () => {
  market = await openTestMarket()
  chief = await market.person({ role: 'chief' })
})
afterAll(() => market.close())

const roleOf = (id: string) => market.row('select role from public.profiles where id = $1', [id])

test('a chief gives each of the five roles, and the act is on record', async () => {
  const person = await market.person()
  for (const role of ['vendor', 'manager', 'coordinator', 'chief', 'customer']) {
    expect(await market.call('set-role', { user_id: person, role }, { as: chief })).toMatchObject({
      status: 200,
      body: { role },
    })
    expect(await roleOf(person)).toEqual({ role })
  }
  expect(
    await market.row(
      `select count(*)::integer as acts, min(actor_id::text) as actor from public.audit_log where action = 'role.set' and subject_id = $1`,
      [person],
    ),
  ).toEqual({ acts: 5, actor: chief })
})

test.each(['visitor', 'customer', 'vendor', 'manager', 'coordinator', 'administrator', 'supervisor'])(
  'a %s cannot',
  async (role) => {
    const person = await market.person()
    const as = role === 'visitor' ? undefined : await market.person({ role })
    const { status } = await market.call('set-role', { user_id: person, role: 'chief' }, as ? { as } : {})
    expect(status).toBe(as ? 403 : 401)
    expect(await roleOf(person)).toEqual({ role: 'customer' })
  },
)

test('refusals: nobody chosen, no such role, operator roles, own role', async () => {
  const person = await market.person()
  const set = (user_id: unknown, role: unknown) => market.call('set-role', { user_id, role } as never, { as: chief })
  expect((await set('', 'vendor')).body.message).toBe('Please select a user and role')
  expect((await set(person, '')).body.message).toBe('Please select a user and role')
  expect((await set(person, 'administrator')).status).toBe(400)
  expect((await set(person, 'emperor')).status).toBe(400)
  expect((await set(chief, 'customer')).body.code).toBe('own_role')
})

test('two chiefs who demote each other at once leave one chief', async () => {
  for (let round = 0; round < 10; round++) {
    const other = await market.person({ role: 'chief' })
    await Promise.all([
      market.call('set-role', { user_id: other, role: 'customer' }, { as: chief }),
      market.call('set-role', { user_id: chief, role: 'customer' }, { as: other }),
    ])
    const { chiefs } = await market.row<{ chiefs: number }>(
      `select count(*)::integer as chiefs from public.profiles where role = 'chief'`,
    )
    expect(chiefs).toBe(1)
    await market.db.owner.query(
      `update public.profiles set role = case when id = $1 then 'chief' else 'customer' end where role = 'chief' or id = $1`,
      [chief],
    )
  }
})
