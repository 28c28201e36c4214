import type pg from 'pg'
import type { JoinedBuy, Joiner } from '#domain/group-buys/joining.ts'
import type { UnpaidStanding } from '#domain/orders/unpaid-standing.ts'
import { inOnePacket } from '#platform/postgres/in-one-packet.ts'
import type { TogetherCall, TogetherDeps } from '../command.ts'
import type { JoinFacts } from './read-buy-for-join.ts'
import {
  BUY_COLUMNS,
  type Buy,
  buyOf,
  HELD_BY_NEW,
  type Missing,
  type Pending,
  pendingOf,
} from './read-buy-for-join.ts'
import type { WantedJoin } from './wanted-join.ts'

/** What a batch of joins is decided from, read under the locks of its people and buys at the database's time. */
export interface FactsOfJoins {
  now: Date
  limits: UnpaidStanding['limits']
  /** Seconds that each call must wait because its person calls too often; 0 if it need not. */
  waits: number[]
  /** In the order of the calls. */
  people: PersonToJoin[]
  buys: Map<string, BuyToJoin>
  /** Answers that are kept already, as `storedAs` names them. */
  stored: Map<string, { bodyHash: Buffer; answer: string }>
}

export interface PersonToJoin {
  isGone: boolean
  hasSecondFactor: boolean
  email: string | null
  buyerName: string
  pendingOrderId: string | null
  joiner: Joiner
}

/** `facts` count on with every join that is decided. */
export interface BuyToJoin {
  facts: JoinedBuy
  /** As it is kept; `facts` say `suspended` where the shop is. */
  status: string
  termsVersion: number
  vendorId: string
  paymentMode: string
  /** Where its orders are collected unless their buyer chooses; null where there is a choice. */
  placeId: string | null
  mail: Omit<NonNullable<JoinFacts['mail']>, 'to'>
}

/** Everything travels in one packet; each statement reads once the locks before it are held. */
export async function readJoinsTogether(
  tx: pg.PoolClient,
  calls: readonly TogetherCall<WantedJoin>[],
  { rateLimits }: Pick<TogetherDeps, 'rateLimits'>,
): Promise<FactsOfJoins> {
  const people = calls.map(({ userId }) => userId)
  const wanted = calls.map(({ input }) => input.group_buy_id)
  const keyed = calls.flatMap(({ userId, key }) => (key ? [{ userId, ...key }] : []))
  const [waits, , found, standings, buys, now, kept] = await inOnePacket([
    takeLimits(tx, calls, rateLimits),
    tx.query({
      name: 'await-joiners',
      text: 'select public.await_joiners($1, $2)',
      values: [people, [...new Set(wanted)]],
    }),
    tx.query<PersonRow>({ name: 'facts-of-joiners', text: PEOPLE, values: [people, wanted] }),
    tx.query<Standing>({ name: 'standings-of-joiners', text: STANDINGS, values: [people, wanted] }),
    tx.query<BuyRow>({ name: 'buys-to-join', text: BUYS, values: [[...new Set(wanted)]] }),
    tx.query<{ now: Date; limits: UnpaidStanding['limits'] }>({ name: 'now-and-limits', text: NOW }),
    tx.query<KeptRow>({
      name: 'kept-joins',
      text: KEPT,
      values: [keyed.map(({ userId }) => userId), keyed.map(({ route }) => route), keyed.map(({ key }) => key)],
    }),
  ])
  const [clock] = now.rows
  if (!clock) throw new Error('The clock always has one row')
  return {
    ...clock,
    waits,
    people: found.rows.map((row, index) =>
      personOf(people[index] ?? '', { ...row, ...standings.rows[index] }, clock.limits),
    ),
    buys: new Map(buys.rows.map((row) => [row.id, buyToJoin(row)])),
    stored: new Map(
      kept.rows.map((row) => [storedAs(row.actor, row), { bodyHash: row.body_hash, answer: row.answer }]),
    ),
  }
}

/** Each call waits for the slowest of its own limits. */
async function takeLimits(
  tx: pg.PoolClient,
  calls: readonly TogetherCall<WantedJoin>[],
  rateLimits: TogetherDeps['rateLimits'],
): Promise<number[]> {
  const waits = await rateLimits.takeEach(
    calls.flatMap(({ limits }) => limits),
    tx,
  )
  let next = 0
  return calls.map(({ limits }) => Math.max(0, ...limits.map(() => waits[next++] ?? 0)))
}

/** Where an answer lies that is kept for a person's key. */
export const storedAs = (actor: string, { route, key }: { route: string; key: string }): string =>
  `${actor} ${route} ${key}`

function personOf(id: string, row: PersonRow & Partial<Standing>, limits: UnpaidStanding['limits']): PersonToJoin {
  return {
    isGone: row.is_gone,
    hasSecondFactor: row.has_second_factor,
    email: row.email,
    buyerName: row.full_name,
    pendingOrderId: row.pending_id,
    joiner: {
      id,
      confirmed: row.is_confirmed,
      liveQuantity: row.live_quantity,
      pending: pendingOf(row),
      servesShop: row.serves_shop ?? false,
      unpaid: {
        ...{ grade: row.grade, orders: row.orders, kobo: row.kobo, lapses: row.lapses, limits },
        hasPaid: row.has_paid ?? false,
      },
    },
  }
}

function buyToJoin(row: BuyRow): BuyToJoin {
  return {
    facts: { ...buyOf(row), heldByNew: row.held_by_new },
    status: row.status,
    termsVersion: row.terms_version,
    vendorId: row.vendor_id,
    paymentMode: row.payment_mode,
    placeId: row.place,
    mail: { product: row.product_name, unit: row.unit, paymentDueAt: row.payment_due_at },
  }
}

const PEOPLE = 'select * from public.facts_of_joiners($1, $2)'

/** In the order of the calls. */
const STANDINGS = `select public.has_paid_before(w.person) as has_paid, rights.serves_shop(w.person, g.vendor_id) as serves_shop
  from unnest($1::uuid[], $2::uuid[]) with ordinality as w (person, buy, place) left join public.group_buys g on g.id = w.buy order by w.place`

const BUYS = `select g.id, g.payment_mode, public.usual_place(g.vendor_id) as place, coalesce(g.payment_due_at, g.end_date) as payment_due_at,
    coalesce(public.locked_participants(g.id, g.end_date, g.extended_at, g.paid_participants), 0) as locked, ${HELD_BY_NEW}, ${BUY_COLUMNS}
  from public.group_buys g join public.vendors v on v.id = g.vendor_id where g.id = any ($1::uuid[]) and g.status <> 'draft'`

const NOW = 'select clock_timestamp() as now, coalesce(public.unpaid_limits(), jsonb_build_object()) as limits'

/** Each key is looked up: the limit keeps the planner from beginning with the keys, while they are few. */
const KEPT = `select k.actor, k.route, k.key, k.body_hash, coalesce(k.answer::text, 'null') as answer
  from unnest($1::text[], $2::text[], $3::text[]) as w (actor, route, key)
  cross join lateral (select i.* from public.idempotency_keys i where i.actor = w.actor and i.route = w.route and i.key = w.key limit 1) k`

interface Standing {
  has_paid: boolean
  serves_shop: boolean | null
}

interface BuyRow extends Buy {
  id: string
  held_by_new: number
  payment_mode: string
  place: string | null
}

interface KeptRow {
  actor: string
  route: string
  key: string
  body_hash: Buffer
  answer: string
}

type PersonRow = (Pending | Missing<Pending>) & {
  is_gone: boolean
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
