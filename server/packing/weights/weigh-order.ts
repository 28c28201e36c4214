import type pg from 'pg'
import type { WeighOrderInput } from '#api/commands/packing.ts'
import { checkFields, text, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { decideWeight, weightReason } from '#domain/packing/final-weight.ts'
import { weightText } from '#domain/packing/weight-text.ts'
import { kilograms } from '#domain/packing/weights.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { checkProofPhoto } from '#server/proof-photo.ts'
import { recordAct } from '#server/record-act.ts'
import { heldGoodsKobo, readRefundableOrders } from '#server/refunds/partial-refunds.ts'
import { lockForRefund } from '#server/refunds/refund-goods.ts'
import { refundShortfall } from '../shortfalls/carry-out-shortfalls.ts'
import { readWeighedLine, type WeighedLineRow } from './read-weighed-line.ts'
import { saveWeight } from './save-weight.ts'

/**
 * Enters the final weight of a line, with a photograph of the scale: by those who pack the order or hand it over.
 * The difference to the price of the most weight is refunded at once. A weight below the stated least, or one that
 * gives much back, waits for an answer as a large short delivery does.
 */
export const weighOrder: Command<'weigh-order'> = {
  name: 'weigh-order',
  who: 'signed-in',
  limit: { tries: 120, ...PER_MINUTE },
  fields: ['line_id', 'kilograms', 'photo', 'weighed_before'],
  check: (raw) =>
    checkFields<WeighOrderInput>(raw, {
      line_id: uuid('Line'),
      kilograms: (sent) => {
        const read = kilograms({ label: 'Kilograms' })(sent)
        return 'error' in read ? read : { value: String(sent).trim() }
      },
      photo: text({ label: 'Picture', max: 300 }),
      weighed_before: wholeNumber({ label: 'Weights seen', min: 0, max: 1000 }),
    }),
  async run({ input, caller, tx, context }) {
    const personId = caller.userId ?? ''
    const found = await readWeighedLine(tx, { lineId: input.line_id, personId })
    if (!found?.may_weigh) return refuse('not_found')
    await lockForRefund(tx, found.order_id)
    const line = await readWeighedLine(tx, { lineId: input.line_id, personId })
    const order = (await readRefundableOrders(tx, [found.order_id])).get(found.order_id)
    if (!line?.is_open || !order?.is_final || line.units === 0) return refuse('not_by_weight')
    if (line.waits || line.weights !== input.weighed_before) return refuse('weight_entered')
    const read = kilograms({ label: 'Kilograms' })(input.kilograms)
    const grams = 'value' in read ? read.value : 0
    const decision = decideWeight(
      { unitPriceKobo: line.unit_kobo, units: line.units, leastGrams: line.least_grams, mostGrams: line.most_grams },
      {
        grams,
        former:
          line.former_grams === null
            ? null
            : { grams: line.former_grams, units: line.former_units ?? 1, cutKobo: line.former_cut_kobo ?? 0n },
        availableKobo: heldGoodsKobo(order) - line.reserved_kobo,
        mostAloneKobo: BigInt(line.most_naira) * 100n,
      },
    )
    if (isRefusal(decision)) return decision
    const proof = { bucket: 'deliveries', photo: input.photo, personId, missing: 'picture_not_found' } as const
    const fault = await checkProofPhoto(tx, proof)
    if (fault) return fault
    await tx.query(`select public.caused_by('hub')`)
    const entry = { ...decision, line, grams, photo: input.photo, personId }
    const shortfallId = await saveWeight(tx, entry)
    await recordAct(tx, {
      actorId: personId,
      action: 'order.weigh',
      subject: { type: 'order', id: line.order_id },
      after: {
        order_no: line.order_no,
        product: line.product_name,
        weight: weightText(grams),
        goods_kobo: Number(decision.backKobo),
        waits: decision.waits,
      },
    })
    if (shortfallId && decision.waits) await askShop(tx, entry, context.siteUrl)
    else if (shortfallId) await refundShortfall(tx, shortfallId, context.siteUrl)
    return { line_id: line.id, grams, goods_kobo: Number(decision.backKobo), waits: decision.waits }
  },
}

interface LowWeight {
  line: WeighedLineRow
  grams: number
  backKobo: bigint
}

async function askShop(tx: pg.PoolClient, { line, grams, backKobo }: LowWeight, siteUrl: string): Promise<void> {
  const mostGrams = line.most_grams * line.units
  await queueSystemMail(tx, 'short-delivery-shop', {
    to: line.shop_email,
    person: line.shop_owner,
    siteUrl,
    facts: {
      what: line.what,
      amount: `${weightText(grams)} instead of ${weightText(mostGrams)}`,
      reason: formatInEnglish(weightReason({ grams, mostGrams })),
      orders: 1,
      goodsKobo: backKobo,
      byHub: false,
      isByWeight: true,
      waits: true,
      answerHours: line.by_shop ? null : line.answer_hours,
      minutes: 0,
    },
  })
}
