import type pg from 'pg'
import type { GroupBuyCounts } from '#api/commands/group-buys.ts'
import type { Join } from '#domain/group-buys/participants/joining.ts'
import { koboToNaira } from '#domain/money.ts'
import { hashOfBody } from '#platform/http/idempotency.ts'
import { awaitPipelined } from '#platform/postgres/queries/await-pipelined.ts'
import { corkWrites, flushWrites } from '#platform/postgres/queries/cork-writes.ts'
import type { BatchedCall } from '#server/command.ts'
import type { JoinRequest } from './join-request.ts'
import { queueJoinedMails } from './queue-joined-mails.ts'
import type { BuyFacts, JoinerFacts, JoinFacts } from './read-join-facts.ts'

export interface DecidedJoin {
  call: BatchedCall<JoinRequest>
  orderId: string
  buy: BuyFacts
  person: JoinerFacts
  decision: Join
}

interface JoinBatch {
  joins: readonly DecidedJoin[]
  facts: JoinFacts
  siteUrl: string
}

/**
 * Writes the joins and returns their answers in order, as JSON. Triggers maintain counters and order lines
 * (count_orders). All statements have been sent when it returns, so that the commit can follow; invalid input throws
 * before.
 */
export function writeJoins(tx: pg.PoolClient, { joins, facts, siteUrl }: JoinBatch): Promise<string[]> {
  corkWrites(tx)
  const rows = joins.map((join) => ({ ...orderRow(join), isGrown: join.decision.kind === 'grown' }))
  const orders = groupConsecutive(rows).map((run) =>
    run[0]?.isGrown
      ? awaitPipelined(run.map((row) => tx.query({ ...GROW_ORDER, values: growValues(row) })))
      : tx.query({ ...WRITE_ORDERS, values: [JSON.stringify(run), JSON.stringify(facts.limits)] }),
  )
  const storable = joins.map(({ call, decision, buy }, index) => ({
    id: rows[index]?.id,
    actor: call.userId,
    key: call.key?.key ?? null,
    route: call.key?.route ?? null,
    hash: call.key && hashOfBody(call.key.body).toString('hex'),
    status: call.input.asOrder ? 201 : 200,
    counts: call.input.asOrder ? null : buyCounts(call.input.group_buy_id, buy, decision),
  }))
  const answersRead = tx.query<{ answer: string }>({ ...STORE_ANSWERS, values: [JSON.stringify(storable)] })
  const written = awaitPipelined([answersRead, ...orders])
  written.catch(() => undefined)
  // PostgreSQL writes the orders while the facts of the messages are being encoded.
  flushWrites(tx)
  const mailsQueued = queueJoinedMails(
    tx,
    joins.flatMap((join) => (join.call.input.isConfirmedByCaller ? [] : [{ ...join, userId: join.call.userId }])),
    { facts, siteUrl },
  )
  return awaitPipelined([written, mailsQueued]).then(([[{ rows: answers }]]) => {
    if (answers.length !== joins.length) throw new Error('Each join of a batch has an answer')
    return answers.map(({ answer }) => answer)
  })
}

type JoinedOrderRow = ReturnType<typeof orderRow>

function orderRow({ call, orderId, buy, person, decision }: DecidedJoin) {
  return {
    id: orderId,
    quantity: decision.quantity,
    sure_quantity: decision.sureQuantity,
    unit_price: koboToNaira(decision.unitPriceKobo),
    total_amount: koboToNaira(decision.totalKobo),
    ceiling_unit_price: koboToNaira(decision.ceilingUnitPriceKobo),
    fee_kobo: String(decision.feeKobo),
    amount_due_kobo: String(decision.amountDueKobo),
    terms_version: buy.termsVersion,
    group_buy_id: call.input.group_buy_id,
    user_id: call.userId,
    vendor_id: buy.vendorId,
    buyer_name: person.buyerName,
    buyer_fee_bps: buy.facts.rates?.buyerBasisPoints,
    vendor_fee_bps: buy.facts.rates?.vendorBasisPoints,
    referral_bps: buy.facts.rates?.referralBasisPoints,
    pickup_point_id: buy.placeId,
    payment_mode: buy.paymentMode,
    lapses: person.joiner.unpaid?.lapses ?? 0,
  }
}

