import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { AllottedUnits } from '#domain/group-buys/packs/pack-texts.ts'
import { priceAt, readPrices } from '#domain/group-buys/price/price-tiers.ts'
import { koboToNaira, nairaToKobo } from '#domain/money.ts'
import type { ReturnTo } from '#domain/payments/refunds/returning.ts'
import { finalPriceKobo, type OrderToSettle, type Settlement, settleOrder } from '#domain/payments/settling/settling.ts'
import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '#server/identities.ts'
import { type PaidRow, paidWith } from '#server/ledger/paid-with.ts'
import { postAll } from '#server/ledger/post.ts'
import { writeRefunds } from '#server/ledger/write-refunds.ts'
import { notifyVendors } from '#server/notices/notify-vendors.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'
import { issueInvoices } from '#server/receipts/issue-invoices.ts'
import { decideAllotment, type PackedBuy, storeAllotment } from './allot-units.ts'
import { chargeLateLeavers } from './charge-late-leavers.ts'

/** Number of orders settled in one transaction: few enough not to block other requests. */
const BATCH_SIZE = 200

/**
 * Settles buys whose minimum is paid, or that their vendor honours: first the final price, then the orders in batches,
 * last the buy. If it is interrupted, the next run continues with the remaining orders. Returns the faults, one per
 * buy.
 */
export async function settleBuys(
  database: Database,
  siteUrl: string,
  batchSize: number = BATCH_SIZE,
): Promise<unknown[]> {
  const { rows: due } = await database.as(CLOCK, (tx) =>
    tx.query<{ id: string }>(
      `select id from public.group_buys where status = 'settling' and (paid_participants >= min_participants or honoured_at is not null or final_price is not null)
         and (part_pack_until is null or part_pack_until <= clock_timestamp() or part_pack_confirmed_at is not null)
         and paid_participants > 0 order by payment_due_at limit 50`,
    ),
  )
  const faults: unknown[] = []
  for (const { id } of due)
    await settleBuy(database, { id, siteUrl, batchSize }).catch((fault: unknown) => faults.push(fault))
  return faults
}

interface BuyToSettle {
  id: string
  siteUrl: string
  batchSize: number
}

/** Pauses after each batch for half as long as it took, so that joins of other buys come first. */
async function settleBuy(database: Database, buy: BuyToSettle): Promise<void> {
  let beganAt = performance.now()
  while (await database.as(CLOCK, (tx) => settleBatch(tx, buy))) {
    await pause((performance.now() - beganAt) / 2)
    beganAt = performance.now()
  }
}

/** Returns true while there may be more orders. */
async function settleBatch(tx: pg.PoolClient, { id: buyId, siteUrl, batchSize }: BuyToSettle): Promise<boolean> {
  const buy = await fixPrice(tx, { buyId, siteUrl })
  if (!buy) return false
  const { rows } = await tx.query<SettlementRow>(
    `select o.id, o.user_id, o.order_no::integer, rights.email_of(o.user_id) as email, o.quantity, o.sure_quantity, o.allotted_quantity, o.ceiling_unit_price, o.charged_kobo, o.peps_kobo, o.returned_kobo, o.payment_id, o.return_to,
       o.buyer_fee_bps, o.vendor_fee_bps, o.referral_bps, exists (select from public.referrals r where r.referred_id = o.user_id) as has_referrer
     from public.orders o where o.group_buy_id = $1 and o.status = 'paid' order by o.id limit $2 for update of o`,
    [buyId, batchSize],
  )
  const settlements = rows.map((row) => ({
    row,
    ...settleOrder(toOrderToSettle(row), { finalUnitPriceKobo: buy.finalKobo, refundId: crypto.randomUUID() }),
  }))
  if (settlements.length > 0) {
    await recordSettlements(tx, settlements)
    await notifyBuyers(tx, settlements, { ...buy, siteUrl })
    await issueInvoices(
      tx,
      rows.map(({ id }) => id),
    )
  }
  if (rows.length === batchSize) return true
  await tx.query(`update public.group_buys set status = 'confirmed' where id = $1`, [buyId])
  await notifyVendors(tx, { mail: 'shop-buy-confirmed', buyIds: [buyId], siteUrl })
  return false
}

