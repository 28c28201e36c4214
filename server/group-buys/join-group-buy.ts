import type pg from 'pg'
import type { BuyCounts, JoinAnswer, OrderRow } from '#api/commands.ts'
import { decideJoin, type Join, type JoinedBuy } from '#domain/group-buys/joining.ts'
import { koboToNaira } from '#domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { uuidText } from '#domain/validation.ts'
import { type Call, type Command, PER_MINUTE } from '../command.ts'
import { GROW_ORDER, joinTogether } from './join-together.ts'
import { mailOfJoining } from './mail-of-joining.ts'
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
  together: { lockedBy: ({ group_buy_id: buyId }) => buyId, run: joinTogether },
  run: ({ input, caller, tx, shop }) =>
    join(tx, {
      buyId: input.group_buy_id,
      userId: caller.userId ?? '',
      quantity: input.quantity,
      siteUrl: shop.siteUrl,
    }),
}

interface JoinWish {
  buyId: string
  userId: string
  /** Units, or how to find them from the buy as it stands. */
  quantity: number | ((buy: JoinedBuy) => number | Refusal)
  /** For links in the mail that confirms it. */
  siteUrl: string
  /** Client-made id of a new order. */
  orderId?: string
  /** A further check on what was decided, such as the total that the client expects. */
  accept?: (decision: Join) => Refusal | null
}

export async function join(tx: Call<unknown>['tx'], wish: JoinWish): Promise<JoinAnswer | Refusal> {
  const { userId, orderId = null } = wish
  const facts = await readBuyForJoin(tx, { buyId: wish.buyId || NOBODY, userId, orderId })
  if (facts.isGone) return refuse('sign_in_required')
  if (facts.idIsTaken) return refuse('already_done')
  const quantity = typeof wish.quantity === 'function' && facts.buy ? wish.quantity(facts.buy) : wish.quantity
  if (typeof quantity === 'object') return quantity
  const wanted = typeof quantity === 'number' ? quantity : 1
  const decision = decideJoin(facts.buy, { quantity: wanted, joiner: facts.joiner, now: facts.now })
  if (isRefusal(decision)) return decision
  const objection = wish.accept?.(decision) ?? null
  if (objection) return objection
  return writeOrder(tx, { wish, facts, decision })
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

interface Writing {
  wish: JoinWish
  facts: JoinFacts
  decision: Join
}

/** The counters and the order's line follow from the order (count_orders), which refuses any price but that of the new count. */
async function writeOrder(tx: pg.PoolClient, { wish, facts, decision }: Writing): Promise<JoinAnswer> {
  const figures = [
    decision.quantity,
    koboToNaira(decision.unitPriceKobo),
    koboToNaira(decision.totalKobo),
    koboToNaira(decision.ceilingUnitPriceKobo),
    decision.feeKobo,
    decision.amountDueKobo,
    facts.termsVersion,
  ]
  const rates = facts.buy?.rates
  const writing =
    decision.kind === 'grown'
      ? tx.query<{ order: OrderRow }>({ ...GROW_ORDER, values: [facts.pendingOrderId, ...figures] })
      : tx.query<{ order: OrderRow }>({
          name: 'write-order',
          text: WRITE,
          values: [
            wish.orderId ?? crypto.randomUUID(),
            ...figures,
            wish.buyId,
            wish.userId,
            facts.vendorId,
            facts.buyerName,
            rates?.buyerBasisPoints,
            rates?.vendorBasisPoints,
            rates?.referralBasisPoints,
          ],
        })
  const counting = tx.query<{ counts: BuyCounts }>({ name: 'read-counts', text: COUNTS, values: [wish.buyId] })
  const mailing = mailOfJoining(tx, { ...wish, facts, decision })
  const [written, counted] = await Promise.all([writing, counting, mailing])
  const order = written.rows[0]?.order
  const counts = counted.rows[0]?.counts
  if (!order || !counts) throw new Error('The order of a join was not written')
  return { order, group_buy: counts }
}

const WRITE = `insert into public.orders as o (id, quantity, unit_price, total_amount, ceiling_unit_price, fee_kobo, amount_due_kobo, terms_version, group_buy_id, user_id,
    vendor_id, buyer_name, buyer_fee_bps, vendor_fee_bps, referral_bps)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning to_jsonb(o) as order`

const COUNTS = `select jsonb_build_object('id', id, 'status', status, 'current_quantity', current_quantity, 'current_participants', current_participants,
  'current_price', current_price, 'target_quantity', target_quantity, 'max_participants', max_participants) as counts
  from public.group_buys where id = $1`
