import type pg from 'pg'
import type { JoinedBuy, Joiner } from '#domain/group-buys/participants/joining.ts'
import { readPrices } from '#domain/group-buys/price/price-tiers.ts'
import { nairaToKobo } from '#domain/money.ts'
import type { UnpaidStanding } from '#domain/orders/unpaid/unpaid-standing.ts'
import { awaitPipelined } from '#platform/postgres/queries/await-pipelined.ts'
import type { BatchDeps, BatchedCall } from '#server/command.ts'
import type { JoinRequest } from './join-request.ts'

/** The facts that a batch of joins is decided on, read under the locks of its joiners and buys. */
export interface JoinFacts {
  now: Date
  /** Start of the transaction, and of the holds. */
  beganAt: Date
  limits: UnpaidStanding['limits']
  /** A chief has paused new orders in the whole market. */
  isPaused: boolean
  /** Seconds until each call is within its rate limits again; 0 if it is. */
  waitSeconds: number[]
  /** In the order of the calls. */
  people: JoinerFacts[]
  buys: Map<string, BuyFacts>
  /** Stored responses of earlier calls, by `storedAnswerKey`. */
  storedAnswers: Map<string, { bodyHash: Buffer; answer: string }>
  /** The texts of the chiefs for the confirmation. */
}

export interface JoinerFacts {
  isBlocked: boolean
  hasSecondFactor: boolean
  email: string | null
  buyerName: string
  pendingOrderId: string | null
  joiner: Joiner
}

/** `facts` are updated with every decided join. */
export interface BuyFacts {
  facts: JoinedBuy
  /** The stored status; the status in `facts` is `suspended` if the shop is. */
  status: string
  termsVersion: number
  vendorId: string
  paymentMode: string
  /** The default collection point of its orders; null if the buyer has to choose. */
  placeId: string | null
  /** For the confirmation mail. */
  mail: { product: string; unit: string; paymentDueAt: Date }
}

/** Sends all statements in one packet; each takes its snapshot after the locks before it are held. */
export async function readJoinFacts(
  tx: pg.PoolClient,
  calls: readonly BatchedCall<JoinRequest>[],
  { rateLimits }: Pick<BatchDeps, 'rateLimits'>,
): Promise<JoinFacts> {
  const people = calls.map(({ userId }) => userId)
  const buyIds = calls.map(({ input }) => input.group_buy_id)
  const keyed = calls.flatMap(({ userId, key }) => (key ? [{ userId, ...key }] : []))
  const [waits, , joiners, standings, buys, now, stored] = await awaitPipelined([
    takeLimits(tx, calls, rateLimits),
    tx.query({
      name: 'await-joiners',
      text: 'select public.await_joiners($1, $2)',
      values: [people, [...new Set(buyIds)]],
    }),
    tx.query<JoinerRow>({ name: 'facts-of-joiners', text: PEOPLE, values: [people, buyIds] }),
    tx.query<StandingRow>({ name: 'standings-of-joiners', text: STANDINGS, values: [people, buyIds] }),
    tx.query<BuyFactsRow>({ name: 'buys-to-join', text: BUYS, values: [[...new Set(buyIds)]] }),
    tx.query<Pick<JoinFacts, 'now' | 'beganAt' | 'limits' | 'isPaused'>>({ name: 'now-and-limits', text: NOW }),
    tx.query<StoredAnswerRow>({
      name: 'stored-join-answers',
      text: STORED_ANSWERS,
      values: [keyed.map(({ userId }) => userId), keyed.map(({ route }) => route), keyed.map(({ key }) => key)],
    }),
  ])
  const [clock] = now.rows
  if (!clock) throw new Error('The clock always has one row')
  return {
    ...clock,
    waitSeconds: waits,
    people: joiners.rows.map((row, index) =>
      joinerFacts(people[index] ?? '', { ...row, ...standings.rows[index] }, clock.limits),
    ),
    buys: new Map(buys.rows.map((row) => [row.id, buyFacts(row)])),
    storedAnswers: new Map(
      stored.rows.map((row) => [storedAnswerKey(row.actor, row), { bodyHash: row.body_hash, answer: row.answer }]),
    ),
  }
}

