import type pg from 'pg'
import { nairaToKobo } from '#domain/money.ts'
import { orderAmounts } from '#domain/orders/amounts.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'

interface GiftDeps {
  database: Database
  siteUrl: string
}

/**
 * Tells the receiver about a share that is offered, and the giver about what became of it, once each. Queued by a
 * trigger on every change of the gift.
 */
export async function notifyOfGift({ database, siteUrl }: GiftDeps, payload: unknown): Promise<void> {
  const { gift_id: giftId } = payload as { gift_id: string }
  await database.as(SERVICE, async (tx) => {
    // A gift that another run is telling of is skipped; a change made since then has queued the job again.
    const { rows } = await tx.query<NotifiedGift>(
      `with untold as (
         select id, notified_of, status || case when to_waiting_list and status = 'offered' then ' ' || receiver_id else '' end as state
         from public.share_gifts where id = $1 and status <> 'accepted' for update skip locked
       )
       update public.share_gifts s set notified_of = n.state from untold n, public.orders o, public.group_buys g
       where s.id = n.id and n.notified_of is distinct from n.state and o.id = s.order_id and g.id = o.group_buy_id and o.unit_price is not null and o.ceiling_unit_price is not null
       returning s.id, s.status, s.order_id, s.giver_id, s.receiver_id, s.to_waiting_list, s.email, s.phone, s.note, least(s.turn_ends_at, s.expires_at) as until,
         g.product_name, g.unit, o.order_no::integer, o.quantity, o.ceiling_unit_price, o.unit_price, o.buyer_fee_bps, o.returned_kobo,
         rights.email_of(s.giver_id) as giver_email, rights.email_of(s.receiver_id) as receiver_email,
         coalesce((select public.first_name(p.full_name) from public.profiles p where p.id = s.giver_id), '') as giver,
         coalesce((select p.full_name from public.profiles p where p.id = s.receiver_id), '') as receiver,
         rights.account_of_gift(s) as account_id`,
      [giftId],
    )
    for (const gift of rows) await notify(tx, gift, siteUrl)
  })
}

async function notify(tx: pg.PoolClient, gift: NotifiedGift, siteUrl: string): Promise<void> {
  const { status, order_id: orderId, product_name: product } = gift
  const giver = { to: gift.giver_email, person: gift.giver_id, siteUrl }
  if (status === 'offered') return notifyReceiver(tx, gift, siteUrl)
  if (status === 'taken') {
    const { order_no: orderNo, receiver, returned_kobo: refundKobo } = gift
    return queueSystemMail(tx, 'share-taken', {
      to: giver.to,
      person: giver.person,
      siteUrl,
      facts: { orderId, product, orderNo, receiver, refundKobo },
    })
  }
  // The giver knows what they withdrew.
  if (status !== 'withdrawn')
    await queueSystemMail(tx, 'share-not-taken', {
      to: giver.to,
      person: giver.person,
      siteUrl,
      facts: { orderId, product, declined: status === 'declined' },
    })
  if (status !== 'declined' && gift.receiver_id !== null)
    await queueSystemMail(tx, 'share-withdrawn', {
      to: gift.receiver_email,
      person: gift.receiver_id,
      siteUrl,
      facts: { giftId: gift.id, product, giver: gift.giver },
    })
}

async function notifyReceiver(tx: pg.PoolClient, gift: NotifiedGift, siteUrl: string): Promise<void> {
  const facts = {
    giftId: gift.id,
    giver: gift.giver,
    product: gift.product_name,
    unit: gift.unit,
    quantity: gift.quantity,
    dueKobo: orderAmounts({
      unitPriceKobo: nairaToKobo(gift.unit_price),
      ceilingUnitPriceKobo: nairaToKobo(gift.ceiling_unit_price),
      quantity: gift.quantity,
      rates: { buyerBasisPoints: gift.buyer_fee_bps, vendorBasisPoints: 0, referralBasisPoints: 0 },
      deliveryFeeKobo: 0n,
    }).amountDueKobo,
    note: gift.note,
    until: gift.until,
  }
  const person = gift.to_waiting_list ? gift.receiver_id : gift.account_id
  const to = gift.to_waiting_list ? gift.receiver_email : gift.email
  if (person) await queueSystemMail(tx, 'share-offered', { to, person, siteUrl, facts })
  else await queueSystemMail(tx, 'share-invited', { to, siteUrl, facts })
  if (gift.phone)
    await tx.query(`select jobs.enqueue('text-receiver', $1::jsonb, now(), $2)`, [
      JSON.stringify({ gift_id: gift.id }),
      `receiver:${gift.id}`,
    ])
}

interface NotifiedGift {
  id: string
  status: string
  order_id: string
  giver_id: string
  receiver_id: string | null
  to_waiting_list: boolean
  email: string | null
  phone: string | null
  note: string
  until: Date
  product_name: string
  unit: string
  order_no: number
  quantity: number
  ceiling_unit_price: string
  unit_price: string
  buyer_fee_bps: number
  returned_kobo: bigint
  giver_email: string | null
  receiver_email: string | null
  giver: string
  receiver: string
  account_id: string | null
}
