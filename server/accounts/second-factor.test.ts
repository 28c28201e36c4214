import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBankAccount, creditEarnings } from '#server/testing/money/shop-money.ts'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'
import { readPageViewer } from './session-status.ts'

const STAFF = ['manager', 'coordinator', 'chief', 'administrator', 'supervisor'] as const

let wire: TestWire
const people: Record<string, string> = {}
beforeAll(async () => {
  wire = await openTestWire()
  for (const role of [...STAFF, 'customer']) {
    people[role] = await wire.market.person({ role })
    await wire.market.db.owner.query(
      `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
      [people[role]],
    )
  }
})
afterAll(() => wire.stop())

/** Claims of a user’s session at an assurance level. */
async function ask(
  role: string,
  aal: string | undefined,
  path: string,
  init: { method?: string; body?: unknown } = {},
) {
  const token = await wire.tokenOf(people[role] ?? '', aal === undefined ? {} : { aal })
  const response = await wire.request(path, {
    method: init.method ?? 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'return=representation' },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  })
  return { status: response.status, body: await response.json() }
}

describe.each(['aal1', undefined])('a session of %s of a user with a second factor', (aal) => {
  test('can run no command', async () => {
    const person = await wire.market.person()
    const call = { method: 'POST', body: { user_id: person, role: 'vendor' } }
    expect(await ask('chief', aal, '/functions/v1/set-role', call)).toMatchObject({
      status: 403,
      body: { code: 'second_step_needed', message: /second factor/ },
    })
    const patched = await ask('chief', aal, `/rest/v1/profiles?id=eq.${person}`, {
      method: 'PATCH',
      body: { role: 'vendor' },
    })
    expect(patched).toMatchObject({ status: 403, body: { code: 'second_step_needed' } })
    expect(await wire.market.row('select role from public.profiles where id = $1', [person])).toEqual({
      role: 'customer',
    })
  })

  test('reads nothing by its role', async () => {
    await wire.market.shop({ status: 'pending' })
    expect((await ask('chief', aal, '/rest/v1/user_directory?select=id')).body).toEqual([])
    expect((await ask('coordinator', aal, '/rest/v1/settings')).body).toEqual([])
    expect((await ask('coordinator', aal, '/rest/v1/vendors?status=eq.pending')).body).toEqual([])
    expect((await ask('manager', aal, '/rest/v1/contact_messages')).body).toEqual([])
  })

  test('writes nothing by its role', async () => {
    const setting = { key: 'books_hour', value: 3 }
    expect((await ask('chief', aal, '/rest/v1/settings', { method: 'POST', body: setting })).status).toBe(403)
    const advert = {
      page: 'home',
      position: 'top',
      title: 'Not mine',
      start_date: '2030-01-01T00:00:00Z',
      end_date: '2030-02-01T00:00:00Z',
    }
    for (const role of ['administrator', 'supervisor']) {
      expect((await ask(role, aal, '/rest/v1/advertisements', { method: 'POST', body: advert })).status).toBe(403)
    }
  })

  test('sees none of its own orders and messages, and changes no name', async () => {
    const { buyId } = await wire.market.buy()
    const joined = await ask('customer', 'aal2', '/functions/v1/join-group-buy', {
      method: 'POST',
      body: { group_buy_id: buyId, quantity: 1 },
    })
    expect(joined.status).toBe(200)
    expect((await ask('customer', aal, '/rest/v1/orders')).body).toEqual([])
    expect((await ask('customer', 'aal2', '/rest/v1/orders')).body).not.toEqual([])
    const renamed = { method: 'PATCH', body: { full_name: 'Somebody Else' } }
    expect((await ask('customer', aal, `/rest/v1/profiles?id=eq.${people.customer}`, renamed)).body).toEqual([])
  })

  test('cannot request payouts or set a bank account for its own shop, and sees neither', async () => {
    const { ownerId, vendorId } = await wire.market.shop()
    people.owner = ownerId
    await wire.market.db.owner.query(
      `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
      [ownerId],
    )
    await addBankAccount(wire.market, vendorId)
    await creditEarnings(wire.market, vendorId, 500_000n)
    const needed = { status: 403, body: { code: 'second_step_needed' } }
    const payoutRequest = await ask('owner', aal, '/functions/v1/request-payout', {
      method: 'POST',
      body: { amount_kobo: null },
    })
    expect(payoutRequest).toMatchObject(needed)
    const account = { bank_code: '058', account_number: '0123456780', account_name: null }
    const named = await ask('owner', aal, '/functions/v1/set-bank-account', { method: 'POST', body: account })
    expect(named).toMatchObject(needed)
    const weekly = await ask('owner', aal, '/functions/v1/set-weekly-payouts', {
      method: 'POST',
      body: { weekly: true },
    })
    expect(weekly).toMatchObject(needed)
    await wire.market.moved(
      'vendor',
      `insert into public.payouts (vendor_id, bank_account_id, amount_kobo, gateway, requested_by)
       select vendor_id, id, 100, 'local', $2 from public.bank_accounts where vendor_id = $1`,
      [vendorId, ownerId],
    )
    for (const table of ['payouts', 'bank_accounts']) {
      expect((await ask('owner', aal, `/rest/v1/${table}?select=id`)).body).toEqual([])
      expect((await ask('owner', 'aal2', `/rest/v1/${table}?select=id`)).body).toHaveLength(1)
    }
  })

  test('is a visitor on pages', async () => {
    expect((await readPageViewer(wire.market.db.database, { sub: people.customer ?? '', aal })).status).toBe(
      'second-factor-pending',
    )
  })
})

