// Mails to a buyer who left a group buy: at once, and when the price is final.
import { formatMoment } from '../date-text.ts'
import { formatNaira } from '../money.ts'
import { type MailTable, REFUND_TIMES } from './mail-content.ts'

export interface LeavingMails {
  'left-buy': {
    orderId: string
    buyId: string
    product: string
    orderNo: number
    /** Maximum and minimum refund, and minimum charge. */
    refundKobo: bigint
    leastRefundKobo: bigint
    chargeKobo: bigint
    /** After a late leave: when the price will be final at the latest. The money is held until then. */
    finalBy: Date | null
  }
  'left-buy-settled': { orderId: string; product: string; orderNo: number; refundKobo: bigint; chargeKobo: bigint }
}

export const leavingMails: MailTable<LeavingMails> = {
  'left-buy': ({ buyId, product, orderNo, refundKobo, leastRefundKobo, chargeKobo, finalBy }, site) => ({
    subject: `You have left: ${product}`,
    text: [
      'Good day,',
      refundKobo === 0n
        ? `You have left the group buy ${product}, and your order ${orderNo} is cancelled. You had paid nothing, so you owe nothing.`
        : finalBy
          ? `You have left the group buy ${product} after the free time. For your order ${orderNo}, at least ${formatNaira(leastRefundKobo)} and at most ${formatNaira(refundKobo)} comes back to you once the price of those who stay is final, by ${formatMoment(finalBy)}. The rest goes to the vendor: at least ${formatNaira(chargeKobo)}, or your part of what your leaving costs people who were promised a lower price.`
          : `You have left the group buy ${product}. For your order ${orderNo}, ${formatNaira(refundKobo)} comes back to you: ${REFUND_TIMES}`,
      `If you change your mind, you can join again while it is open: ${site}/group-buys/${buyId}`,
    ],
  }),
  'left-buy-settled': ({ orderId, product, orderNo, refundKobo, chargeKobo }, site) => ({
    subject: `What comes back to you: ${product}`,
    text: [
      'Good day,',
      `You left the group buy ${product} after the free time, and its outcome is known now. For your order ${orderNo}, ${formatNaira(refundKobo)} comes back to you: ${REFUND_TIMES}`,
      ...(chargeKobo > 0n ? [`${formatNaira(chargeKobo)} goes to the vendor for what your leaving cost.`] : []),
      `Your order: ${site}/account/orders/${orderId}`,
    ],
  }),
}
