import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBankAccount } from '#server/testing/money/shop-money.ts'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire?.stop())

const read = async (table: string, as: string) => {
  const answer = await wire.request(`/rest/v1/${table}?select=*`, { as })
  return answer.status === 200 ? ((await answer.json()) as unknown[]).length : answer.status
}

test('only payer and administrators can read a payment, its parts and its refunds; only administrators a dispute', async () => {
  const { market } = wire
  const { buyId } = await market.buy()
  const [payer, other, chief] = [await market.person(), await market.person(), await market.person({ role: 'chief' })]
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: payer })
  const { id, amount_due_kobo: expected_kobo } = body.order
  const request = { order_ids: [id], peps_kobo: 0, expected_kobo, return_to: null }
  const { payment_id: paymentId } = (await market.call('pay-orders', request, { as: payer })).body
  await market.db.owner.query(
    `insert into public.disputes (gateway, id, payment_id, status, amount_kobo) values ('local', '1', $1, 'open', 5)`,
    [paymentId],
  )
  for (const table of ['payments', 'payment_parts']) {
    expect([await read(table, payer), await read(table, other), await read(table, chief)]).toEqual([1, 0, 1])
  }
  expect([await read('disputes', payer), await read('disputes', other), await read('disputes', chief)]).toEqual([
    0, 0, 1,
  ])
})

test('only its shop and administrators can read a payout', async () => {
  const { market } = wire
  const [mine, other] = [await market.shop(), await market.shop()]
  const chief = await market.person({ role: 'chief' })
  const account = await addBankAccount(market, mine.vendorId)
  await market.moved(
    'vendor',
    `insert into public.payouts (vendor_id, bank_account_id, amount_kobo, gateway, requested_by) values ($1, $2, 100, 'local', $3)`,
    [mine.vendorId, account, mine.ownerId],
  )
  const seen = async (as: string) =>
    ((await (await wire.request('/rest/v1/payouts?select=id', { as })).json()) as unknown[]).length
  expect([await seen(mine.ownerId), await seen(other.ownerId), await seen(chief)]).toEqual([1, 0, 1])
})
