import type pg from 'pg'
import type { CommandInput } from '#api/commands.ts'
import { checkFields, oneOf, optional, text, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { PAYERS } from '#domain/payments/refunds/partial-refund.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { enterAmount } from '#server/payments/enter-amount.ts'
import { confirmRefund } from './confirm-refund.ts'
import { lockForRefund, refundGoods, refundOutput } from './refund-goods.ts'

/**
 * Partial refund by an administrator for missing or damaged goods, at the vendor's or the market's expense
 * (semantics.md 8).
 */
export const refundPart: Command<'refund-part'> = {
  name: 'refund-part',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['order_id', 'goods_kobo', 'payer', 'reason', 'expected_kobo'],
  check: (raw) =>
    checkFields(raw, {
      order_id: uuid('Order'),
      goods_kobo: wholeNumber({ label: 'Goods', min: 1, max: 99_999_999_999_999 }),
      payer: oneOf({ label: 'payer', among: PAYERS }),
      reason: text({ label: 'Reason', min: 5, max: 300, lines: true }),
      expected_kobo: optional(wholeNumber({ label: 'What comes back', min: 0, max: 99_999_999_999_999 })),
    }),
  async run({ input, caller, tx, context }) {
    const personId = caller.userId ?? ''
    await lockForRefund(tx, input.order_id)
    const order = await readOrder(tx, { orderId: input.order_id, personId })
    if (!order?.is_chief) return refuse('not_found')
    if (BigInt(input.goods_kobo) > order.left_kobo) return refuse('more_than_is_left')
    const unconfirmed = await requireConfirmation(tx, input, order.left_kobo)
    if (unconfirmed) return unconfirmed
    const entered = await enterAmount(tx, {
      act: 'partial-refund',
      about: { subject: 'order', id: input.order_id },
      state: order.state,
      field: 'goods_kobo',
      what: `Order ${order.order_no}: ${order.what}`,
      amountKobo: BigInt(input.goods_kobo),
      input,
      by: personId,
    })
    if (isRefusal(entered)) return entered
    if (entered.isWaiting) return { partial_refund_id: null, returned_kobo: 0, refund_kobo: 0, is_waiting: true }
    // recordAct() is called in refund-goods.ts.
    const refund = await issueEnteredRefund(tx, {
      input,
      personId,
      amountId: entered.amountId,
      siteUrl: context.siteUrl,
    })
    return isRefusal(refund) ? refund : { ...refundOutput(refund), is_waiting: false }
  },
}

/** Without a sum to compare, the amount is judged by `enterAmount` and the refund itself. */
async function requireConfirmation(
  tx: pg.PoolClient,
  input: CommandInput<'refund-part'>,
  leftKobo: bigint,
): Promise<Refusal | null> {
  const expectedKobo = input.expected_kobo ?? null
  if (expectedKobo === null) return null
  const { order_id: orderId, payer } = input
  return confirmRefund(tx, { orderId, goodsKobo: BigInt(input.goods_kobo), payer, leftKobo, expectedKobo })
}

interface EnteredRefund {
  input: CommandInput<'refund-part'>
  personId: string
  amountId: string
  siteUrl: string
}

/** Issues the refund of a recorded amount, once it has any approval that it needs. */
export async function issueEnteredRefund(tx: pg.PoolClient, { input, personId, amountId, siteUrl }: EnteredRefund) {
  const { rows } = await tx.query<{ is_chief: boolean }>(
    `select public.caused_by('chief'), exists (select from public.profiles where id = $1 and role = 'chief') as is_chief`,
    [personId],
  )
  if (!rows[0]?.is_chief) return refuse('not_found')
  return refundGoods(tx, {
    orderId: input.order_id,
    goodsKobo: BigInt(input.goods_kobo),
    payer: input.payer,
    reason: input.reason,
    by: personId,
    amountId,
    siteUrl,
  })
}

interface OrderToRefund {
  order_no: number
  what: string
  state: string
  left_kobo: bigint
  is_chief: boolean
}

async function readOrder(
  tx: pg.PoolClient,
  { orderId, personId }: { orderId: string; personId: string },
): Promise<OrderToRefund | undefined> {
  const { rows } = await tx.query<OrderToRefund>(
    `select o.order_no::integer, v.state, (o.total_amount * 100)::bigint - o.returned_goods_kobo as left_kobo,
       coalesce((select string_agg(l.quantity || ' x ' || l.product_name || ', ' || l.unit, '; ' order by l.product_name)
         from public.order_lines l where l.order_id = o.id), '') as what,
       exists (select from public.profiles where id = $2 and role = 'chief') as is_chief
     from public.orders o join public.vendors v on v.id = o.vendor_id where o.id = $1`,
    [orderId, personId],
  )
  return rows[0]
}
