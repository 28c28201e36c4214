import type { Chance } from '#database/seed/chance.ts'
import type { SimulatedMarket } from '../open-market.ts'
import type { Participants } from '../participants.ts'
import type { OpenBuy, Simulation } from './simulation.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface VendorSimulation extends Simulation {
  days: number
  buys: number
  from: Date
  /** Called when a buy has opened. */
  onOpen(buy: OpenBuy): void
}

/**
 * Plans the acts of vendors, who publish buys, cancel some and honour some below the minimum, and of the chief, who
 * repeats stuck refunds.
 */
export function vendorActs(simulation: VendorSimulation): void {
  const { schedule, chance, days, buys, from, participants, market } = simulation
  // The last buys are still open at the end of the month.
  const lastOpening = new Date(from.getTime() + Math.max(0.2, days * 0.7) * DAY)
  for (let number = 0; number < buys; number += 1) {
    schedule.plan(chance.between(from, lastOpening), () => publish(simulation, number))
  }
  for (let hour = 3; hour < days * 24; hour += 6) {
    schedule.plan(new Date(from.getTime() + hour * HOUR), () => honourShort(simulation))
    if (chance.happens(0.06)) schedule.plan(new Date(from.getTime() + hour * HOUR), () => reverse(market))
    if (hour % 24 === 3)
      schedule.plan(new Date(from.getTime() + hour * HOUR), () => repeatStuckRefunds(market, participants, chance))
  }
}

async function publish(
  { market, participants, schedule, chance, days, onOpen }: VendorSimulation,
  number: number,
): Promise<void> {
  const shop = chance.pick(participants.shops)
  const opensAt = market.now()
  const windowDays = days < 10 ? 1.05 : chance.integer(4, 9)
  const endsAt = new Date(opensAt.getTime() + windowDays * DAY + HOUR)
  // Payment is due two days before the sharing day, at the end of the day.
  const sharedOn = dayInLagos(new Date(endsAt.getTime() + (days < 10 ? 2 : chance.integer(2, 4)) * DAY))
  const paysToJoin = chance.happens(0.2)
  const price = chance.integer(20, 160) * 500
  const { rows: goods } = await market.queryAs(
    'vendor',
    `insert into public.products (vendor_id, name, category, base_price, unit, available_quantity, min_quantity, max_quantity, share_date)
     values ($1, $2, 'grains', $3, 'bag', 400, 1, 5, $4) returning id`,
    [shop.vendorId, `Simulated rice ${number + 1}`, price, sharedOn],
  )
  const least = chance.integer(3, 7)
  const tiers = [least, least + 4, least + 10].map((participants, index) => ({
    participants,
    price: Math.round(price * (0.95 - index * 0.05)),
  }))
  const { rows: made } = await market.queryAs(
    'vendor',
    `insert into public.group_buys (product_id, vendor_id, status, target_quantity, min_participants, price_tiers, end_date, payment_mode, allow_extension)
     values ($1, $2, 'active', $3, $4, $5, $6, $7, $8) returning id`,
    [
      goods[0].id,
      shop.vendorId,
      chance.integer(40, 90),
      least,
      JSON.stringify(tiers),
      endsAt,
      paysToJoin ? 'pay_to_join' : 'reserve',
      chance.happens(0.4),
    ],
  )
  const buyId: string = made[0].id
  onOpen({ buyId, shop, opensAt, endsAt, paysToJoin })
  if (!chance.happens(0.06)) return
  const latest = new Date(endsAt.getTime() - 25 * HOUR)
  schedule.plan(chance.between(opensAt, latest), () =>
    market.call(shop.ownerId, 'cancel-group-buy', { group_buy_id: buyId, reason: 'The lorry did not come' }),
  )
}

const dayInLagos = (at: Date) => new Date(at.getTime() + HOUR).toISOString().slice(0, 10)

/** Within twelve hours of the due time a vendor may honour a buy below its minimum. */
async function honourShort({ market, chance }: VendorSimulation): Promise<void> {
  const { rows } = await market.owner.query<{ id: string; owner_id: string }>(
    `select g.id, v.owner_id from public.group_buys g join public.vendors v on v.id = g.vendor_id
     where g.status = 'settling' and g.honoured_at is null and g.paid_participants between 1 and g.min_participants - 1 order by g.id`,
  )
  for (const { id, owner_id } of rows) {
    if (chance.happens(0.3)) await market.call(owner_id, 'honour-group-buy', { group_buy_id: id })
  }
}

async function repeatStuckRefunds(market: SimulatedMarket, { chief }: Participants, chance: Chance): Promise<void> {
  const { rows } = await market.owner.query<{ id: string }>(
    `select f.id from public.refunds f where f.status = 'needs_attention' order by f.created_at, f.id`,
  )
  for (const { id } of rows) {
    if (!chance.happens(0.8)) continue
    // A refund to another account needs a second chief; the simulation has one.
    const account = { bank_code: null, account_number: null, account_name: null }
    await market.call(chief, 'repeat-refund', { refund_id: id, ...account })
  }
}

/** A payer's bank reverses a successful payment; the gateway reports it when queried. */
async function reverse({ owner }: SimulatedMarket): Promise<void> {
  await owner.query(`
    with taken as (
      update local_gateway.payments set status = 'reversed' where reference = (select p.reference from local_gateway.payments p
        where p.status = 'success' and not exists (select from local_gateway.refunds r where r.reference = p.reference)
        order by p.paid_at desc, p.reference limit 1) returning id, reference, paid_kobo
    )
    insert into local_gateway.events (body) select jsonb_build_object('event', 'charge.success', 'data', jsonb_build_object('id', id,
      'reference', reference, 'status', 'reversed', 'amount', paid_kobo, 'currency', 'NGN', 'domain', 'test'))::text from taken`)
}
