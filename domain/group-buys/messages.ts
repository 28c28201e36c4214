import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import { countUnits } from '#domain/products/units.ts'
import { allBackText } from '#domain/texts/all-back-text.ts'
import { REFUND_TIMES, unpaidText } from '#domain/texts/mail-content.ts'
import { orderPath, payPath } from '#domain/texts/paths.ts'
import { formatInEnglish, withValues } from '#domain/texts/translatable-text.ts'
import { formatDay, formatMoment } from '#domain/time/date-text.ts'
import { type AllottedUnits, allottedText } from './packs/pack-texts.ts'
import { extensionText } from './selling/broadcast-messages.ts'

export const buyMessages = {
  /** `refundKobo`: amount paid; 0 if unpaid. */
  'buy-cancelled': defineMessage<{
    orderId: string
    product: string
    reason: string
    orderNo: number
    refundKobo: bigint
  }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ product, reason, orderNo, refundKobo }, site) => ({
      subject: `Cancelled: ${product}`,
      text: [
        'Good day,',
        `The group buy ${product} was cancelled.\nReason: ${reason}`,
        refundKobo === 0n
          ? `Your order ${orderNo} is cancelled too. You had paid nothing, so nothing is owed.`
          : `Your order ${orderNo} is cancelled too. Everything you paid comes back to you: ${formatNaira(refundKobo)}: ${REFUND_TIMES}`,
        `Other group buys: ${site}/group-buys`,
      ],
    }),
    notice: ({ orderId, product, reason, refundKobo }) => ({
      title: withValues(/*i18n*/ 'Cancelled: {what}', { what: product }),
      body: [`${reason}${/[.!?]$/.test(reason) ? '' : '.'}`, allBackText(refundKobo)],
      link: orderPath(orderId),
    }),
  }),
  /** `returnedKobo`: amount charged above the final price. */
  'buy-settled': defineMessage<{
    orderId: string
    product: string
    orderNo: number
    unitPriceKobo: bigint
    returnedKobo: bigint
    backTo: 'peps' | 'source'
    /** The vendor honours the buy although too few participants have paid. */
    isHonoured: boolean
    /** Number of participants who did not pay, if the price is therefore above the shown one; else null. */
    unpaid: { people: number; of: number } | null
    /** The buyer's part of goods in packs; null for other goods. */
    allotted?: AllottedUnits | null
  }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderId, product, orderNo, unitPriceKobo, returnedKobo, backTo, isHonoured, unpaid, allotted }, site) => ({
      subject: `The price is final: ${product}`,
      text: [
        'Good day,',
        `The group buy ${product} is settled${isHonoured ? ': too few paid, but the vendor is going ahead' : ''}. You pay ${formatNaira(unitPriceKobo)} each for order ${orderNo}.${unpaid ? ` ${formatInEnglish(unpaidText(unpaid))}` : ''}`,
        ...(allotted ? [formatInEnglish(allottedText(allotted))] : []),
        returnedKobo === 0n
          ? 'That is what you paid, so nothing comes back.'
          : `You paid ${formatNaira(returnedKobo)} more than that. It comes back to you ${backTo === 'peps' ? 'as PEPS, at once.' : `to where you paid from: ${REFUND_TIMES}`}`,
        `Your order: ${site}/account/orders/${orderId}`,
      ],
    }),
    notice: ({ orderId, product, unitPriceKobo, returnedKobo, isHonoured, unpaid, allotted }) => ({
      title: withValues(/*i18n*/ 'The price is final: {product}', { product }),
      body: [
        ...(isHonoured ? [/*i18n*/ 'Too few people paid, but the vendor is going ahead anyway.'] : []),
        withValues(/*i18n*/ 'You pay {naira} each.', { naira: formatNaira(unitPriceKobo) }),
        ...(unpaid ? [unpaidText(unpaid)] : []),
        ...(allotted ? [allottedText(allotted)] : []),
        ...(returnedKobo > 0n
          ? [withValues(/*i18n*/ '{naira} comes back to you.', { naira: formatNaira(returnedKobo) })]
          : []),
      ],
      link: orderPath(orderId),
    }),
  }),
  'buy-failed': defineMessage<{
    orderId: string
    product: string
    orderNo: number
    refundKobo: bigint
    /** "bag", if enough people paid, but not one pack was filled; else null. */
    unfilledPack?: string | null
  }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderId, product, orderNo, refundKobo, unfilledPack }, site) => ({
      subject: unfilledPack ? `Not one ${unfilledPack} was filled: ${product}` : `Too few paid: ${product}`,
      text: [
        'Good day,',
        unfilledPack
          ? `People paid for less than one ${unfilledPack} of the group buy ${product}, so it does not take place.`
          : `Too few people paid for the group buy ${product}, so it does not take place.`,
        `All you paid for order ${orderNo} comes back to you, ${formatNaira(refundKobo)}, fee included: ${REFUND_TIMES}`,
        `Follow it here: ${site}/account/orders/${orderId}`,
        `Other group buys: ${site}/group-buys`,
      ],
    }),
    notice: ({ orderId, product, refundKobo, unfilledPack }) => ({
      title: unfilledPack
        ? withValues(/*i18n*/ 'Not one {pack} was filled: {product}', { pack: unfilledPack, product })
        : withValues(/*i18n*/ 'Too few paid: {product}', { product }),
      body: [
        /*i18n*/ 'It will not go ahead.',
        withValues(/*i18n*/ 'Everything you paid comes back to you: {naira}.', { naira: formatNaira(refundKobo) }),
      ],
      link: orderPath(orderId),
    }),
  }),
  /** `shareDate` is 'YYYY-MM-DD'. `by`: the shop, our staff, or the clock because too few people have paid. */
  'buy-extended': defineMessage<{
    orderId: string
    buyId: string
    product: string
    by: 'shop' | 'staff' | 'clock'
    endDate: Date
    paymentDueAt: Date
    shareDate: string
    /** The sharing day stays as it was. */
    keepsShareDate: boolean
  }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ buyId, product, by, endDate, paymentDueAt, shareDate, keepsShareDate }, site) => ({
      subject: `Open a little longer: ${product}`,
      text: [
        'Good day,',
        `${by === 'shop' ? `The vendor keeps the group buy ${product} open` : by === 'staff' ? `Our staff keep the group buy ${product} open` : `Too few people have paid for the group buy ${product}, so it is open once more`} until ${formatMoment(endDate)}. ${keepsShareDate ? `Sharing day stays ${formatDay(shareDate)}` : `Sharing day is now ${formatDay(shareDate)}`}; payment is due by ${formatMoment(paymentDueAt)}.`,
        `Your place and your price are kept. If the new days do not suit you, you may leave free for 48 hours:\n${site}/group-buys/${buyId}`,
      ],
    }),
    notice: ({ orderId, product, ...dates }) => ({
      title: withValues(/*i18n*/ 'Open a little longer: {product}', { product }),
      body: [extensionText(dates), /*i18n*/ 'Your place is kept, and you may leave free for 48 hours.'],
      link: orderPath(orderId),
    }),
  }),
  /** `quantity`: of the whole order; `hasGrown`: the order existed before. */
  'joined-buy': defineMessage<{
    orderId: string
    product: string
    unit: string
    quantity: number
    hasGrown: boolean
    unitPriceKobo: bigint
    /** People who have to pay for that price. */
    people: number
    amountDueKobo: bigint
    /** Payment deadline; null if the order has grown and its hold is unchanged. */
    payBy: Date | null
    endDate: Date
    freeUntil: Date
    now: Date
  }>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: (order, site) => ({
      subject: `${order.hasGrown ? 'Your order has grown' : 'You have joined'}: ${order.product}`,
      text: [
        'Good day,',
        order.hasGrown
          ? `Your order in the group buy ${order.product} is now for ${countUnits(order.quantity, order.unit)}.`
          : `You have joined the group buy ${order.product} with ${countUnits(order.quantity, order.unit)}.`,
        `Price now: ${formatNaira(order.unitPriceKobo)} each, if all ${order.people} pay. To pay: ${formatNaira(order.amountDueKobo)}, fee included${order.payBy ? `, by ${formatMoment(order.payBy)}` : '. Your place is held for minutes, so pay right away'}. This is the most you can pay: if the final price is lower, the difference comes back to you.`,
        `You may leave free of charge until ${formatMoment(order.endDate)} as long as you have not paid. ${
          order.freeUntil > order.now
            ? `Once you have paid, until ${formatMoment(order.freeUntil)}, and within an hour of paying.`
            : 'Once you have paid, within an hour of paying.'
        }`,
        `Pay: ${site}${payPath(order.orderId)}\nYour order: ${site}${orderPath(order.orderId)}`,
      ],
    }),
    notice: ({ orderId, product, unit, quantity, hasGrown, amountDueKobo, payBy }) => ({
      title: withValues(hasGrown ? /*i18n*/ 'Your order has grown: {product}' : /*i18n*/ 'You have joined: {product}', {
        product,
      }),
      body: [
        `${countUnits(quantity, unit)}.`,
        payBy
          ? withValues(/*i18n*/ 'To pay: {naira} by {moment}.', {
              naira: formatNaira(amountDueKobo),
              moment: formatMoment(payBy),
            })
          : withValues(/*i18n*/ 'To pay: {naira} right away.', { naira: formatNaira(amountDueKobo) }),
      ],
      // The next act is paying. The page leads on to the order once it is paid.
      link: payPath(orderId),
    }),
  }),
}
