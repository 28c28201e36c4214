import type pg from 'pg'
import type { OrderRow } from '#api/commands/orders.ts'
import type { AskReason } from '#domain/cycles/messages.ts'
import { type StandingMode, servingOf, standingFault } from '#domain/cycles/standing-order.ts'
import { freeLeavingUntil } from '#domain/group-buys/participants/leaving.ts'
import { nairaToKobo } from '#domain/money.ts'
import { payAtPrice } from '#domain/orders/amounts.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { formatInEnglish, type TranslatableText } from '#domain/texts/translatable-text.ts'
import { inSavepoint } from '#platform/postgres/queries/in-savepoint.ts'
import { readSqlError } from '#platform/postgres/sqlstate.ts'
import { joinSingle } from '#server/group-buys/joining/join-batch.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { databaseRefusal } from '#server/refusal-error.ts'

interface Serving {
  id: string
  buyId: string
  siteUrl: string
}

/** Serves one standing order in a round: joins, asks, skips, or says why not. It happens once; two workers serve it once. */
export async function serveStandingOrder(tx: pg.PoolClient, { id, buyId, siteUrl }: Serving): Promise<void> {
  const row = await lockStanding(tx, { id, buyId })
  if (!row) return
  const standing = { ...row, siteUrl }
  const serving = servingOf(
    { mode: row.mode, skipsNext: row.skips_next, unpaidRounds: row.unpaid_rounds },
    { paymentMode: row.payment_mode },
  )
  if (serving === 'pause') return pause(tx, standing)
  if (serving === 'skip') return skip(tx, standing)
  if (serving === 'ask') return ask(tx, standing, row.mode === 'join' ? 'pay_at_once' : 'asked')
  const joined = await tryToJoin(tx, standing)
  if (!isRefusal(joined)) return confirm(tx, standing, joined)
  // New orders are paused, or prices are voted on: later.
  if (joined.code === 'market_paused' || joined.code === 'price_vote_open') return
  if (joined.code === 'already_in_round') return record(tx, standing, { outcome: 'skipped', reason: joined.message })
  if (joined.code === 'round_too_dear') return ask(tx, standing, 'too_dear')
  if (joined.code === 'pay_first') return ask(tx, standing, 'pay_at_once')
  return refuseToBuyer(tx, standing, joined.message)
}

interface ServedRow {
  id: string
  person_id: string
  email: string | null
  quantity: number
  most_kobo: bigint
  mode: StandingMode
  skips_next: boolean
  unpaid_rounds: number
  buy_id: string
  product: string
  unit: string
  payment_mode: string
  ceiling_price: string
  buyer_fee_bps: number
  end_date: Date
  payment_due_at: Date
}

type Standing = ServedRow & { siteUrl: string }

/** Null if another worker serves it or has served it, or if its buyer has paused or ended it. */
async function lockStanding(
  tx: pg.PoolClient,
  { id, buyId }: { id: string; buyId: string },
): Promise<ServedRow | null> {
  const { rowCount } = await tx.query(
    `select from public.standing_orders where id = $1 and status = 'active' for no key update skip locked`,
    [id],
  )
  if (!rowCount) return null
  const { rows } = await tx.query<ServedRow>(
    `select s.id, s.person_id, rights.email_of(s.person_id) as email, s.quantity, s.most_kobo, s.mode, s.skips_next, g.id as buy_id, g.product_name as product, g.unit,
       g.payment_mode, public.price_at(g.tier_thresholds, g.tier_prices, g.base_price, g.min_participants) as ceiling_price, g.buyer_fee_bps, g.end_date, g.payment_due_at,
       (select count(*) filter (where last.is_unpaid)::integer from (select o.status = 'expired' as is_unpaid from public.standing_rounds r join public.orders o on o.id = r.order_id
         where r.standing_order_id = s.id and r.at > s.active_since order by r.at desc limit 2) last) as unpaid_rounds
     from public.standing_orders s join public.group_buys g on g.id = $2 and g.cycle_id = s.cycle_id and g.status = 'active' and g.end_date > clock_timestamp()
       and g.payment_due_at is not null
     where s.id = $1 and not exists (select from public.standing_rounds r where r.standing_order_id = s.id and r.group_buy_id = g.id)`,
    [id, buyId],
  )
  return rows[0] ?? null
}

/** Joins by the same rule and statements as a press on Join. A refusal, also one of the database, leaves nothing behind. */
async function tryToJoin(tx: pg.PoolClient, standing: Standing): Promise<OrderRow | Refusal> {
  const joined = await inSavepoint(
    tx,
    () => join(tx, standing),
    (result) => !isRefusal(result),
  ).catch((fault: unknown) => {
    // Only a guard's refusal is final; a busy database is tried again by the next run.
    const refusal = readSqlError(fault)?.meaning === 'refused' ? databaseRefusal(fault) : null
    if (!refusal) throw fault
    return refusal
  })
  await tx.query(`select public.caused_by('clock')`)
  return joined
}

