import { PAYERS } from '#domain/payments/part-back.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { checkFields, oneOf, text, uuid, wholeNumber } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { queueSystemMail } from '../mails/queue-system-mail.ts'
import { recordAct } from '../record-act.ts'
import { giveBackParts, readOrdersInParts, tellOfPart } from './parts-of-orders.ts'

/** Goods came short or damaged: a chief gives part of an order back, at the vendor's cost or the market's (semantics.md 8). */
export const giveBackPart: Command<'give-back-part'> = {
  name: 'give-back-part',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['order_id', 'goods_kobo', 'payer', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      order_id: uuid('Order'),
      goods_kobo: wholeNumber({ label: 'Goods', least: 1, most: 99_999_999_999_999 }),
      payer: oneOf({ label: 'payer', among: PAYERS }),
      reason: text({ label: 'Reason', least: 5, most: 300, lines: true }),
    }),
  async run({ input, caller, tx, shop }) {
    // Lock order: the buy, the order, then the shop, whose balance may pay.
    await tx.query(
      `select public.caused_by('chief'), (select id from public.group_buys where id = (select group_buy_id from public.orders where id = $1) for no key update)`,
      [input.order_id],
    )
    await tx.query('select from public.orders where id = $1 for no key update', [input.order_id])
    await tx.query(
      'select from public.vendors where id = (select vendor_id from public.orders where id = $1) for no key update',
      [input.order_id],
    )
    const { rows } = await tx.query<{ is_chief: boolean }>(
      `select exists (select from public.profiles where id = $1 and role = 'chief') as is_chief`,
      [caller.userId],
    )
    const row = (await readOrdersInParts(tx, [input.order_id])).get(input.order_id)
    if (!row || !rows[0]?.is_chief) return refuse('not_found')
    if (!row.is_final) return refuse('move_not_allowed', { message: 'A part is given back once the price is final.' })
    const { payer, reason } = input
    const wish = { row, goodsKobo: BigInt(input.goods_kobo) }
    const given = await giveBackParts(tx, [wish], { payer, reason, by: caller.userId })
    if (isRefusal(given)) return given
    const [one] = given
    if (!one) return refuse('not_found')
    const { part, returnId } = one
    await recordAct(tx, {
      ...{ actorId: caller.userId, action: 'order.give-back', subject: { type: 'order', id: row.id } },
      after: {
        ...{ order_no: row.order_no, back_kobo: Number(part.backKobo), goods_kobo: input.goods_kobo, payer, reason },
        loss_kobo: Number(part.lossKobo),
      },
    })
    await tellOfPart(tx, one, { reason, siteUrl: shop.siteUrl })
    if (payer === 'vendor') {
      const goodsKobo = part.backKobo - part.feeKobo - part.deliveryKobo
      await queueSystemMail(tx, 'part-back-shop', {
        ...{ to: row.shop_email, person: row.shop_owner, siteUrl: shop.siteUrl },
        facts: { orderNo: row.order_no, what: row.what, reason, goodsKobo, fromBalanceKobo: part.vendorKobo },
      })
    }
    return { return_id: returnId, back_kobo: Number(part.backKobo), refund_kobo: Number(part.refundKobo) }
  },
}
