import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { confirmPayment } from '#server/payments/confirm-payment.ts'
import { notifyOfGift } from '#server/share-gifts/notify-of-gift.ts'
import type { TestMarket } from '../market.ts'
import { paidBuys, type TestOrder } from './paid-buys.ts'

const SITE = 'https://market.test'

export interface LateShare {
  buyId: string
  ownerId: string
  giver: string
  orderId: string
  dueKobo: number
  receiver: string
}

/** Helpers to give shares away, accept them and pay for them. */
export function givenShares(market: TestMarket, play: LocalGateway) {
  const buys = paidBuys(market, play)
  const { row, call, db } = market
  const shares = {
    buys,
    async emailOf(person: string): Promise<string> {
      return (await row<{ email: string }>('select email from auth.users where id = $1', [person])).email
    },
    /** `to`: a person's id, or what somebody types. */
    async give(as: string, orderId: string, to: string) {
      const typed = /^[0-9a-f]{8}-/.test(to) ? await shares.emailOf(to) : to
      return call('give-share', { order_id: orderId, to: typed, note: 'Enjoy it' }, { as })
    },
    accept: (as: string | undefined, giftId: string) =>
      call('accept-share', { gift_id: giftId }, as === undefined ? {} : { as, elsewhere: Math.random() < 0.5 }),
    withdraw: (as: string, giftId: string) => call('withdraw-share', { gift_id: giftId }, { as }),
    decline: (as: string, giftId: string) => call('decline-share', { gift_id: giftId }, { as }),
    leave: (as: string, orderId: string) => call('leave-group-buy', { order_id: orderId }, { as }),
    gift: (id: string) =>
      row<{ status: string; email: string | null; is_open: boolean; receiver_id: string | null }>(
        'select * from public.share_gifts where id = $1',
        [id],
      ),
    order: (id: string) =>
      row<{ status: string; end_reason: string | null; returned_kobo: bigint; charged_kobo: bigint; is_live: boolean }>(
        'select * from public.orders where id = $1',
        [id],
      ),
    counts: (buyId: string) =>
      row(
        'select current_quantity, current_participants, paid_quantity, paid_participants, left_late from public.group_buys where id = $1',
        [buyId],
      ),
    async tell(giftId: string): Promise<void> {
      await notifyOfGift({ database: db.database, siteUrl: SITE }, { gift_id: giftId })
      await market.relay()
    },
    async notices(person: string): Promise<string[]> {
      const { rows } = await db.owner.query<{ kind: string }>(
        `select kind from public.notices where person_id = $1 and kind like 'share-%' order by created_at, id`,
        [person],
      )
      return rows.map(({ kind }) => kind)
    },
    /** After the free time: the window ends in a day, and payments of before are more than an hour old. */
    async makeLate(buyId: string): Promise<void> {
      await withoutTriggers(db.owner, async (client) => {
        await client.query(
          `update public.group_buys set end_date = now() + interval '24 hours', payment_due_at = now() + interval '48 hours', starts_at = now() - interval '10 days' where id = $1`,
          [buyId],
        )
        await client.query(
          `update public.orders set paid_at = paid_at - interval '2 hours', created_at = created_at - interval '2 hours', promised_at = promised_at - interval '2 hours' where group_buy_id = $1`,
          [buyId],
        )
      })
      await db.owner.query('select sums.recount()')
    },
    /** Payment is due now, and the window ended an hour ago. */
    makeDue: (buyId: string) =>
      withoutTriggers(db.owner, async (client) => {
        await client.query(
          `update public.group_buys set end_date = now() - interval '1 hour', payment_due_at = now() - interval '1 second' where id = $1`,
          [buyId],
        )
        await client.query(
          `update public.orders set created_at = created_at - interval '2 hours' where group_buy_id = $1 and takes_over_order_id is null`,
          [buyId],
        )
      }),
    /** A paid order in a buy after the free time, and somebody to give it to. */
    async lateShare({
      quantity = 2,
      ...facts
    }: Record<string, unknown> & { quantity?: number } = {}): Promise<LateShare> {
      const { buyId, ownerId } = await market.buy(facts)
      const paid = await buys.join(buyId, { quantity })
      await buys.pay(paid)
      await shares.makeLate(buyId)
      const receiver = await market.person({ name: 'Ada Obi' })
      return { buyId, ownerId, giver: paid.buyer, orderId: paid.orderId, dueKobo: paid.dueKobo, receiver }
    },
    /** Gives a share and accepts it. */
    async accepted(
      share: Pick<LateShare, 'giver' | 'orderId' | 'receiver'>,
    ): Promise<{ giftId: string; taken: TestOrder }> {
      const given = await shares.give(share.giver, share.orderId, share.receiver)
      if (given.status !== 200) throw new Error(given.body.message)
      const giftId: string = given.body.gift_id
      const { status, body } = await shares.accept(share.receiver, giftId)
      if (status !== 200) throw new Error(body.message)
      return {
        giftId,
        taken: { buyer: share.receiver, orderId: body.order.id, dueKobo: body.order.amount_due_kobo },
      }
    },
    /** Begins a payment at the gateway, and returns how to complete it; null if it was refused. */
    async beginPaying({ buyer, orderId, dueKobo }: TestOrder) {
      const payment = { order_ids: [orderId], peps_kobo: 0, expected_kobo: dueKobo, return_to: null }
      const answer = await call('pay-orders', payment, { as: buyer })
      if (answer.status !== 200) return { answer, complete: null }
      const reference = `AJ-${answer.body.payment_id}`
      const page = `${SITE}/pay/${answer.body.payment_id}/back`
      await play.gateway.initiatePayment({
        reference,
        amountKobo: BigInt(dueKobo),
        email: 'a@market.test',
        returnUrl: page,
        cancelUrl: page,
      })
      const complete = async () => {
        await play.pages(
          new Request(`${SITE}/dev/pay/${reference}`, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) }),
        )
        return confirmPayment(buys.deps, reference)
      }
      return { answer, complete }
    },
  }
  return shares
}
