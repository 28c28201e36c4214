import type pg from 'pg'
import type { Prices } from '#domain/group-buys/price/price-tiers.ts'
import { costOfLeaving } from '#domain/payments/settling/late-leaves.ts'
import { readLateLeavers, readPromises } from '#server/group-buys/read-leavers.ts'

interface LateLeaverCharges {
  buyId: string
  prices: Prices
  minParticipants: number
  /** Number of participants whose payments determine the final price. */
  staying: number
}

/**
 * Sets the charge of each order that was left late, once the final price is known: its share of the broken promises, at
 * least the stated minimum.
 */
export async function chargeLateLeavers(
  tx: pg.PoolClient,
  { buyId, prices, minParticipants, staying }: LateLeaverCharges,
): Promise<void> {
  const promises = (await readPromises(tx, buyId)).map((promise) => ({ ...promise, isCounted: true }))
  const leavers = await readLateLeavers(tx, { buyId })
  const { shares } = costOfLeaving({ ...prices, minParticipants, staying, promises, leavers })
  await tx.query(
    `update public.orders o set leave_charge_kobo = greatest(o.leave_least_kobo, coalesce(s.share, 0))
     from public.orders l left join unnest($2::uuid[], $3::bigint[]) as s (id, share) on s.id = l.id
     where l.group_buy_id = $1 and l.left_late_at is not null and l.leave_charge_kobo is null and o.id = l.id`,
    [buyId, [...shares.keys()], [...shares.values()]],
  )
}
