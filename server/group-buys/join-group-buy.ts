import type pg from 'pg'
import type { BuyCounts, JoinAnswer, OrderRow } from '#api/commands.ts'
import { decideJoin, type Join, type JoinedBuy } from '#domain/group-buys/joining.ts'
import { koboToNaira, nairaToKobo } from '#domain/money.ts'
import { orderAmounts } from '#domain/orders/amounts.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { uuidText } from '#domain/validation.ts'
import { type Call, type Command, PER_MINUTE } from '../command.ts'
import { type JoinFacts, readBuyForJoin } from './read-buy-for-join.ts'

/** Joining a group buy: design.md, sections 3 and 7. Also behind `POST /rest/v1/orders`. */
export const joinGroupBuy: Command<'join-group-buy'> = {
  name: 'join-group-buy',
  who: 'signed-in',
  personal: true,
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['group_buy_id', 'quantity'],
  // Ids and quantities that are none have their words in the rule itself.
  check: (raw) => ({
    ok: true,
    value: {
      group_buy_id: uuidText(raw.group_buy_id),
      quantity: typeof raw.quantity === 'number' ? raw.quantity : Number.NaN,
    },
  }),
  run: ({ input, caller, tx }) =>
    join(tx, { buyId: input.group_buy_id, userId: caller.userId ?? '', quantity: input.quantity }),
}

export interface JoinWish {
  buyId: string
  userId: string
  /** Units, or how to find them from the buy as it stands. */
  quantity: number | ((buy: JoinedBuy) => number | Refusal)
  /** Client-made id of a new order. */
  orderId?: string
  /** A further check on what was decided, such as the total that the client expects. */
  accept?: (decision: Join) => Refusal | null
}

export async function join(tx: Call<unknown>['tx'], wish: JoinWish): Promise<JoinAnswer | Refusal> {
  // Two joins of one person in one buy stand in line: the second must see the order of the first. Whoever deletes their account
  // at this moment waits for this order and then finds it, or is waited for and is gone.
  await tx.query({
    name: 'one-joiner',
    text: `select pg_advisory_xact_lock(hashtextextended($1, 0)), (select id from public.profiles where id = $2::uuid for key share)`,
    values: [wish.buyId + wish.userId, wish.userId],
  })
  const facts = await readBuyForJoin(tx, wish.buyId || NOBODY, wish.userId)
  if (facts.isGone) return refuse('sign_in_required')
  const quantity = typeof wish.quantity === 'function' && facts.buy ? wish.quantity(facts.buy) : wish.quantity
  if (typeof quantity === 'object') return quantity
  const wanted = typeof quantity === 'number' ? quantity : 1
  const decision = decideJoin(facts.buy, { quantity: wanted, joiner: facts.joiner, now: facts.now })
  if (isRefusal(decision)) return decision
  const objection = wish.accept?.(decision) ?? null
  if (objection) return objection

  const counts = await takePlaces(tx, wish, decision)
  if (!counts) {
    // Somebody was quicker: the rule says in its own words what is missing now.
    const later = await readBuyForJoin(tx, wish.buyId, wish.userId)
    const refusal = decideJoin(later.buy, { quantity: wanted, joiner: later.joiner, now: later.now })
    if (isRefusal(refusal)) return refusal
    throw new Error('The places could not be taken, yet the rule would give them')
  }
  const order = await writeOrder(tx, { wish, facts, decision, counts })
  return { order, group_buy: counts }
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** One conditional UPDATE takes the places: never read, then write. */
async function takePlaces(tx: pg.PoolClient, wish: JoinWish, decision: Join): Promise<BuyCounts | null> {
  const { rows } = await tx.query<{ counts: BuyCounts }>({
    name: 'take-places',
    text: `update public.group_buys as g
      set current_quantity = current_quantity + $2, current_participants = current_participants + $3
      where id = $1 and status = 'active' and end_date > clock_timestamp() and current_quantity + $2 <= target_quantity
        and (max_participants is null or current_participants + $3 <= max_participants)
      returning jsonb_build_object('id', id, 'status', status, 'current_quantity', current_quantity,
        'current_participants', current_participants, 'current_price', current_price, 'target_quantity', target_quantity,
        'max_participants', max_participants) as counts`,
    values: [wish.buyId, decision.addedQuantity, decision.addedParticipants],
  })
  return rows[0]?.counts ?? null
}

interface Writing {
  wish: JoinWish
  facts: JoinFacts
  decision: Join
  counts: BuyCounts
}

/** The price is the one at the count after this join, as the database counted it; the whole pending order is priced anew. */
async function writeOrder(tx: pg.PoolClient, { wish, facts, decision, counts }: Writing): Promise<OrderRow> {
  const unitPriceKobo = nairaToKobo(counts.current_price)
  const { quantity, ceilingUnitPriceKobo } = decision
  const rates = facts.buy?.rates
  const amounts = orderAmounts({ unitPriceKobo, ceilingUnitPriceKobo, quantity, ...(rates && { rates }) })
  const figures = [
    quantity,
    koboToNaira(unitPriceKobo),
    koboToNaira(amounts.totalKobo),
    koboToNaira(ceilingUnitPriceKobo),
    amounts.feeKobo,
    amounts.amountDueKobo,
  ]
  const { rows } =
    decision.kind === 'grown'
      ? await tx.query<{ order: OrderRow }>({
          name: 'grow-order',
          text: GROW,
          values: [facts.pendingOrderId, ...figures],
        })
      : await tx.query<{ order: OrderRow }>({
          name: 'write-order',
          text: WRITE,
          values: [
            wish.orderId ?? crypto.randomUUID(),
            ...figures,
            wish.buyId,
            wish.userId,
            facts.vendorId,
            facts.buyerName,
          ],
        })
  const order = rows[0]?.order
  if (!order) throw new Error('The order of a join was not written')
  return order
}

const GROW = `update public.orders as o set quantity = $2, unit_price = $3, total_amount = $4, ceiling_unit_price = $5, fee_kobo = $6, amount_due_kobo = $7
  where id = $1 and status = 'pending' returning to_jsonb(o) as order`

const WRITE = `insert into public.orders as o (id, quantity, unit_price, total_amount, ceiling_unit_price, fee_kobo, amount_due_kobo, group_buy_id, user_id, vendor_id, buyer_name)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning to_jsonb(o) as order`