async function join(tx: pg.PoolClient, standing: Standing): Promise<OrderRow | Refusal> {
  const { person_id: userId, buy_id: buyId, quantity, most_kobo: mostKobo, siteUrl } = standing
  const answer = await joinSingle(tx, {
    input: {
      group_buy_id: buyId,
      quantity,
      isConfirmedByCaller: true,
      accept: (decision) => standingFault(decision, mostKobo),
      asOrder: { readRepresentation: null },
    },
    userId,
    // Its buyer proved who they are when they set it up. It reserves, and pays nothing.
    claims: { sub: userId, role: 'authenticated', aal: 'aal2' },
    siteUrl,
  })
  if (isRefusal(answer)) return answer
  const order = JSON.parse(answer) as OrderRow
  const { rows } = await tx.query<{ is_held: boolean }>(
    'select hold_expires_at is not null as is_held from public.orders where id = $1',
    [order.id],
  )
  // A place that is held for minutes would be lost before they read of it.
  return rows[0]?.is_held ? HELD_FOR_MINUTES : order
}

const HELD_FOR_MINUTES = refuse('pay_first')

async function confirm(tx: pg.PoolClient, standing: Standing, { id: orderId }: OrderRow): Promise<void> {
  await record(tx, standing, { outcome: 'joined', orderId })
  const { rows } = await tx.query<{ amount_due_kobo: bigint; now: Date }>(
    'select amount_due_kobo, clock_timestamp() as now from public.orders where id = $1',
    [orderId],
  )
  const [order] = rows
  if (!order) throw new Error('The order was written')
  const freeUntil = freeLeavingUntil(standing.end_date)
  await queueSystemMail(tx, 'standing-order-joined', {
    ...addressOf(standing),
    facts: {
      ...roundFacts(standing),
      orderId,
      amountDueKobo: order.amount_due_kobo,
      payBy: standing.payment_due_at,
      freeUntil: freeUntil > order.now ? freeUntil : null,
    },
  })
}

async function ask(tx: pg.PoolClient, standing: Standing, why: AskReason): Promise<void> {
  await record(tx, standing, { outcome: 'asked' })
  await queueSystemMail(tx, 'standing-order-offered', {
    ...addressOf(standing),
    facts: { ...roundFacts(standing), mostKobo: standing.most_kobo, why },
  })
}

async function skip(tx: pg.PoolClient, standing: Standing): Promise<void> {
  await record(tx, standing, { outcome: 'skipped' })
  await tx.query('update public.standing_orders set skips_next = false where id = $1', [standing.id])
}

async function refuseToBuyer(tx: pg.PoolClient, standing: Standing, reason: TranslatableText): Promise<void> {
  await record(tx, standing, { outcome: 'refused', reason })
  const { buy_id: buyId, product } = standing
  await queueSystemMail(tx, 'standing-order-refused', { ...addressOf(standing), facts: { buyId, product, reason } })
}

async function pause(tx: pg.PoolClient, standing: Standing): Promise<void> {
  await tx.query(`update public.standing_orders set status = 'paused', pause_reason = 'unpaid' where id = $1`, [
    standing.id,
  ])
  const facts = { product: standing.product, why: 'unpaid' as const }
  await queueSystemMail(tx, 'standing-order-stopped', { ...addressOf(standing), facts })
}

interface Outcome {
  outcome: 'joined' | 'asked' | 'skipped' | 'refused'
  orderId?: string
  reason?: TranslatableText
}

async function record(tx: pg.PoolClient, { id, buy_id: buyId }: Standing, { outcome, orderId, reason }: Outcome) {
  await tx.query(
    'insert into public.standing_rounds (standing_order_id, group_buy_id, outcome, order_id, reason) values ($1, $2, $3, $4, $5)',
    [id, buyId, outcome, orderId ?? null, reason === undefined ? null : formatInEnglish(reason).slice(0, 400)],
  )
}

const addressOf = ({ email, person_id: person, siteUrl }: Standing) => ({ to: email, person, siteUrl })

function roundFacts(standing: Standing) {
  const { buy_id: buyId, product, unit, quantity, end_date: endDate } = standing
  const amountDueKobo = payAtPrice(standing, { priceKobo: nairaToKobo(standing.ceiling_price), quantity })
  return { buyId, product, unit, quantity, amountDueKobo, endDate }
}
