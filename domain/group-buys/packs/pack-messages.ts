import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import { countUnits } from '#domain/products/units.ts'
import { REFUND_TIMES } from '#domain/texts/mail-content.ts'
import { orderPath } from '#domain/texts/paths.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { formatMoment } from '#domain/time/date-text.ts'

export const packMessages = {
  /** To people in a buy whose window ended with an open pack. */
  'buy-topped-up': defineMessage<{
    orderId: string
    buyId: string
    product: string
    unit: string
    packUnit: string
    missing: number
    until: Date
  }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderId, buyId, product, unit, packUnit, missing, until }, site) => ({
      subject: `The last ${packUnit} is not full: ${product}`,
      text: [
        'Good day,',
        `The group buy ${product} has closed, but the last ${packUnit} lacks ${countUnits(missing, unit)}. Until ${formatMoment(until)} it takes only what fills that ${packUnit}.`,
        `If it is not filled, the vendor may still bring a part of it. Otherwise each buyer gets a little less, and what that costs comes back.`,
        `If you know somebody who would take the rest, send them this page: ${site}/group-buys/${buyId}`,
        `Your order: ${site}${orderPath(orderId)}`,
      ],
    }),
    notice: ({ buyId, product, unit, packUnit, missing, until }) => ({
      title: withValues(/*i18n*/ 'The last {pack} is not full: {product}', { pack: packUnit, product }),
      body: [
        withValues(/*i18n*/ 'It lacks {units}. Until {moment}, only what fills it can be taken.', {
          units: countUnits(missing, unit),
          moment: formatMoment(until),
        }),
        /*i18n*/ 'Do you know somebody who would take the rest?',
      ],
      link: `/group-buys/${buyId}`,
    }),
  }),
  /** To a buyer who gets nothing because the last pack was not filled. */
  'pack-not-filled': defineMessage<{
    orderId: string
    product: string
    orderNo: number
    packUnit: string
    refundKobo: bigint
  }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderId, product, orderNo, packUnit, refundKobo }, site) => ({
      subject: `The last ${packUnit} was not filled: ${product}`,
      text: [
        'Good day,',
        `The last ${packUnit} of the group buy ${product} was not filled, and there was nothing left for order ${orderNo}: those who paid before you came first.`,
        `All you paid comes back to you, ${formatNaira(refundKobo)}, fee included: ${REFUND_TIMES}`,
        `Follow it here: ${site}${orderPath(orderId)}`,
        `Other group buys: ${site}/group-buys`,
      ],
    }),
    notice: ({ orderId, product, packUnit, refundKobo }) => ({
      title: withValues(/*i18n*/ 'The last {pack} was not filled: {product}', { pack: packUnit, product }),
      body: [
        /*i18n*/ 'There was nothing left for you: those who paid before you came first.',
        withValues(/*i18n*/ 'Everything you paid comes back to you: {naira}.', { naira: formatNaira(refundKobo) }),
      ],
      link: orderPath(orderId),
    }),
  }),
}