/** Sets the final price and the late leave charges once, under the buy's lock; later batches read them. */
async function fixPrice(tx: pg.PoolClient, { buyId, siteUrl }: LockedBuy): Promise<FinalPrice | null> {
  const { rows } = await tx.query<SettlingBuyRow>(
    `select product_name, unit, pack_size, pack_unit, part_pack_confirmed_at is not null as takes_part_pack, base_price, price_tiers, min_participants, paid_participants, final_price, honoured_at is not null as is_honoured from public.group_buys where id = $1 and status = 'settling' for no key update`,
    [buyId],
  )
  const buy = rows[0]
  if (!buy) return null
  const facts = { product: buy.product_name, unit: buy.unit, packUnit: buy.pack_unit, isHonoured: buy.is_honoured }
  if (buy.final_price !== null) {
    const finalKobo = nairaToKobo(buy.final_price)
    return { ...facts, finalKobo, unpaid: await readUnpaid(tx, { buyId, buy, finalKobo }) }
  }
  const { rows: ceilings } = await tx.query<{ highest: string | null }>(
    `select max(ceiling_unit_price) as highest from public.orders where group_buy_id = $1 and status = 'paid' `,
    [buyId],
  )
  const highest = ceilings[0]?.highest
  if (!highest) return null
  const packed = packedBuy(buy, { buyId, siteUrl })
  const quantities = packed && (await decideAllotment(tx, packed))
  if (packed && !quantities) return null
  const paidParticipants = buy.paid_participants
  const finalKobo = finalPriceKobo({
    ...readPrices(buy),
    paidParticipants,
    highestCeilingKobo: nairaToKobo(highest),
  })
  await tx.query(
    'update public.group_buys set final_price = $2, settled_participants = $3, settled_at = clock_timestamp() where id = $1',
    [buyId, koboToNaira(finalKobo), paidParticipants],
  )
  // People who get nothing of the packs have paid, and count for the price that was promised to others.
  if (packed && quantities) await storeAllotment(tx, quantities, packed)
  await chargeLateLeavers(tx, {
    buyId,
    prices: readPrices(buy),
    minParticipants: buy.min_participants,
    staying: paidParticipants,
  })
  return { ...facts, finalKobo, unpaid: await readUnpaid(tx, { buyId, buy, finalKobo }) }
}

function packedBuy(buy: SettlingBuyRow, { buyId, siteUrl }: LockedBuy): PackedBuy | null {
  const { pack_size: packSize, pack_unit: packUnit, product_name: product } = buy
  if (packSize === null || packUnit === null) return null
  return { buyId, siteUrl, packSize, packUnit, product, takesPartPack: buy.takes_part_pack }
}

/** Counts participants who did not pay, if that makes the final price higher than the one shown; otherwise null. */
async function readUnpaid(tx: pg.PoolClient, { buyId, buy, finalKobo }: PricedBuy): Promise<UnpaidParticipants | null> {
  const { rows } = await tx.query<{ people: number; paid: number }>(
    `select count(distinct o.user_id)::integer as people, coalesce(g.settled_participants, 0) as paid from public.group_buys g
     left join public.orders o on o.group_buy_id = g.id and o.status = 'expired' and o.end_reason = 'not paid by the due time'
       and not exists (select from public.orders e where e.group_buy_id = g.id and e.user_id = o.user_id and e.is_paid)
     where g.id = $1 group by g.id`,
    [buyId],
  )
  const { people = 0, paid = 0 } = rows[0] ?? {}
  return people > 0 && finalKobo > priceAt(readPrices(buy), paid + people) ? { people, of: paid + people } : null
}

interface LockedBuy {
  buyId: string
  siteUrl: string
}

interface PricedBuy {
  buyId: string
  buy: SettlingBuyRow
  finalKobo: bigint
}

interface UnpaidParticipants {
  people: number
  of: number
}

interface FinalPrice {
  finalKobo: bigint
  product: string
  unit: string
  /** Null for goods without packs. */
  packUnit: string | null
  /** Settled although too few had paid. */
  isHonoured: boolean
  /** Reason why the price is above the one last shown; null if it is not. */
  unpaid: UnpaidParticipants | null
}

