import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

test('a shop finds its live orders by the whole number that it would be shown, and each search is recorded', async () => {
  const { orders, ownerId, vendorId } = await paidBuys(market).settled(5)
  const [one, two] = orders
  if (!one || !two) throw new Error('Five people bought')
  await market.db.owner.query(`update auth.users set phone = '2348031234567' where id = $1`, [one.buyer])
  const find = async (phone: string, as = ownerId) => {
    const { status, body } = await market.call('find-orders-by-phone', { phone }, { as })
    return status === 200 ? body.orders.map(({ id }: { id: string }) => id) : status
  }
  for (const phone of ['0803 123 4567', '+234 803 123 4567', '2348031234567'])
    expect(await find(phone)).toEqual([one.orderId])
  expect(await find('0803 123 4568')).toEqual([])
  // No parts of numbers.
  for (const phone of ['1234567', '0803123456', '%', '']) expect(await find(phone)).toBe(400)

  // The recipient of a delivery is called instead of the account's owner.
  await withoutTriggers(market.db.owner, (client) =>
    client.query(
      `insert into public.order_addresses (order_id, recipient, phone, state, lga, street) values ($1, 'Ada', '+2348039999999', 'Lagos', 'Ikeja', '4 Allen Avenue')`,
      [one.orderId],
    ),
  )
  expect(await find('0803 123 4567')).toEqual([])
  expect(await find('0803 999 9999')).toEqual([one.orderId])

  const rival = await paidBuys(market).settled(2, { buy: { min_participants: 1 } })
  expect(await find('0803 999 9999', rival.ownerId)).toEqual([])
  for (const as of [one.buyer, await market.person({ role: 'chief' })])
    expect(await find('0803 999 9999', as)).toBe(404)

  const { rows } = await market.db.owner.query(
    `select after ->> 'order_nos' as found, after::text from public.audit_log where action = 'buyer.find-by-phone' and subject_id = $1 and actor_id = $2`,
    [vendorId, ownerId],
  )
  expect(rows).toHaveLength(6)
  expect(rows.filter(({ found }) => found !== '')).toHaveLength(4)
  for (const { after } of rows) expect(after).not.toContain('803')

  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.orders set status = 'collected' where id = $1`, [one.orderId]),
  )
  expect(await find('0803 999 9999')).toEqual([])
})
