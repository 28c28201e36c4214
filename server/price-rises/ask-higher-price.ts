import type pg from 'pg'
import { checkFields, text, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { readPrices } from '#domain/group-buys/price/price-tiers.ts'
import { nairaToKobo } from '#domain/money.ts'
import { priceRiseFault } from '#domain/price-rises/price-rise.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'
import { costOfOrder } from '#server/payments/differences/cost-of-order.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * A shop that can no longer deliver at its price asks the people in its buy, once, for a higher one. They have 24 hours
 * to agree; the others leave with everything back.
 */
export const askHigherPrice: Command<'ask-higher-price'> = {
  name: 'ask-higher-price',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['group_buy_id', 'rise_naira', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      group_buy_id: uuid('Group buy'),
      rise_naira: wholeNumber({ label: 'Rise', min: 1, max: 100_000_000 }),
      reason: text({ label: 'Reason', min: 10, max: 300, lines: true }),
    }),
  async run({ input, caller, tx, context }) {
    // Locked before it is read: a statement that waits for a row lock keeps its snapshot of all other rows.
    await tx.query('select from public.group_buys where id = $1 for no key update', [input.group_buy_id])
    const buy = await readAskingBuy(tx, { buyId: input.group_buy_id, userId: caller.userId })
    if (!buy) return refuse('buy_not_found')
    if (!buy.is_shop_active) return refuse('shop_is_suspended')
    const fault = priceRiseFault(
      {
        ...readPrices(buy),
        status: buy.status,
        minParticipants: buy.min_participants,
        participants: buy.current_participants,
        paymentDueAt: buy.payment_due_at,
        hasRequested: buy.has_requested,
      },
      { riseNaira: input.rise_naira, mostBasisPoints: buy.most_bps, now: buy.now },
    )
    if (fault) return fault
    const { rows } = await tx.query<RiseRow>(
      `insert into public.price_rises (group_buy_id, requested_by, rise_naira, reason) values ($1, $2, $3, $4)
       returning id, ends_at, reason, former_base_price, base_price, ceiling_price`,
      [input.group_buy_id, caller.userId, input.rise_naira, input.reason],
    )
    const [rise] = rows
    if (!rise) throw new Error('The insert of a price rise returned no row')
    const recipients = await notifyPeople(tx, { buyId: input.group_buy_id, rise, siteUrl: context.siteUrl })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'price-rise.ask',
      subject: { type: 'group_buy', id: input.group_buy_id },
      before: { base_price: Number(rise.former_base_price) },
      after: { base_price: Number(rise.base_price), rise_naira: input.rise_naira, reason: rise.reason },
    })
    return { price_rise_id: rise.id, ends_at: rise.ends_at.toISOString(), recipients }
  },
}

async function readAskingBuy(
  tx: pg.ClientBase,
  { buyId, userId }: { buyId: string; userId: string | null },
): Promise<AskingBuyRow | null> {
  const { rows } = await tx.query<AskingBuyRow>(
    `select g.status, g.base_price, g.price_tiers, g.min_participants, g.current_participants, g.payment_due_at, v.status = 'active' as is_shop_active,
       exists (select from public.price_rises r where r.group_buy_id = g.id) as has_requested, public.whole_setting('price_rise_bps') as most_bps, clock_timestamp() as now
     from public.group_buys g join public.vendors v on v.id = g.vendor_id join public.profiles p on p.id = v.owner_id and p.role = 'vendor'
     where g.id = $1 and v.owner_id = $2 and g.payment_due_at is not null and g.published_at is not null`,
    [buyId, userId],
  )
  return rows[0] ?? null
}

interface RiseNotice {
  buyId: string
  rise: RiseRow
  siteUrl: string
}

/** Asks for an answer for each order, because each is answered on its own. Returns the number of people. */
async function notifyPeople(tx: pg.PoolClient, { buyId, rise, siteUrl }: RiseNotice): Promise<number> {
  const { rows } = await tx.query<OrderToNotifyRow>(
    `select o.id, o.user_id, rights.email_of(o.user_id) as email, o.order_no::integer, o.quantity, o.buyer_fee_bps, o.ceiling_unit_price, o.is_paid, g.product_name, v.business_name
     from public.orders o join public.group_buys g on g.id = o.group_buy_id join public.vendors v on v.id = g.vendor_id
     where o.group_buy_id = $1 and o.is_live and o.ceiling_unit_price is not null order by o.id`,
    [buyId],
  )
  const notices = rows.map((row) => {
    const [formerKobo, ceilingKobo] = [nairaToKobo(row.ceiling_unit_price), nairaToKobo(rise.ceiling_price)]
    const { moreKobo } = costOfOrder(row, rise.ceiling_price)
    const facts = {
      orderId: row.id,
      orderNo: row.order_no,
      product: row.product_name,
      shop: row.business_name,
      reason: rise.reason,
      formerKobo,
      ceilingKobo,
      moreKobo,
      isPaid: row.is_paid,
      endsAt: rise.ends_at,
    }
    return { to: row.email, person: row.user_id, facts, siteUrl }
  })
  await notifyEach(tx, 'price-rise-requested', notices)
  return new Set(rows.map(({ user_id }) => user_id)).size
}

interface AskingBuyRow {
  status: string
  base_price: string
  price_tiers: string
  min_participants: number
  current_participants: number
  payment_due_at: Date
  is_shop_active: boolean
  has_requested: boolean
  most_bps: number
  now: Date
}

interface RiseRow {
  id: string
  ends_at: Date
  reason: string
  former_base_price: string
  base_price: string
  ceiling_price: string
}

interface OrderToNotifyRow {
  id: string
  user_id: string
  email: string | null
  order_no: number
  quantity: number
  buyer_fee_bps: number
  ceiling_unit_price: string
  is_paid: boolean
  product_name: string
  business_name: string
}
