import type pg from 'pg'
import type { Candidate } from '#domain/ajo/buying.ts'
import { ceilingPriceKobo } from '#domain/group-buys/price/ceiling.ts'
import { priceAt, readPrices } from '#domain/group-buys/price/price-tiers.ts'

/**
 * The group buys that the active members voted for in a month, as they stand now. Locks them in the order of their ids,
 * as joins and payments do.
 */
export async function readCandidates(
  tx: pg.ClientBase,
  { circle, month }: { circle: { id: string }; month: number },
): Promise<Candidate[]> {
  await tx.query(
    `select from public.group_buys where id in (select group_buy_id from public.ajo_votes where circle_id = $1 and month = $2) order by id for no key update`,
    [circle.id, month],
  )
  const { rows } = await tx.query<CandidateRow>(
    `select g.id, v.votes, g.status = 'active' and s.status = 'active' and g.end_date > clock_timestamp() and not public.is_paused('orders') as is_open,
       g.base_price, g.price_tiers, g.min_participants, g.current_participants, g.min_quantity, g.max_quantity, g.end_date,
       g.buyer_fee_bps, g.vendor_fee_bps, g.referral_bps, g.target_quantity - g.current_quantity - public.offered_units(g) as free_units,
       g.max_participants - g.current_participants - public.offered_people(g) as free_places,
       coalesce(public.locked_participants(g.id, g.end_date, g.extended_at, g.paid_participants), 0) as locked
     from (select group_buy_id, count(*)::integer as votes from public.ajo_votes where circle_id = $1 and month = $2 group by group_buy_id) v
     join public.group_buys g on g.id = v.group_buy_id join public.vendors s on s.id = g.vendor_id order by g.id`,
    [circle.id, month],
  )
  return rows.map(toCandidate)
}

interface CandidateRow {
  id: string
  votes: number
  is_open: boolean
  base_price: string
  price_tiers: string
  min_participants: number
  current_participants: number
  min_quantity: number
  max_quantity: number | null
  end_date: Date
  buyer_fee_bps: number
  vendor_fee_bps: number
  referral_bps: number
  free_units: number
  free_places: number | null
  locked: number
}

function toCandidate(row: CandidateRow): Candidate {
  const prices = readPrices(row)
  return {
    buyId: row.id,
    votes: row.votes,
    isOpen: row.is_open,
    unitPriceKobo: priceAt(prices, row.current_participants),
    ceilingUnitPriceKobo: ceilingPriceKobo({
      ...prices,
      minParticipants: row.min_participants,
      lockedParticipants: row.locked,
    }),
    rates: {
      buyerBasisPoints: row.buyer_fee_bps,
      vendorBasisPoints: row.vendor_fee_bps,
      referralBasisPoints: row.referral_bps,
    },
    minQuantity: row.min_quantity,
    maxQuantity: row.max_quantity,
    freeUnits: row.free_units,
    freePlaces: row.free_places,
    endsAt: row.end_date,
  }
}
