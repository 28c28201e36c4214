import type pg from 'pg'
import { assert } from '#domain/assert.ts'
import { type CyclePeriod, type CycleRule, firstRound, shareDayOf } from '#domain/cycles/rounds.ts'
import type { StandingMode } from '#domain/cycles/standing-order.ts'
import { findFood } from '../foods/foods.ts'
import { demoId, personId } from '../ids.ts'
import { type DatedMove, setCause } from '../rows.ts'

interface RepeatedFood {
  food: string
  period: CyclePeriod
  /** The customer's standing order. */
  mode: StandingMode
  mostNaira: number
}

const REPEATED: readonly RepeatedFood[] = [
  { food: 'eggs', period: 'week', mode: 'ask', mostNaira: 15_000 },
  { food: 'palm-oil', period: 'month', mode: 'join', mostNaira: 120_000 },
]

/** Shops repeat some running buys, and the customer has standing orders in them. Returns the moves to date. */
export async function repeatBuys(client: pg.ClientBase, now: Date): Promise<DatedMove[]> {
  await setCause(client, 'vendor')
  for (const { food, period } of REPEATED) await repeatBuy(client, { productId: findFood(food).id, period, now })
  await setCause(client, 'buyer')
  for (const { food, mode, mostNaira } of REPEATED) {
    const productId = findFood(food).id
    await client.query(
      `insert into public.standing_orders (id, cycle_id, person_id, quantity, most_kobo, mode, active_since, created_at) values ($1, $2, $3, 2, $4, $5, $6, $6)`,
      [
        demoId('standing-order', productId),
        demoId('cycle', productId),
        personId('customer'),
        mostNaira * 100,
        mode,
        now,
      ],
    )
  }
  await setCause(client, 'operator')
  return REPEATED.flatMap(({ food }) => {
    const productId = findFood(food).id
    return [
      { id: demoId('cycle', productId), to: 'running', at: now },
      { id: demoId('standing-order', productId), to: 'active', at: now },
    ]
  })
}

async function repeatBuy(
  client: pg.ClientBase,
  { productId, period, now }: { productId: string; period: CyclePeriod; now: Date },
): Promise<void> {
  const { rows } = await client.query<RunningBuy>(
    `select id, vendor_id, starts_at, end_date, to_char(share_date, 'YYYY-MM-DD') as share_date from public.group_buys where product_id = $1 and status = 'active'`,
    [productId],
  )
  for (const buy of rows) {
    assert(buy.share_date, 'A published buy has a sharing day (publish_faults)')
    const rule: CycleRule = { period, shareDay: shareDayOf(buy.share_date) }
    const dates = { opensAt: buy.starts_at, endDate: buy.end_date, shareDate: buy.share_date }
    const next = firstRound(dates, rule, { now, after: buy.share_date })
    const id = demoId('cycle', productId)
    await client.query(
      `insert into public.buy_cycles (id, vendor_id, product_id, period, share_day, next_opens_at, next_end_date, next_share_date, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, buy.vendor_id, productId, period, rule.shareDay, next.opensAt, next.endDate, next.shareDate, now],
    )
    await client.query('update public.group_buys set cycle_id = $2 where id = $1', [buy.id, id])
  }
}

interface RunningBuy {
  id: string
  vendor_id: string
  starts_at: Date
  end_date: Date
  share_date: string | null
}