const growValues = (row: JoinedOrderRow) => [
  row.id,
  row.quantity,
  row.unit_price,
  row.total_amount,
  row.ceiling_unit_price,
  row.fee_kobo,
  row.amount_due_kobo,
  row.terms_version,
  row.sure_quantity,
]

/**
 * Splits rows into runs of new and of growing orders, in order of arrival: the price depends on the counts at that
 * position. A run of new orders is one statement.
 */
function groupConsecutive<Row extends { isGrown: boolean }>(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (run?.[0]?.isGrown === row.isGrown) run.push(row)
    else runs.push([row])
  }
  return runs
}

/** The buy's counts after this join. */
function buyCounts(id: string, { facts, status }: BuyFacts, decision: Join): GroupBuyCounts {
  return {
    id,
    status,
    current_quantity: decision.newQuantity,
    current_participants: decision.newParticipants,
    current_price: Number(koboToNaira(decision.unitPriceKobo)),
    target_quantity: facts.targetQuantity,
    max_participants: facts.maxParticipants,
  }
}

const GROW_ORDER = {
  name: 'grow-order',
  text: `update public.orders set quantity = $2, unit_price = $3, total_amount = $4, ceiling_unit_price = $5, fee_kobo = $6, amount_due_kobo = $7, terms_version = $8, sure_quantity = $9
  where id = $1 and status = 'pending'`,
}

/** Order numbers and counters follow the order of the list. */
const WRITE_ORDERS = {
  name: 'write-joined-orders',
  text: `insert into public.orders (id, quantity, sure_quantity, unit_price, total_amount, ceiling_unit_price, fee_kobo, amount_due_kobo, terms_version, group_buy_id, user_id,
    vendor_id, buyer_name, buyer_fee_bps, vendor_fee_bps, referral_bps, pickup_point_id, hold_expires_at)
  select j.id, j.quantity, j.sure_quantity, j.unit_price, j.total_amount, j.ceiling_unit_price, j.fee_kobo, j.amount_due_kobo, j.terms_version, j.group_buy_id, j.user_id,
    j.vendor_id, j.buyer_name, j.buyer_fee_bps, j.vendor_fee_bps, j.referral_bps, j.pickup_point_id,
    case when j.payment_mode <> 'reserve' or j.lapses > 0 then public.hold_of(j.payment_mode, j.lapses, $2::jsonb) end
  from rows from (json_to_recordset($1::json) as (id uuid, quantity integer, sure_quantity integer, unit_price numeric, total_amount numeric, ceiling_unit_price numeric, fee_kobo bigint,
    amount_due_kobo bigint, terms_version integer, group_buy_id uuid, user_id uuid, vendor_id uuid, buyer_name text, buyer_fee_bps integer,
    vendor_fee_bps integer, referral_bps integer, pickup_point_id uuid, payment_mode text, lapses integer)) with ordinality as j
  order by j.ordinality`,
}

const STORE_ANSWERS = {
  name: 'store-join-answers',
  text: `with answered as (
    select j.ordinality, j.actor, j.route, j.key, j.hash, j.status,
      case when j.counts is null then to_jsonb(o) else jsonb_build_object('order', to_jsonb(o), 'group_buy', j.counts) end as answer
    from rows from (json_to_recordset($1::json) as (id uuid, actor text, key text, route text, hash text, status integer, counts jsonb)) with ordinality as j
    cross join lateral (select own.* from public.orders own where own.id = j.id limit 1) o
  ), stored as (
    insert into public.idempotency_keys (actor, route, key, body_hash, status, answer)
    select actor, route, key, decode(hash, 'hex'), status, answer from answered where key is not null
  ) select answer::text from answered order by ordinality`,
}
