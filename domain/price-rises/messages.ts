// Messages about a higher price that a shop asks the people in its group buy for.
import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import { allBackText } from '#domain/texts/all-back-text.ts'
import { REFUND_TIMES } from '#domain/texts/mail-content.ts'
import { orderPath, payPath, priceQuestionPath } from '#domain/texts/paths.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { formatMoment } from '#domain/time/date-text.ts'

interface PriceQuestionFacts {
  orderId: string
  orderNo: number
  product: string
  /** The most by which the order costs more, fee included. */
  moreKobo: bigint
  endsAt: Date
}

export const priceRiseMessages = {
  'price-rise-requested': defineMessage<
    PriceQuestionFacts & { shop: string; reason: string; formerKobo: bigint; ceilingKobo: bigint; isPaid: boolean }
  >({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderId, orderNo, product, shop, reason, formerKobo, ceilingKobo, moreKobo, isPaid, endsAt }, site) => ({
      subject: `Do you stay at a higher price? ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `${shop} can no longer deliver ${product} at its price and asks for more.\nReason: ${reason}`,
        `For your order ${orderNo}, you would pay at most ${formatNaira(ceilingKobo)} each instead of ${formatNaira(formerKobo)}: ${formatNaira(moreKobo)} more in total, fee included. If the final price is lower, the rest comes back to you.`,
        `You decide, until ${formatMoment(endsAt)}. ${isPaid ? 'To stay, pay the difference. If you leave or do not answer, everything you paid comes back to you, fee included.' : 'If you leave or do not answer, your order is cancelled and you owe nothing.'}`,
        `Answer here: ${site}${priceQuestionPath(orderId)}`,
      ],
    }),
    notice: ({ orderId, product, moreKobo, endsAt }) => ({
      title: withValues(/*i18n*/ 'Higher price asked for: {product}', { product }),
      body: withValues(
        /*i18n*/ 'Do you stay for {naira} more in total? Answer by {moment}. If you do not, you get everything back.',
        { naira: formatNaira(moreKobo), moment: formatMoment(endsAt) },
      ),
      link: priceQuestionPath(orderId),
    }),
  }),
  'price-rise-reminder': defineMessage<PriceQuestionFacts>({
    topic: 'orders',
    push: 'now',
    lane: 'transactional',
    mail: ({ orderId, orderNo, product, moreKobo, endsAt }, site) => ({
      subject: `Please answer by ${formatMoment(endsAt)}: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `The shop asks for a higher price for ${product}, and you have not answered yet. Staying costs ${formatNaira(moreKobo)} more at most for your order ${orderNo}.`,
        `Without an answer by ${formatMoment(endsAt)} you leave the group buy, and everything you paid comes back to you.`,
        `Answer here: ${site}${priceQuestionPath(orderId)}`,
      ],
    }),
    notice: ({ orderId, product, endsAt }) => ({
      title: withValues(/*i18n*/ 'Please answer: {product}', { product }),
      body: withValues(/*i18n*/ 'Say by {moment} whether you stay at the higher price. If you do not, you leave.', {
        moment: formatMoment(endsAt),
      }),
      link: priceQuestionPath(orderId),
    }),
  }),
  'price-rise-agreed': defineMessage<PriceQuestionFacts & { isPaid: boolean }>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ orderId, orderNo, product, moreKobo, isPaid, endsAt }, site) => ({
      subject: `You stay at the new price: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        isPaid
          ? `You paid ${formatNaira(moreKobo)} more for your order ${orderNo} of ${product}. The others answer until ${formatMoment(endsAt)}.`
          : `You stay in the group buy ${product}. Your order ${orderNo} costs ${formatNaira(moreKobo)} more at most; pay it as usual. The others answer until ${formatMoment(endsAt)}.`,
        'You may still leave free until then. If the shop withdraws, what you paid more comes back to you.',
        `Your order: ${site}${orderPath(orderId)}`,
      ],
    }),
    notice: ({ orderId, product, endsAt }) => ({
      title: withValues(/*i18n*/ 'You stay at the new price: {product}', { product }),
      body: withValues(/*i18n*/ 'The others answer until {moment}.', { moment: formatMoment(endsAt) }),
      link: orderPath(orderId),
    }),
  }),
  /** To people without an answer, whose orders ended. `refundKobo`: the amount paid; 0 if unpaid. */
  'price-rise-left': defineMessage<{ orderId: string; orderNo: number; product: string; refundKobo: bigint }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderId, orderNo, product, refundKobo }, site) => ({
      subject: `You are out of the group buy: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `The price of ${product} rose, and you did not agree to it in time. Your order ${orderNo} has ended.`,
        refundKobo === 0n
          ? 'You had paid nothing, so you owe nothing.'
          : `Everything you paid comes back to you, ${formatNaira(refundKobo)}, fee included: ${REFUND_TIMES}`,
        `Your order: ${site}${orderPath(orderId)}`,
      ],
    }),
    notice: ({ orderId, product, refundKobo }) => ({
      title: withValues(/*i18n*/ 'You are out of the group buy: {product}', { product }),
      body: [/*i18n*/ 'Its price rose, and you did not agree in time.', allBackText(refundKobo)],
      link: orderPath(orderId),
    }),
  }),
  /** To people who stay. `dueKobo`: still to pay; 0 once paid. */
  'price-rise-decided': defineMessage<{
    orderId: string
    orderNo: number
    product: string
    ceilingKobo: bigint
    dueKobo: bigint
    payBy: Date
  }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderId, orderNo, product, ceilingKobo, dueKobo, payBy }, site) => ({
      subject: `The new price applies: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `All people in the group buy ${product} have answered, and it goes on at the new price. You pay at most ${formatNaira(ceilingKobo)} each for order ${orderNo}; if the final price is lower, the rest comes back to you.`,
        dueKobo === 0n
          ? `You have paid. Your order: ${site}${orderPath(orderId)}`
          : `To pay: ${formatNaira(dueKobo)} by ${formatMoment(payBy)}: ${site}${payPath(orderId)}`,
      ],
    }),
    notice: ({ orderId, product, ceilingKobo, dueKobo, payBy }) => ({
      title: withValues(/*i18n*/ 'The new price applies: {product}', { product }),
      body: [
        withValues(/*i18n*/ 'You pay at most {naira} each.', { naira: formatNaira(ceilingKobo) }),
        ...(dueKobo > 0n
          ? [
              withValues(/*i18n*/ 'To pay: {naira} by {moment}.', {
                naira: formatNaira(dueKobo),
                moment: formatMoment(payBy),
              }),
            ]
          : []),
      ],
      link: dueKobo > 0n ? payPath(orderId) : orderPath(orderId),
    }),
  }),
  /** `backKobo`: what was paid above the old price. */
  'price-rise-withdrawn': defineMessage<{
    orderId: string
    orderNo: number
    product: string
    backKobo: bigint
    backTo: 'peps' | 'source'
  }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ orderId, orderNo, product, backKobo, backTo }, site) => ({
      subject: `The old price applies: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `The shop no longer asks for a higher price for ${product}. Everything is as it was before for your order ${orderNo}, and you stay in the group buy.`,
        ...(backKobo > 0n
          ? [
              `The ${formatNaira(backKobo)} that you paid more comes back to you ${backTo === 'peps' ? 'as PEPS, at once.' : `to where you paid from: ${REFUND_TIMES}`}`,
            ]
          : []),
        `Your order: ${site}${orderPath(orderId)}`,
      ],
    }),
    notice: ({ orderId, product, backKobo }) => ({
      title: withValues(/*i18n*/ 'The old price applies: {product}', { product }),
      body: [
        /*i18n*/ 'The shop no longer asks for more.',
        ...(backKobo > 0n ? [withValues(/*i18n*/ '{naira} comes back to you.', { naira: formatNaira(backKobo) })] : []),
      ],
      link: orderPath(orderId),
    }),
  }),
  /** To the shop. */
  'shop-price-decided': defineMessage<{
    buyId: string
    product: string
    people: number
    staying: number
    ceilingKobo: bigint
  }>({
    topic: 'orders',
    push: 'by-day',
    lane: 'transactional',
    mail: ({ buyId, product, people, staying, ceilingKobo }, site) => ({
      subject: `${staying} of ${people} stay: ${product}`.slice(0, 200),
      text: [
        'Good day,',
        `You asked the people in your group buy ${product} for a higher price. ${staying} of ${people} stay and pay at most ${formatNaira(ceilingKobo)} each. The others got everything back.`,
        `Your group buy: ${site}/vendor/products/buys/${buyId}`,
      ],
    }),
    notice: ({ buyId, product, people, staying }) => ({
      title: `The new price applies: ${product}`,
      body: `${staying} of ${people} people stay. The others got everything back.`,
      link: `/vendor/products/buys/${buyId}`,
    }),
  }),
}
