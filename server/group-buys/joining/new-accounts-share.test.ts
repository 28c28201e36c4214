import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { maxNewBuyerUnits } from '#domain/orders/unpaid/unpaid-promises.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

// Regression: twelve accounts created within a minute held 48 of 50 cartons and paid for none.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ boundsNewAccounts: true })
})
afterAll(() => market.close())

let buyId: string
let vendorId: string
beforeEach(async () => {
  ;({ buyId, vendorId } = await market.buy({ target_quantity: 50, max_quantity: 4, min_participants: 2 }))
})

const join = (as: string, quantity = 4) => market.call('join-group-buy', { group_buy_id: buyId, quantity }, { as })
const readHeldQuantity = async () =>
  (
    await market.row<{ n: number }>(
      `select coalesce(sum(quantity), 0)::integer as n from public.orders where group_buy_id = $1 and status = 'pending'`,
      [buyId],
    )
  ).n
const people = (count: number) => Promise.all(Array.from({ length: count }, () => market.person()))
/** Simulates a paid order elsewhere. */
async function hasPaid(person: string): Promise<void> {
  const elsewhere = await market.buy()
  const { body } = await market.call('join-group-buy', { group_buy_id: elsewhere.buyId, quantity: 1 }, { as: person })
  await past(
    `update public.orders set paid_at = now(), amount_due_kobo = 0, status = 'paid' where id = '${body.order.id}'`,
  )
}
async function past(sql: string): Promise<void> {
  await withoutTriggers(market.db.owner, (client) => client.query(sql))
}

describe('new accounts hold at most half of a buy unpaid', () => {
  test.each([
    [
      'one after the other',
      async (all: string[]) => {
        const statuses: number[] = []
        for (const person of all) statuses.push((await join(person)).status)
        return statuses
      },
    ],
    [
      'all at once',
      async (all: string[]) => (await Promise.all(all.map((person) => join(person)))).map(({ status }) => status),
    ],
  ])('%s', async (_, attack) => {
    const statuses = await attack(await people(12))
    expect(statuses.filter((status) => status === 200)).toHaveLength(6)
    expect(statuses.filter((status) => status === 409)).toHaveLength(6)
    expect(await readHeldQuantity()).toBe(24)
  })

  test('the refusal states the limit, what is left of it, and when it ends', async () => {
    for (const person of await people(6)) await join(person)
    const { body } = await join(await market.person(), 2)
    expect(body.code).toBe('too_large_a_share')
    expect(body.message).toContain('may have 25 unpaid here together. Only 1 are left.')
    expect(body.message).toContain('Pay for any of your orders first')
  })

  test('a growing order is limited as well', async () => {
    const [first, ...others] = await people(7)
    await join(first ?? '', 2)
    for (const person of others) await join(person)
    expect(await readHeldQuantity()).toBe(22)
    expect((await join(first ?? '', 2)).status).toBe(200)
    const { buyId: other } = await market.buy({ target_quantity: 50, min_participants: 2 })
    expect(other).not.toBe(buyId)
  })

  test('a user with a paid order is not limited', async () => {
    for (const person of await people(6)) await join(person)
    const known = await market.person()
    await hasPaid(known)
    expect((await join(known)).status).toBe(200)
  })
})

test('SQL enforces the same limit', async () => {
  for (const person of await people(6)) await join(person)
  const [last, joined] = [await market.person(), (await people(1))[0] ?? '']
  expect((await join(joined, 1)).status).toBe(200)
  const write = async (person: string) => {
    const client = await market.db.owner.connect()
    try {
      // The price at the next count is checked elsewhere.
      await client.query(
        'begin; alter table public.orders disable trigger count_orders_of_new; set local role service_role',
      )
      await client.query(`select set_config('request.jwt.claims', '{"role":"service_role","cause":"buyer"}', true)`)
      await client.query(
        `insert into public.orders (id, quantity, unit_price, total_amount, ceiling_unit_price, fee_kobo, amount_due_kobo, terms_version, group_buy_id, user_id, vendor_id, buyer_name,
           buyer_fee_bps, vendor_fee_bps, referral_bps)
         select gen_random_uuid(), o.quantity, o.unit_price, o.total_amount, o.ceiling_unit_price, o.fee_kobo, o.amount_due_kobo, o.terms_version, o.group_buy_id, $2, o.vendor_id, '',
           o.buyer_fee_bps, o.vendor_fee_bps, o.referral_bps from public.orders o where o.group_buy_id = $1 limit 1`,
        [buyId, person],
      )
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  await expect(write(last)).rejects.toMatchObject({ message: 'New accounts hold enough of this group buy unpaid' })
  const known = await market.person()
  await hasPaid(known)
  await write(known)
  for (const [min, target, percent] of [
    [1, 50, 50],
    [4, 6, 50],
    [1, 51, 33],
    [1, 7, 100],
  ] as const) {
    const { most } = await market.row<{ most: number }>('select public.most_of_new($1, $2, $3) as most', [
      min,
      target,
      { unpaid_new_share_percent: percent },
    ])
    expect(most).toBe(
      maxNewBuyerUnits({ minQuantity: min, targetQuantity: target }, { unpaid_new_share_percent: percent }),
    )
  }
})

describe('people who work for a shop', () => {
  test.each(['hand-over', 'delivery'])('with the duty %s can neither join its buys nor order from it', async (duty) => {
    const staff = await market.person()
    await past(
      `insert into public.memberships (person_id, vendor_id, duty) values ('${staff}', '${vendorId}', '${duty}')`,
    )
    const refused = await join(staff, 1)
    expect([refused.status, refused.body.code]).toEqual([403, 'own_shop'])
    const productId = await market.product(vendorId)
    const cart = {
      lines: [{ product_id: productId, quantity: 1, unit_price_kobo: 8_000_000 }],
      expected_kobo: 8_200_000,
    }
    const ordered = await market.call('order-cart', cart, { as: staff })
    expect(JSON.stringify(ordered.body)).toContain('You work for this shop')
    await past(`update public.memberships set ended_at = now() where person_id = '${staff}'`)
    expect((await join(staff, 1)).status).toBe(200)
  })
})