/** The longest wait of each call's limits, in seconds. */
async function takeLimits(
  tx: pg.PoolClient,
  calls: readonly BatchedCall<JoinRequest>[],
  rateLimits: BatchDeps['rateLimits'],
): Promise<number[]> {
  const waits = await rateLimits.takeEach(
    calls.flatMap(({ limits }) => limits),
    tx,
  )
  let next = 0
  return calls.map(({ limits }) => Math.max(0, ...limits.map(() => waits[next++] ?? 0)))
}

/** The key of `storedAnswers` for a user's idempotency key. */
export const storedAnswerKey = (actor: string, { route, key }: { route: string; key: string }): string =>
  `${actor} ${route} ${key}`

function joinerFacts(id: string, row: JoinerRow & Partial<StandingRow>, limits: UnpaidStanding['limits']): JoinerFacts {
  return {
    isBlocked: row.is_disabled,
    hasSecondFactor: row.has_second_factor,
    email: row.email,
    buyerName: row.full_name,
    pendingOrderId: row.pending_id,
    joiner: {
      id,
      confirmed: row.is_confirmed,
      liveQuantity: row.live_quantity,
      pending: pendingOrder(row),
      servesShop: row.serves_shop ?? false,
      offeredUnits: row.offered_units ?? 0,
      grantedQuantity: row.granted_quantity ?? null,
      unpaid: {
        grade: row.grade,
        orders: row.orders,
        kobo: row.kobo,
        lapses: row.lapses,
        limits,
        hasPaid: row.has_paid ?? false,
      },
    },
  }
}

function pendingOrder(row: JoinerRow & Partial<StandingRow>): NonNullable<Joiner['pending']> | null {
  if (row.pending_id === null) return null
  return {
    quantity: row.pending_quantity,
    sureQuantity: row.pending_sure ?? null,
    ceilingUnitPriceKobo: nairaToKobo(row.pending_ceiling),
    amountDueKobo: row.pending_due,
    deliveryFeeKobo: row.pending_delivery_fee,
    isHeld: row.pending_is_held,
    isBeingPaid: row.pending_is_being_paid,
  }
}

function buyFacts(row: BuyFactsRow): BuyFacts {
  return {
    facts: joinedBuy(row),
    status: row.status,
    termsVersion: row.terms_version,
    vendorId: row.vendor_id,
    paymentMode: row.payment_mode,
    placeId: row.place,
    mail: { product: row.product_name, unit: row.unit, paymentDueAt: row.payment_due_at },
  }
}

function joinedBuy(row: BuyFactsRow): JoinedBuy {
  return {
    ...readPrices(row),
    // A suspended shop takes no new orders; accepted orders remain valid.
    status: row.shop_is_open ? row.status : 'suspended',
    endDate: row.end_date,
    priceVoteUntil: row.price_vote_until,
    unit: row.unit,
    targetQuantity: row.target_quantity,
    currentQuantity: row.current_quantity,
    currentParticipants: row.current_participants,
    offeredUnits: row.offered_units,
    offeredPeople: row.offered_people,
    minParticipants: row.min_participants,
    maxParticipants: row.max_participants,
    minQuantity: row.min_quantity,
    maxQuantity: row.max_quantity,
    lockedParticipants: row.locked,
    packSize: row.pack_size,
    formerTargetQuantity: row.former_target_quantity,
    paymentMode: row.payment_mode,
    vendorOwnerId: row.owner_id,
    heldByNew: row.held_by_new,
    rates: {
      buyerBasisPoints: row.buyer_fee_bps,
      vendorBasisPoints: row.vendor_fee_bps,
      referralBasisPoints: row.referral_bps,
    },
  }
}

const PEOPLE = 'select * from public.facts_of_joiners($1, $2)'

