import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ rateLimits: true })
})
afterAll(() => market.close())

const managerOf = async (state: string) => {
  const manager = await market.person({ role: 'manager' })
  await market.db.owner.query('insert into public.manager_regions (manager_id, state) values ($1, $2)', [
    manager,
    state,
  ])
  return manager
}

async function find(contact: string, as: string) {
  const { status, body } = await market.call('find-people-by-contact', { contact }, { as })
  return status === 200 ? body.people.map(({ id }: { id: string }) => id) : status
}

test('staff find people of their own shops by a whole number or address, and each search is recorded', async () => {
  const { orders, ownerId, vendorId } = await paidBuys(market).settled(2, { buy: { min_participants: 1 } })
  const [one, two] = orders
  if (!one || !two) throw new Error('Two people bought')
  const { state } = await market.row<{ state: string }>('select state from public.vendors where id = $1', [vendorId])
  const [manager, stranger] = [await managerOf(state), await managerOf(state === 'Kano' ? 'Lagos' : 'Kano')]
  const coordinator = await market.person({ role: 'coordinator' })
  await market.db.owner.query(`update auth.users set phone = '2348035550001' where id = $1`, [one.buyer])
  const { email } = await market.row<{ email: string }>('select rights.email_of($1) as email', [two.buyer])

  for (const contact of ['0803 555 0001', '+234 (0)803 555 0001', '2348035550001', '8035550001'])
    expect(await find(contact, manager)).toEqual([one.buyer])
  expect(await find(email.toUpperCase(), manager)).toEqual([two.buyer])
  expect(await find(email, coordinator)).toEqual([two.buyer])
  for (const contact of ['0803 555 0001', email]) expect(await find(contact, stranger)).toEqual([])

  // The recipient of a delivery, and the owner of a shop.
  await withoutTriggers(market.db.owner, (client) =>
    client.query(
      `insert into public.order_addresses (order_id, recipient, phone, state, lga, street) values ($1, 'Ada', '+2348035550002', 'Lagos', 'Ikeja', '4 Allen Avenue')`,
      [two.orderId],
    ),
  )
  expect(await find('0803 555 0002', manager)).toEqual([two.buyer])
  const { email: shop } = await market.row<{ email: string }>('select rights.email_of($1) as email', [ownerId])
  expect(await find(shop, manager)).toEqual([ownerId])
  expect(await find(shop, stranger)).toEqual([])

  // Those who bought nothing are a chief's alone to find.
  const visitor = await market.person()
  const { email: unknown } = await market.row<{ email: string }>('select rights.email_of($1) as email', [visitor])
  expect(await find(unknown, coordinator)).toEqual([])
  expect(await find(unknown, await market.person({ role: 'chief' }))).toEqual([visitor])

  // No parts, and no other roles.
  for (const contact of ['555 0001', '%', email.slice(0, 5), '', 'Ada']) expect(await find(contact, manager)).toBe(400)
  for (const as of [one.buyer, ownerId, await market.person({ role: 'administrator' })])
    expect(await find('0803 555 0001', as)).toBe(404)

  const { rows } = await market.db.owner.query(
    `select subject_id, after::text from public.audit_log where action = 'person.find' and actor_id = $1`,
    [manager],
  )
  expect(rows.map(({ subject_id }) => subject_id).filter((id) => id === one.buyer)).toHaveLength(4)
  expect(rows).toHaveLength(7)
  for (const { after } of rows) expect(after).not.toMatch(/555|@/)
  const missed = await market.row<{ n: number }>(
    `select count(*)::integer as n from public.audit_log where action = 'person.find' and actor_id = $1 and subject_id is null`,
    [stranger],
  )
  expect(missed.n).toBe(3)
  expect(market.faults).toEqual([])
})

test('thirty look-ups an hour', async () => {
  const manager = await managerOf('Kano')
  const found = []
  for (let i = 0; i < 31; i += 1) found.push(await find(`0803 555 10${10 + i}`, manager))
  expect(found.slice(0, 30)).toEqual(Array(30).fill([]))
  expect(found[30]).toBe(429)
})
