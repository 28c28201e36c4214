import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestMarket } from '#server/testing/market.ts'
import { givenShares, type LateShare } from '#server/testing/money/given-shares.ts'
import { openMoneyMarket } from '#server/testing/money/money-market.ts'

let market: TestMarket
let shares: ReturnType<typeof givenShares>
let share: LateShare
let giftId: string
beforeAll(async () => {
  const money = await openMoneyMarket()
  market = money.market
  shares = givenShares(market, money.play)
})
beforeEach(async () => {
  share = await shares.lateShare()
  giftId = (await shares.give(share.giver, share.orderId, share.receiver)).body.gift_id
})
afterAll(() => market.close())

/** Writes the order with which a person takes the share over, as the command does. */
const takeOver = (person: string, changes: { quantity?: string; price?: string } = {}) =>
  market.moved(
    'buyer',
    `insert into public.orders (group_buy_id, user_id, vendor_id, quantity, unit_price, total_amount, ceiling_unit_price, terms_version, buyer_fee_bps, vendor_fee_bps,
       referral_bps, fee_kobo, amount_due_kobo, promised_at, hold_expires_at, takes_over_order_id)
     select group_buy_id, $2, vendor_id, ${changes.quantity ?? 'quantity'}, unit_price, unit_price * ${changes.quantity ?? 'quantity'}, ${changes.price ?? 'ceiling_unit_price'},
       terms_version, buyer_fee_bps, vendor_fee_bps, referral_bps, fee_kobo, 1, promised_at, now() + interval '30 minutes', id from public.orders where id = $1`,
    [share.orderId, person],
  )

const write = (text: string, values: unknown[]) => market.moved('buyer', text, values)

describe('the database refuses', () => {
  test('an order that takes over what was not given to its buyer', async () => {
    await expect(takeOver(await market.person())).rejects.toThrow('Nobody gave this share to this person')
    await expect(takeOver(share.receiver, { quantity: '1' })).rejects.toThrow('Nobody gave this share to this person')
    await expect(takeOver(share.receiver, { price: '1' })).rejects.toThrow('Nobody gave this share to this person')
    await shares.withdraw(share.giver, giftId)
    await expect(takeOver(share.receiver)).rejects.toThrow('Nobody gave this share to this person')
  })

  test('two orders that take over one share', async () => {
    await takeOver(share.receiver)
    await expect(takeOver(share.receiver)).rejects.toThrow('one_taker_of_an_order')
  })

  test('to change the units of what is taken over', async () => {
    await takeOver(share.receiver)
    await expect(
      write('update public.orders set quantity = 1, total_amount = unit_price where takes_over_order_id = $1', [
        share.orderId,
      ]),
    ).rejects.toThrow('A share is taken over as it was given')
  })

  test('a receiver who is paid for while the giver keeps the share', async () => {
    await shares.accept(share.receiver, giftId)
    await expect(
      write(
        `update public.orders set status = 'paid', paid_at = now(), amount_due_kobo = 0 where takes_over_order_id = $1`,
        [share.orderId],
      ),
    ).rejects.toThrow('no longer the giver')
  })

  test('to pay for what cannot be taken over', async () => {
    await shares.accept(share.receiver, giftId)
    await market.db.owner.query(`update public.group_buys set max_quantity = 1 where id = $1`, [share.buyId])
    await expect(
      write(
        `update public.orders set status = 'paid', paid_at = now(), amount_due_kobo = 0 where takes_over_order_id = $1`,
        [share.orderId],
      ),
    ).rejects.toThrow('quantity_above_maximum')
  })

  test('gifts that skip a step, or change', async () => {
    await expect(
      write(`update public.share_gifts set status = 'taken', receiver_id = $2, ended_at = now() where id = $1`, [
        giftId,
        share.receiver,
      ]),
    ).rejects.toThrow('A share is accepted before it is taken')
    await expect(
      write(`update public.share_gifts set status = 'accepted', receiver_id = $2 where id = $1`, [
        giftId,
        share.receiver,
      ]),
    ).rejects.toThrow('A share is accepted with an order')
    await expect(
      write(`update public.share_gifts set email = 'other@market.test' where id = $1`, [giftId]),
    ).rejects.toThrow('A gift stays what it is')
    await shares.accept(share.receiver, giftId)
    await expect(
      write(`update public.share_gifts set status = 'taken', ended_at = now() where id = $1`, [giftId]),
    ).rejects.toThrow('A share is taken once it is paid for')
    await shares.withdraw(share.giver, giftId)
    await expect(
      write(`update public.share_gifts set status = 'offered', ended_at = null where id = $1`, [giftId]),
    ).rejects.toThrow('This gift is over')
  })

  test('gifts of what somebody does not have, or for too long', async () => {
    const gift = (giver: string, days: number) =>
      write(
        `insert into public.share_gifts (order_id, giver_id, email, expires_at) values ($1, $2, 'a@market.test', now() + make_interval(days => $3))`,
        [share.orderId, giver, days],
      )
    await expect(gift(share.giver, 1)).rejects.toThrow('one_open_gift_of_an_order')
    await shares.withdraw(share.giver, giftId)
    await expect(gift(share.receiver, 1)).rejects.toThrow('A buyer gives away a share that they have')
    await expect(gift(share.giver, 2)).rejects.toThrow('A gift waits for a day at most')
  })
})

test('only the giver reads where the offer went', async () => {
  const read = (person: string) =>
    market.db.database.as(
      { role: 'authenticated', claims: { sub: person, role: 'authenticated' } },
      async (tx) => (await tx.query<{ address: string | null }>('select address from public.own_share_gifts')).rows,
    )
  await shares.accept(share.receiver, giftId)
  expect(await read(share.giver)).toEqual([{ address: await shares.emailOf(share.receiver) }])
  expect(await read(share.receiver)).toEqual([{ address: null }])
  expect(await read(await market.person())).toEqual([])
})