test('a session that has passed it can do all of that', async () => {
  const person = await wire.market.person()
  const roleRequest = { method: 'POST', body: { user_id: person, role: 'vendor' } }
  expect((await ask('chief', 'aal2', '/functions/v1/set-role', roleRequest)).status).toBe(200)
  expect((await ask('chief', 'aal2', '/rest/v1/user_directory?select=id')).body).not.toEqual([])
  expect((await ask('coordinator', 'aal2', '/rest/v1/vendors?status=eq.pending')).body).not.toEqual([])
  expect((await readPageViewer(wire.market.db.database, { sub: people.chief ?? '', aal: 'aal2' })).status).toBe(
    'active',
  )
})

test('an unverified factor requires nothing', async () => {
  const person = await wire.market.person({ role: 'chief' })
  await wire.market.db.owner.query(`insert into auth.mfa_factors (user_id, factor_type) values ($1, 'totp')`, [person])
  expect((await readPageViewer(wire.market.db.database, { sub: person, aal: 'aal1' })).status).toBe('active')
  expect((await wire.request('/rest/v1/settings', { as: person })).status).toBe(200)
})

test('tables of money require it by restrictive policies of their own', async () => {
  const money = [
    'bank_accounts',
    'claims',
    'disputes',
    'orders',
    'partial_refunds',
    'passed_on_chargebacks',
    'payments',
    'payout_terms',
    'payouts',
  ]
  const { rows } = await wire.market.db.owner.query<{ table: string }>(
    `select tablename as "table" from pg_policies where schemaname = 'public' and permissive = 'RESTRICTIVE' and cmd = 'ALL'
       and qual ~ 'NOT .*owes_second_step' and tablename = any ($1) order by 1`,
    [money],
  )
  expect(rows.map(({ table }) => table)).toEqual(money)
})

test('a list checks once, whatever its length', async () => {
  const chief = people.chief
  const plan = await wire.market.db.database.as(
    { role: 'authenticated', claims: { sub: chief, role: 'authenticated', aal: 'aal2' } },
    async (tx) => (await tx.query('explain select * from public.vendors')).rows.map((row) => row['QUERY PLAN']),
  )
  const text = plan.join('\n')
  expect(text).toMatch(/hashed SubPlan/)
  expect(text).not.toMatch(/oversees|owes_second_step/)
})
