import type pg from 'pg'
import type { CommandInput } from '#api/commands.ts'
import { PAYERS } from '#domain/payments/part-back.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { checkFields, oneOf, optional, text, uuid, wholeNumber } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { enterAmount } from './enter-amount.ts'
import { giveBackGoods, lockForGivingBack } from './give-back-goods.ts'
import { planPart, readOrdersInParts } from './parts-of-orders.ts'

/** Goods came short or damaged: a chief gives part of an order back, at the vendor's cost or the market's (semantics.md 8). */
export const refundPart: Command<'refund-part'> = {
  name: 'refund-part',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['order_id', 'goods_kobo', 'payer', 'reason', 'expected_kobo'],
  check: (raw) =>
    checkFields(raw, {
      order_id: uuid('Order'),
      goods_kobo: wholeNumber({ label: 'Goods', least: 1, most: 99_999_999_999_999 }),
      payer: oneOf({ label: 'payer', among: PAYERS }),
      reason: text({ label: 'Reason', least: 5, most: 300, lines: true }),
      expected_kobo: optional(wholeNumber({ label: 'What comes back', least: 0, most: 99_999_999_999_999 })),
    }),
  async run({ input, caller, tx, shop }) {
    const personId = caller.userId ?? ''
    await lockForGivingBack(tx, input.order_id)
    const order = await readOrder(tx, { orderId: input.order_id, personId })
    if (!order?.is_chief) return refuse('not_found')
    if (BigInt(input.goods_kobo) > order.left_kobo) return refuse('more_than_is_left')
    const unseen = await refuseUnseen(tx, { input, leftKobo: order.left_kobo })
    if (unseen) return unseen
    const entered = await enterAmount(tx, {
      act: 'part-back',
      about: { subject: 'order', id: input.order_id },
      state: order.state,
      field: 'goods_kobo',
      what: `Order ${order.order_no}: ${order.what}`,
      amountKobo: BigInt(input.goods_kobo),
      input,
      by: personId,
    })
    if (isRefusal(entered)) return entered
    if (entered.isWaiting) return { return_id: null, back_kobo: 0, refund_kobo: 0, is_waiting: true }
    // The act is written down with it: recordAct() is in give-back-goods.ts.
    const given = await giveEnteredPart(tx, {
      input,
      personId,
      amountId: entered.amountId,
      siteUrl: shop.siteUrl,
    })
    if (isRefusal(given)) return given
    const { returnId, backKobo, refundKobo } = given
    return { return_id: returnId, back_kobo: Number(backKobo), refund_kobo: Number(refundKobo), is_waiting: false }
  },
}

/** With all that moves and who bears it, unless the chief has seen what comes back. */
async function refuseUnseen(
  tx: pg.PoolClient,
  { input, leftKobo }: { input: CommandInput<'refund-part'>; leftKobo: bigint },
): Promise<Refusal | null> {
  const expected = input.expected_kobo ?? null
  if (expected === null) return null
  const row = (await readOrdersInParts(tx, [input.order_id])).get(input.order_id)
  const goodsKobo = BigInt(input.goods_kobo)
  // Whether a part may be given back already is refused where it is given.
  if (!row?.is_final) return null
  const part = planPart({ row, goodsKobo }, { payer: input.payer })
  if (isRefusal(part)) return part
  if (part.backKobo === BigInt(expected)) return null
  return refuse('part_to_confirm', {
    details: {
      back_kobo: Number(part.backKobo),
      fee_kobo: Number(part.feeKobo),
      delivery_kobo: Number(part.deliveryKobo),
      refund_kobo: Number(part.refundKobo),
      left_kobo: Number(leftKobo - goodsKobo),
      held_kobo: Number(goodsKobo - part.earnedGoodsKobo),
      vendor_kobo: Number(part.vendorKobo),
      vendor_fee_kobo: Number(part.vendorFeeKobo),
      loss_kobo: Number(part.lossKobo),
    },
  })
}

interface EnteredPart {
  input: CommandInput<'refund-part'>
  personId: string
  amountId: string
  siteUrl: string
}

/** The part whose amount is on record, and agreed to where that is needed. */
export async function giveEnteredPart(tx: pg.PoolClient, { input, personId, amountId, siteUrl }: EnteredPart) {
  const { rows } = await tx.query<{ is_chief: boolean }>(
    `select public.caused_by('chief'), exists (select from public.profiles where id = $1 and role = 'chief') as is_chief`,
    [personId],
  )
  if (!rows[0]?.is_chief) return refuse('not_found')
  return giveBackGoods(tx, {
    orderId: input.order_id,
    goodsKobo: BigInt(input.goods_kobo),
    payer: input.payer,
    reason: input.reason,
    by: personId,
    amountId,
    siteUrl,
  })
}

interface OrderToGiveBack {
  order_no: number
  what: string
  state: string
  left_kobo: bigint
  is_chief: boolean
}

async function readOrder(
  tx: pg.PoolClient,
  { orderId, personId }: { orderId: string; personId: string },
): Promise<OrderToGiveBack | undefined> {
  const { rows } = await tx.query<OrderToGiveBack>(
    `select o.order_no::integer, v.state, (o.total_amount * 100)::bigint - o.goods_back_kobo as left_kobo,
       coalesce((select string_agg(l.quantity || ' x ' || l.product_name || ', ' || l.unit, '; ' order by l.product_name)
         from public.order_lines l where l.order_id = o.id), '') as what,
       exists (select from public.profiles where id = $2 and role = 'chief') as is_chief
     from public.orders o join public.vendors v on v.id = o.vendor_id where o.id = $1`,
    [orderId, personId],
  )
  return rows[0]
}