/** In the order of the calls. */
const STANDINGS = `select public.has_paid_before(w.person) as has_paid, rights.serves_shop(w.person, g.vendor_id) as serves_shop,
    case when g.max_quantity is not null then public.own_max_quantity(g.id, w.person, g.max_quantity) end as granted_quantity,
    coalesce((select b.quantity from public.buy_waits b where b.group_buy_id = w.buy and b.person_id = w.person and b.status = 'offered'), 0) as offered_units,
    case when g.pack_size is not null then (select o.sure_quantity from public.orders o where o.group_buy_id = w.buy and o.user_id = w.person and o.status = 'pending') end as pending_sure
  from unnest($1::uuid[], $2::uuid[]) with ordinality as w (person, buy, place) left join public.group_buys g on g.id = w.buy order by w.place`

const BUYS = `select g.id, g.status, g.vendor_id, g.base_price, g.price_tiers, g.terms_version, g.end_date, (select r.ends_at from public.price_rises r where r.group_buy_id = g.id and r.status = 'open') as price_vote_until, g.target_quantity, g.current_quantity, g.current_participants, public.offered_units(g) as offered_units, public.offered_people(g) as offered_people,
    g.min_participants, g.max_participants, g.min_quantity, g.max_quantity, g.buyer_fee_bps, g.vendor_fee_bps, g.referral_bps, v.owner_id, v.status = 'active' as shop_is_open,
    g.product_name, g.unit, g.payment_mode, g.pack_size, g.former_target_quantity, coalesce(g.payment_due_at, g.end_date) as payment_due_at, public.open_place(g.vendor_id, array[g.share_date]) as place,
    coalesce(public.locked_participants(g.id, g.end_date, g.extended_at, g.paid_participants), 0) as locked,
    public.held_by_new(g.id, (g.current_quantity - g.paid_quantity)::integer, public.most_of_new(g.min_quantity, coalesce(g.former_target_quantity, g.target_quantity), (select public.unpaid_limits()))) as held_by_new
  from public.group_buys g join public.vendors v on v.id = g.vendor_id where g.id = any ($1::uuid[]) and g.status <> 'draft'`

const NOW = `select clock_timestamp() as now, now() as "beganAt", coalesce(public.unpaid_limits(), jsonb_build_object()) as limits,
  public.is_paused('orders') as "isPaused"`

/** `limit 1` forces an index lookup per key: on a small table the planner would scan all keys. */
const STORED_ANSWERS = `select k.actor, k.route, k.key, k.body_hash, coalesce(k.answer::text, 'null') as answer
  from unnest($1::text[], $2::text[], $3::text[]) as w (actor, route, key)
  cross join lateral (select i.* from public.idempotency_keys i where i.actor = w.actor and i.route = w.route and i.key = w.key limit 1) k`

interface StandingRow {
  has_paid: boolean
  serves_shop: boolean | null
  granted_quantity: number | null
  offered_units: number
  pending_sure: number | null
}

interface BuyFactsRow {
  id: string
  status: string
  owner_id: string
  shop_is_open: boolean
  vendor_id: string
  terms_version: number
  base_price: string
  price_tiers: string
  product_name: string
  unit: string
  payment_mode: string
  pack_size: number | null
  former_target_quantity: number | null
  payment_due_at: Date
  place: string | null
  end_date: Date
  price_vote_until: Date | null
  target_quantity: number
  current_quantity: number
  current_participants: number
  offered_units: number
  offered_people: number
  min_participants: number
  max_participants: number | null
  min_quantity: number
  max_quantity: number | null
  buyer_fee_bps: number
  vendor_fee_bps: number
  referral_bps: number
  locked: number
  held_by_new: number
}

interface StoredAnswerRow {
  actor: string
  route: string
  key: string
  body_hash: Buffer
  answer: string
}

interface PendingOrderRow {
  pending_id: string
  pending_quantity: number
  pending_ceiling: string
  pending_due: bigint
  pending_delivery_fee: bigint
  pending_is_held: boolean
  pending_is_being_paid: boolean
}

type JoinerRow = (PendingOrderRow | { [Name in keyof PendingOrderRow]: null }) & {
  is_disabled: boolean
  is_confirmed: boolean
  has_second_factor: boolean
  email: string | null
  full_name: string
  live_quantity: number
  grade: UnpaidStanding['grade']
  orders: number
  kobo: bigint
  lapses: number
}
