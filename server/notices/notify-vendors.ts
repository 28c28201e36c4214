import type pg from 'pg'
import { packsOf } from '#domain/group-buys/packs/pack-texts.ts'
import { GIVEN_UP_REASONS } from '#domain/group-buys/participants/former-participants.ts'
import type { ShopBuy, ShopMessageName } from '#domain/group-buys/shop-messages.ts'
import { nairaToKobo } from '#domain/money.ts'
import { clocks } from '#domain/time/clocks.ts'
import { notifyEach } from './queue-system-mail.ts'

interface VendorNotice {
  mail: ShopMessageName
  buyIds: readonly string[]
  siteUrl: string
  /** Default: why the buy ended. */
  reason?: string
}

/** Notifies the vendors of these buys of an event, in the transaction of the event. */
export async function notifyVendors(tx: pg.PoolClient, { mail, buyIds, siteUrl, reason }: VendorNotice): Promise<void> {
  if (buyIds.length === 0) return
  const { rows } = await tx.query<VendorBuyRow>(
    `select g.id, v.owner_id, rights.email_of(v.owner_id) as email, g.product_name, g.unit, g.paid_participants, g.paid_quantity,
       g.min_participants, coalesce(g.final_price, g.current_price) as price, g.end_date, g.payment_due_at, g.part_pack_until, g.share_date, g.pack_size, coalesce(g.pack_unit, '') as pack_unit, public.flexible_units(g) as flexible, coalesce(g.end_reason, '') as reason,
       (select count(distinct o.user_id)::integer from public.orders o where o.group_buy_id = g.id and coalesce(o.end_reason, '') <> all ($2::text[])) as people
     from public.group_buys g join public.vendors v on v.id = g.vendor_id
     where g.id = any ($1::uuid[]) and g.payment_due_at is not null and g.share_date is not null`,
    [buyIds, GIVEN_UP_REASONS],
  )
  const notifications = rows.flatMap((row) => {
    const facts = {
      buyId: row.id,
      product: row.product_name,
      unit: row.unit,
      people: row.people,
      paidPeople: row.paid_participants,
      paidQuantity: row.paid_quantity,
      leastPeople: row.min_participants,
      unitPriceKobo: nairaToKobo(row.price),
      endDate: row.end_date,
      paymentDueAt: row.payment_due_at,
      shareDate: row.share_date,
      reason: reason ?? row.reason,
      decideBy: row.part_pack_until ?? new Date(row.payment_due_at.getTime() + clocks.vendorHonoursWithinMs),
      packs: row.pack_size === null ? null : paidPacks(row, row.pack_size),
    }
    return concerns(mail, facts) ? [{ to: row.email, person: row.owner_id, facts, siteUrl }] : []
  })
  await notifyEach(tx, mail, notifications)
}

const paidPacks = ({ paid_quantity, flexible, pack_unit }: VendorBuyRow, packSize: number) => ({
  packUnit: pack_unit,
  packSize,
  ...packsOf({ sure: paid_quantity - flexible, most: paid_quantity }, { packSize }),
})

/** A short buy needs a decision only if some participants, but fewer than the minimum, have paid. */
const concerns = (mail: ShopMessageName, { paidPeople, leastPeople }: ShopBuy): boolean =>
  mail !== 'shop-buy-short' || (paidPeople > 0 && paidPeople < leastPeople)

interface VendorBuyRow {
  id: string
  owner_id: string
  email: string | null
  product_name: string
  unit: string
  /** Number of people who joined, including those whose orders expired unpaid. */
  people: number
  paid_participants: number
  paid_quantity: number
  min_participants: number
  price: string
  end_date: Date
  payment_due_at: Date
  part_pack_until: Date | null
  pack_size: number | null
  pack_unit: string
  /** Units that buyers take only if they fill a pack. */
  flexible: number
  share_date: string
  reason: string
}
