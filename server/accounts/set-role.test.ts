import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
let chief: string
beforeAll(async () => {
  market = await openTestMarket()
  chief = await market.person({ role: 'chief' })
})
afterAll(() => market.close())

const readRole = (id: string) => market.row('select role from public.profiles where id = $1', [id])

test('a chief assigns each of the five roles, which is logged', async () => {
  const person = await market.person()
  for (const role of ['vendor', 'manager', 'coordinator', 'chief', 'customer']) {
    expect(await market.call('set-role', { user_id: person, role }, { as: chief })).toMatchObject({
      status: 200,
      body: { role },
    })
    expect(await readRole(person)).toEqual({ role })
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
    expect(await readRole(person)).toEqual({ role: 'customer' })
  },
)

test('refusals: no user, unknown role, operator roles, own role', async () => {
  const person = await market.person()
  const set = (user_id: unknown, role: unknown) => market.call('set-role', { user_id, role } as never, { as: chief })
  expect((await set('', 'vendor')).body.message).toBe('Please select a user and role')
  expect((await set(person, '')).body.message).toBe('Please select a user and role')
  expect((await set(person, 'administrator')).status).toBe(400)
  expect((await set(person, 'emperor')).status).toBe(400)
  expect((await set(chief, 'customer')).body.code).toBe('own_role')
})

test('two chiefs who demote each other concurrently leave one chief', async () => {
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

test('consequences of a role change have to be accepted first', async () => {
  const set = (user_id: string, role: string, more = {}) =>
    market.call('set-role', { user_id, role, ...more }, { as: chief })
  const { ownerId, vendorId, buyId } = await market.buy()
  await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: await market.person() })
  const refused = await set(ownerId, 'customer')
  expect(refused).toMatchObject({ status: 409, body: { code: 'role_leaves_something' } })
  expect(refused.body.errors.accept_consequences).toMatch(/1 group buy is still open there and 1 order is not finished/)
  expect(await readRole(ownerId)).toEqual({ role: 'vendor' })
  expect((await set(ownerId, 'customer', { accept_consequences: true })).status).toBe(200)
  expect(
    await market.row(
      `select v.status, p.referral_code is not null as coded, d.decision_note from public.vendors v join public.profiles p on p.id = v.owner_id
       join public.vendor_details d on d.vendor_id = v.id where v.id = $1`,
      [vendorId],
    ),
  ).toEqual({ status: 'suspended', coded: true, decision_note: 'The owner is no longer a vendor.' })

  const manager = await market.person({ role: 'manager' })
  await market.db.owner.query(`insert into public.manager_regions (manager_id, state) values ($1, 'Oyo')`, [manager])
  expect((await set(manager, 'customer')).body.errors.accept_consequences).toContain('Oyo')
  await set(manager, 'customer', { accept_consequences: true })
  await set(manager, 'manager')
  expect(
    await market.row('select count(*)::integer as states from public.manager_regions where manager_id = $1', [manager]),
  ).toEqual({
    states: 0,
  })

  const editor = await market.person({ role: 'administrator' })
  expect((await set(editor, 'customer')).body.errors.accept_consequences).toContain('npm run grant')
  expect((await set(editor, 'customer', { accept_consequences: true })).status).toBe(200)
  expect((await set(editor, 'administrator')).body.code).toBe('role_not_settable')
})

test('a vendor has no referral code, however the role was assigned', async () => {
  const person = await market.person()
  const code = () => market.row('select referral_code as code from public.profiles where id = $1', [person])
  expect((await code()).code).toMatch(/^[A-Z0-9]{8}$/)
  await market.call('set-role', { user_id: person, role: 'vendor' }, { as: chief })
  expect(await code()).toEqual({ code: null })
  await expect(
    market.db.owner.query(`update public.profiles set referral_code = 'ABCDEF12' where id = $1`, [person]),
  ).rejects.toThrow('vendors_are_no_affiliates')
})

test.each([
  ['deleted', 'deleted_at = now()'],
  ['banned', `banned_until = now() + interval '1 day'`],
  ['unconfirmed', 'email_confirmed_at = null'],
])('a chief whose login is %s does not count, neither for commands nor for the database', async (_, change) => {
  const own = await openTestMarket()
  try {
    const [last, other] = [await own.person({ role: 'chief' }), await own.person({ role: 'chief' })]
    const demote = (id: string) =>
      own.db.database.as({ role: 'service_role', claims: { role: 'service_role', act: other } }, (tx) =>
        tx.query(`update public.profiles set role = 'customer' where id = $1`, [id]),
      )
    await own.db.owner.query(`update auth.users set ${change} where id = $1`, [other])
    await expect(demote(last)).rejects.toMatchObject({ code: 'PT409' })
    const session = crypto.randomUUID()
    await own.db.owner.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, last])
    // A chief who cannot sign in may be demoted.
    expect((await own.call('set-role', { user_id: other, role: 'customer' }, { as: last })).status).toBe(200)
  } finally {
    await own.close()
  }
})