interface SettlingBuyRow {
  product_name: string
  unit: string
  pack_size: number | null
  pack_unit: string | null
  takes_part_pack: boolean
  base_price: string
  price_tiers: string
  min_participants: number
  paid_participants: number
  final_price: string | null
  is_honoured: boolean
}

async function notifyBuyers(
  tx: pg.PoolClient,
  settlements: readonly OrderSettlement[],
  { product, unit, packUnit, isHonoured, unpaid, siteUrl }: SettlementNotice,
): Promise<void> {
  await notifyEach(
    tx,
    'buy-settled',
    settlements.map(({ row, unitPriceKobo, comesBackKobo, refundKobo }) => {
      const facts = {
        orderId: row.id,
        product,
        orderNo: row.order_no,
        unitPriceKobo,
        returnedKobo: comesBackKobo,
        isHonoured,
        unpaid,
        allotted: packUnit === null ? null : allottedUnits(row, { unit, packUnit }),
        backTo: refundKobo > 0n ? ('source' as const) : ('peps' as const),
      }
      return { to: row.email, person: row.user_id, facts, siteUrl }
    }),
  )
}

const allottedUnits = (row: SettlementRow, terms: { unit: string; packUnit: string }): AllottedUnits => ({
  ...terms,
  sure: row.sure_quantity ?? row.quantity,
  most: row.quantity,
  allotted: row.allotted_quantity ?? row.quantity,
})

interface SettlementNotice extends FinalPrice {
  siteUrl: string
}

type OrderSettlement = Settlement & { row: SettlementRow }

async function recordSettlements(tx: pg.PoolClient, settlements: readonly OrderSettlement[]): Promise<void> {
  const refundRequests = settlements.map(({ row, orderId, refundId, refundKobo }) => ({
    refundId,
    orderId,
    paymentId: row.payment_id,
    amountKobo: refundKobo,
  }))
  const splitCredits = await writeRefunds(tx, refundRequests, { reason: 'price_drop' })
  await postAll(
    tx,
    settlements.map((settlement) => splitCredits(settlement.journal)),
  )
  await tx.query(
    `update public.orders o set status = 'confirmed', settled_at = clock_timestamp(), unit_price = s.price, quantity = s.quantity, total_amount = s.price * s.quantity,
       fee_kobo = s.fee, vendor_fee_kobo = s.vendor_fee, referral_kobo = s.referral, returned_kobo = o.returned_kobo + s.back
     from unnest($1::numeric[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::integer[]) as s (price, id, fee, vendor_fee, referral, back, quantity) where o.id = s.id`,
    [
      settlements.map(({ unitPriceKobo }) => koboToNaira(unitPriceKobo)),
      settlements.map(({ orderId }) => orderId),
      settlements.map(({ feeKobo }) => feeKobo),
      settlements.map(({ vendorFeeKobo }) => vendorFeeKobo),
      settlements.map(({ referralKobo }) => referralKobo),
      settlements.map(({ comesBackKobo }) => comesBackKobo),
      settlements.map(({ quantity }) => quantity),
    ],
  )
}

interface SettlementRow extends PaidRow {
  order_no: number
  email: string | null
  quantity: number
  sure_quantity: number | null
  allotted_quantity: number | null
  ceiling_unit_price: string | null
  payment_id: string | null
  return_to: string | null
  buyer_fee_bps: number
  vendor_fee_bps: number
  referral_bps: number
  has_referrer: boolean
}

const toOrderToSettle = (row: SettlementRow): OrderToSettle => ({
  ...paidWith(row),
  quantity: row.quantity,
  allottedQuantity: row.allotted_quantity,
  hasReferrer: row.has_referrer,
  ceilingUnitPriceKobo: nairaToKobo(row.ceiling_unit_price ?? '0'),
  rates: {
    buyerBasisPoints: row.buyer_fee_bps,
    vendorBasisPoints: row.vendor_fee_bps,
    referralBasisPoints: row.referral_bps,
  },
  returnTo: row.return_to as ReturnTo | null,
})
