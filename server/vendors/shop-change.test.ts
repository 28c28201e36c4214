import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { isReservedName, nameSkeleton } from '#domain/accounts/reserved-names.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const changeInput = (facts: Record<string, unknown>) => ({
  business_name: null,
  registration_number: null,
  address: null,
  reason: 'We are a company now.',
  ...facts,
})
const ask = (as: string, facts: Record<string, unknown>) =>
  market.call('request-shop-change', changeInput(facts), { as })
const decide = (as: string, id: string, decision: string, note = '') =>
  market.call('decide-shop-change', { shop_change_id: id, decision, note }, { as })
const readShop = (id: string) =>
  market.row(
    'select v.business_name, d.registration_number, d.address from public.vendors v join public.vendor_details d on d.vendor_id = v.id where v.id = $1',
    [id],
  )

test('a manager of its state approves a shop’s request: it is applied, logged and mailed', async () => {
  const { vendorId, ownerId } = await market.shop({ state: 'Edo' })
  const [manager, elsewhere] = [await market.manager('Edo'), await market.manager('Kano')]
  const request = await ask(ownerId, { business_name: 'Benin Grain House', registration_number: 'RC 1234567' })
  expect(request.status).toBe(200)
  const id = request.body.shop_change_id
  expect((await readShop(vendorId)).registration_number).toBeNull()
  expect((await decide(elsewhere, id, 'approve')).status).toBe(404)
  expect((await decide(ownerId, id, 'approve')).body.code).toBe('own_case')
  expect(await decide(manager, id, 'approve')).toMatchObject({ status: 200, body: { status: 'approved' } })
  expect(await readShop(vendorId)).toEqual({
    business_name: 'Benin Grain House',
    registration_number: 'RC 1234567',
    address: null,
  })
  expect((await decide(manager, id, 'approve')).body.code).toBe('already_done')
  const { rows } = await market.db.owner.query(
    'select action, actor_id, before, after from public.audit_log where subject_id = $1 order by id',
    [vendorId],
  )
  expect(rows.map(({ action }) => action)).toEqual(['shop.request-change', 'shop.approve'])
  expect(rows[1]).toMatchObject({ actor_id: manager, after: { business_name: 'Benin Grain House' } })
  expect(rows[1].before.business_name).toMatch(/^Bola Foods/)
  const mails = await market.db.owner.query(
    `select kind, recipient from mail.messages where kind like 'shop-change-%' and recipient in (rights.email_of($1), rights.email_of($2)) order by kind`,
    [ownerId, manager],
  )
  expect(mails.rows.map(({ kind }) => kind)).toEqual(['shop-change-decided', 'shop-change-requested'])
  const notices = await market.row<{ title: string }>(
    `select title from public.notices where person_id = $1 and link = '/vendor/shop'`,
    [ownerId],
  )
  expect(notices.title).toContain('Approved')
})

test('a refusal needs a reason and changes nothing; a request can be replaced and withdrawn', async () => {
  const { vendorId, ownerId } = await market.shop({ state: 'Ekiti' })
  const chief = await market.person({ role: 'chief' })
  const before = await readShop(vendorId)
  await ask(ownerId, { address: '1 Old Road, Ado' })
  const second = (await ask(ownerId, { address: '2 New Road, Ado' })).body.shop_change_id
  const { rows } = await market.db.owner.query(
    'select status, address from public.shop_changes where vendor_id = $1 order by requested_at',
    [vendorId],
  )
  expect(rows.map(({ status }) => status)).toEqual(['withdrawn', 'open'])
  expect((await decide(chief, second, 'refuse')).body.message).toMatch(/write the reason/)
  expect((await decide(chief, second, 'refuse', 'No such road.')).status).toBe(200)
  expect(await readShop(vendorId)).toEqual(before)
  const third = (await ask(ownerId, { address: '3 New Road, Ado' })).body.shop_change_id
  const other = await market.shop()
  expect((await market.call('withdraw-shop-change', { shop_change_id: third }, { as: other.ownerId })).status).toBe(404)
  expect((await market.call('withdraw-shop-change', { shop_change_id: third }, { as: ownerId })).status).toBe(200)
  expect((await decide(chief, third, 'approve')).body.code).toBe('already_done')
})

test('refuses the market’s name, another shop’s name, and an unchanged request', async () => {
  const { ownerId } = await market.shop()
  const other = await market.shop()
  const taken = String((await readShop(other.vendorId)).business_name)
  expect((await ask(ownerId, { business_name: 'Ajoja Official Store' })).body.errors.business_name).toMatch(
    /market itself/,
  )
  expect((await ask(ownerId, { business_name: taken.toUpperCase() })).body.code).toBe('shop_name_taken')
  expect((await ask(ownerId, {})).status).toBe(400)
})

