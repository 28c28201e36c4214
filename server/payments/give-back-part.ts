import { PAYERS } from '#domain/payments/part-back.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { checkFields, oneOf, text, uuid, wholeNumber } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { giveBackGoods } from './give-back-goods.ts'

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
    const { rows } = await tx.query<{ is_chief: boolean; found: boolean }>(
      `select public.caused_by('chief'), exists (select from public.profiles where id = $2 and role = 'chief') as is_chief,
         exists (select from public.orders where id = $1) as found`,
      [input.order_id, caller.userId],
    )
    if (!rows[0]?.is_chief || !rows[0].found) return refuse('not_found')
    // The act is written down with it: recordAct() stands in give-back-goods.ts.
    const given = await giveBackGoods(tx, {
      ...{ orderId: input.order_id, goodsKobo: BigInt(input.goods_kobo), payer: input.payer, reason: input.reason },
      ...{ by: caller.userId, siteUrl: shop.siteUrl },
    })
    if (isRefusal(given)) return given
    const { returnId, backKobo, refundKobo } = given
    return { return_id: returnId, back_kobo: Number(backKobo), refund_kobo: Number(refundKobo) }
  },
}
