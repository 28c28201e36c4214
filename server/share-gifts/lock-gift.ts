import type pg from 'pg'

interface LockedGift {
  id: string
  order_id: string
  giver_id: string
  receiver_id: string | null
  status: string
  is_open: boolean
  /** The offer, or this person's turn, has ended by the clock. */
  is_over: boolean
  is_for_caller: boolean
  /** Somebody is paying for it. */
  is_being_paid: boolean
}

interface GiftQuery {
  giftId: string
  personId: string
}

/** Locks the buy of a gift, the giver's order and the gift, in this order; null if there is no such gift. */
export async function lockGift(tx: pg.PoolClient, { giftId, personId }: GiftQuery): Promise<LockedGift | null> {
  const { rows: buys } = await tx.query<{ buy_id: string; order_id: string }>(
    `select o.group_buy_id as buy_id, o.id as order_id, public.caused_by('buyer')
     from public.share_gifts s join public.orders o on o.id = s.order_id where s.id = $1 and o.group_buy_id is not null`,
    [giftId],
  )
  const [place] = buys
  if (!place) return null
  // The locks of a join: the person may be closing their account.
  await tx.query('select public.await_joiners(array[$1]::uuid[], array[$2]::uuid[])', [personId, place.buy_id])
  await tx.query('select from public.orders where id = $1 or takes_over_order_id = $1 order by id for update', [
    place.order_id,
  ])
  const { rows } = await tx.query<LockedGift>(
    `select s.id, s.order_id, s.giver_id, s.receiver_id, s.status, s.is_open, least(s.turn_ends_at, s.expires_at) <= clock_timestamp() as is_over,
       rights.is_gift_for(s, $2) as is_for_caller,
       exists (select from public.orders t where t.takes_over_order_id = s.order_id and t.status = 'pending' and public.is_being_paid(t.id)) as is_being_paid
     from public.share_gifts s where s.id = $1 for no key update of s`,
    [giftId, personId],
  )
  return rows[0] ?? null
}

/** Ends the order with which somebody had accepted a share, so that it is on offer again. */
export async function cancelTakeOver(tx: pg.PoolClient, orderId: string): Promise<void> {
  await tx.query(
    `update public.orders set status = 'cancelled', amount_due_kobo = 0, ended_at = clock_timestamp(), end_reason = 'the share was not taken over'
     where takes_over_order_id = $1 and status = 'pending'`,
    [orderId],
  )
}
