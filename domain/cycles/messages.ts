// Messages about rounds of a cycle: to buyers with a standing order, and to the shop.
import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import { countUnits } from '#domain/products/units.ts'
import { orderPath, payPath, SHOP_CYCLES_PATH, STANDING_ORDERS_PATH } from '#domain/texts/paths.ts'
import { formatInEnglish, type TranslatableText, withValues } from '#domain/texts/translatable-text.ts'
import { formatDay, formatMoment } from '#domain/time/date-text.ts'

interface RoundFacts {
  buyId: string
  product: string
  unit: string
  quantity: number
  /** The most that it costs, fee included, without delivery. */
  amountDueKobo: bigint
  endDate: Date
}

const joinLink = ({ buyId, quantity }: Pick<RoundFacts, 'buyId' | 'quantity'>) =>
  `/group-buys/${buyId}?quantity=${quantity}`

/** Why the market asks although the buyer said to join at once; `asked` if they want to be asked. */
export type AskReason = 'asked' | 'too_dear' | 'pay_at_once'

export const cycleMessages = {
  'standing-order-joined': defineMessage<RoundFacts & { orderId: string; payBy: Date; freeUntil: Date | null }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderId, product, unit, quantity, amountDueKobo, payBy, freeUntil }, site) => ({
      subject: `Ordered again: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `A new round of ${product} is open, and we have joined it for you as you asked: ${countUnits(quantity, unit)} for at most ${formatNaira(amountDueKobo)}, fee included.`,
        `Nothing is paid yet. Pay by ${formatMoment(payBy)}: ${site}${payPath(orderId)}`,
        freeUntil
          ? `You may leave free of charge until ${formatMoment(freeUntil)}: ${site}${orderPath(orderId)}`
          : `Your order: ${site}${orderPath(orderId)}`,
        `Skip the next round, pause or end it: ${site}${STANDING_ORDERS_PATH}`,
      ],
    }),
    notice: ({ orderId, product, unit, quantity, amountDueKobo, payBy }) => ({
      title: withValues(/*i18n*/ 'Ordered again: {product}', { product }),
      body: withValues(/*i18n*/ '{units} for at most {naira}, as you asked. Pay by {moment}.', {
        units: countUnits(quantity, unit),
        naira: formatNaira(amountDueKobo),
        moment: formatMoment(payBy),
      }),
      link: payPath(orderId),
    }),
  }),
  'standing-order-offered': defineMessage<RoundFacts & { mostKobo: bigint; why: AskReason }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ buyId, product, unit, quantity, amountDueKobo, mostKobo, why, endDate }, site) => ({
      subject: `The same again? ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `A new round of ${product} is open. ${countUnits(quantity, unit)} would cost you at most ${formatNaira(amountDueKobo)}, fee included.`,
        why === 'too_dear'
          ? `That is more than the ${formatNaira(mostKobo)} that you agreed to, so nothing was ordered.`
          : why === 'pay_at_once'
            ? 'It has to be paid at once, so we ask you first. Nothing was ordered.'
            : 'Nothing was ordered.',
        `Join until ${formatMoment(endDate)}: ${site}${joinLink({ buyId, quantity })}`,
        `Change, pause or end your standing order: ${site}${STANDING_ORDERS_PATH}`,
      ],
    }),
    notice: ({ buyId, product, unit, quantity, amountDueKobo, why }) => ({
      title: withValues(/*i18n*/ 'The same again? {product}', { product }),
      body: withValues(
        why === 'too_dear'
          ? /*i18n*/ '{units} would cost at most {naira}, more than you agreed to. Nothing was ordered.'
          : /*i18n*/ '{units} for at most {naira}. Nothing is ordered until you join.',
        { units: countUnits(quantity, unit), naira: formatNaira(amountDueKobo) },
      ),
      link: joinLink({ buyId, quantity }),
    }),
  }),
  /** `reason`: the refusal of the join. */
  'standing-order-refused': defineMessage<Pick<RoundFacts, 'buyId' | 'product'> & { reason: TranslatableText }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ buyId, product, reason }, site) => ({
      subject: `Not ordered again: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `A new round of ${product} is open, and we could not join it for you: ${formatInEnglish(reason)}`,
        `You owe nothing. See the round: ${site}/group-buys/${buyId}`,
        `Your standing orders: ${site}${STANDING_ORDERS_PATH}`,
      ],
    }),
    notice: ({ buyId, product, reason }) => ({
      title: withValues(/*i18n*/ 'Not ordered again: {product}', { product }),
      body: reason,
      link: `/group-buys/${buyId}`,
    }),
  }),
  /** `ended`: the shop no longer repeats it. `unpaid`: two rounds in a row expired without a payment. */
  'standing-order-stopped': defineMessage<{ product: string; why: 'unpaid' | 'ended' }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ product, why }, site) => ({
      subject: `No longer ordered again: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        why === 'unpaid'
          ? `Two rounds of ${product} in a row expired because they were not paid for, so we have paused your standing order. You owe nothing.`
          : `The shop no longer repeats its group buy of ${product}, so your standing order has ended. You owe nothing.`,
        why === 'unpaid'
          ? `Press Resume to order again: ${site}${STANDING_ORDERS_PATH}`
          : `Other group buys: ${site}/group-buys`,
      ],
    }),
    notice: ({ product, why }) => ({
      title: withValues(/*i18n*/ 'No longer ordered again: {product}', { product }),
      body:
        why === 'unpaid'
          ? /*i18n*/ 'Two rounds in a row were not paid for, so your standing order is paused. You owe nothing.'
          : /*i18n*/ 'The shop no longer repeats this group buy. You owe nothing.',
      link: STANDING_ORDERS_PATH,
    }),
  }),
  'shop-round-opened': defineMessage<{
    buyId: string
    product: string
    unit: string
    endDate: Date
    shareDate: string
    standingOrders: number
    standingUnits: number
  }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ buyId, product, unit, endDate, shareDate, standingOrders, standingUnits }, site) => ({
      subject: `A new round is open: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `We have opened the next round of ${product} for you, with the terms of the last one. It closes on ${formatMoment(endDate)}; the goods are shared on ${formatDay(shareDate)}.`,
        ...(standingOrders > 0
          ? [
              `${standingOrders === 1 ? 'One buyer has' : `${standingOrders} buyers have`} a standing order, for ${countUnits(standingUnits, unit)}. They are joined or asked now.`,
            ]
          : []),
        `See it: ${site}/vendor/products/buys/${buyId}`,
        `Skip a round, pause or end it: ${site}${SHOP_CYCLES_PATH}`,
      ],
    }),
    notice: ({ buyId, product, endDate, shareDate }) => ({
      title: withValues('A new round is open: {product}', { product }),
      body: withValues('It closes on {moment}; the goods are shared on {day}.', {
        moment: formatMoment(endDate),
        day: formatDay(shareDate),
      }),
      link: `/vendor/products/buys/${buyId}`,
    }),
  }),
  /** `reason`: the refusal of publishing. `skippedTo`: the day of the next round if only this one is skipped, null if the cycle is paused. */
  'shop-round-not-opened': defineMessage<{ product: string; reason: string; skippedTo: string | null }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ product, reason, skippedTo }, site) => ({
      subject: `The next round was not opened: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `We could not open the next round of ${product}: ${reason}.`,
        skippedTo === null
          ? `It is paused until you resume it. Change what is in the way, or open a group buy of this product yourself, then press Resume: ${site}${SHOP_CYCLES_PATH}`
          : `This round is skipped. The next one is shared on ${formatDay(skippedTo)}: ${site}${SHOP_CYCLES_PATH}`,
      ],
    }),
    notice: ({ product, reason }) => ({
      title: withValues('The next round was not opened: {product}', { product }),
      body: `${reason}.`,
      link: SHOP_CYCLES_PATH,
    }),
  }),
}