describe('a suspended shop', () => {
  test('can request nothing, is not changed by an approval, and cannot change what buyers see', async () => {
    const { vendorId, ownerId } = await market.shop({ state: 'Ogun' })
    const chief = await market.person({ role: 'chief' })
    const productId = await market.product(vendorId)
    const open = (await ask(ownerId, { business_name: 'Sango Rice' })).body.shop_change_id
    await market.call('decide-vendor', { vendor_id: vendorId, decision: 'suspend', note: 'Late twice' }, { as: chief })
    expect((await ask(ownerId, { business_name: 'Sango Beans' })).status).toBe(403)
    expect((await decide(chief, open, 'approve')).status).toBe(409)
    for (const sql of [
      `update public.products set description = 'x' where id = '${productId}'`,
      `insert into public.products (vendor_id, name, category, base_price, unit) values ('${vendorId}', 'Yam', 'tubers', 100, 'kg')`,
      `update public.vendor_details set phone = '0803 111 2222' where vendor_id = '${vendorId}'`,
      `update public.vendor_details set registration_number = 'RC 1' where vendor_id = '${vendorId}'`,
      `update public.vendors set description = 'x' where id = '${vendorId}'`,
      `update public.vendors set logo_url = '/pictures/x.webp' where id = '${vendorId}'`,
    ])
      expect([sql, (await asPerson(market.db, ownerId, sql)).errorCode]).toEqual([sql, 'PT403'])
  })
})

test.each([
  ['business_name', `update public.vendors set business_name = 'Rice Palace' where id = $1`],
  ['registration_number', `update public.vendor_details set registration_number = 'RC 9' where vendor_id = $1`],
  ['address', `update public.vendor_details set address = '9 New Road' where vendor_id = $1`],
])('SQL refuses %s of an approved shop to its vendor and to the service', async (_, sql) => {
  const { vendorId, ownerId } = await market.shop()
  expect((await asPerson(market.db, ownerId, sql, [vendorId])).errorCode).toBe('PT403')
  await expect(
    market.db.database.as({ role: 'service_role', claims: { role: 'service_role' } }, (tx) =>
      tx.query(sql, [vendorId]),
    ),
  ).rejects.toMatchObject({ code: 'PT403' })
})

test('domain and database normalise names alike', async () => {
  const names = [
    'Ajoja',
    'Аjоја',
    'Ａｊｏｊａ',
    'Àjọjà',
    'Aj0ja Store',
    'A\u00adjo\u2060ja',
    'OFFICIAL',
    '0ff1c1a1',
    'Ajjoja',
    'Αϳοϳα',
    'АЈОЈА',
    'Mama Ajo',
    'Ajo and Oja',
    'Office Mart',
    'Straße',
    'ŁÓDŹ',
    'İstanbul',
    'ﬁsh & rice',
    '南瓜',
    '',
    'Bola | Foods!',
    'ǅ ⅳ €',
  ]
  for (const name of names) {
    const { reserved, skeleton } = await market.row<{ reserved: boolean; skeleton: string }>(
      'select public.is_reserved_name($1) as reserved, public.name_skeleton($1) as skeleton',
      [name],
    )
    expect([name, reserved, skeleton]).toEqual([name, isReservedName(name), nameSkeleton(name)])
  }
})

test('refuses the market’s name everywhere: sign-up, profile, shop, address, nominee', async () => {
  const person = await market.person({ name: 'Ajoja Support' })
  expect(await market.row('select full_name from public.profiles where id = $1', [person])).toEqual({ full_name: '' })
  const rename = await asPerson(
    market.db,
    person,
    `update public.profiles set full_name = 'Аjоја Team' where id = $1`,
    [person],
  )
  expect(rename.errorCode).toBe('PT400')
  const application = {
    business_name: 'Ajoja Official Store',
    description: 'Rice and beans from the mill.',
    location: 'Ibadan',
    state: 'Oyo',
    phone: '0803 123 4567',
    address: '4 Market Road, Bodija',
  }
  const applied = await market.call('sign-up-vendor', application, { as: await market.person() })
  expect(applied.body.errors.business_name).toMatch(/market itself/)
  const named = await market.call(
    'name-nominee',
    { hand_over_id: crypto.randomUUID(), name: 'Ajoja Rider' },
    { as: person },
  )
  expect(named.body.errors.name).toMatch(/market itself/)
})
