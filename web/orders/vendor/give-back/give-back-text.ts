import { refundBusinessDays } from '#domain/limits.ts'
import { feeKobo } from '#domain/money.ts'
import { kobo } from '#web/ui/format.ts'
import type { PartialRefundFigures } from '../../staff/record/partial-refund-text.ts'

/** The consequence for both sides, before the shop confirms it. */
export function giveBackText(
  figures: PartialRefundFigures,
  { buyer, feeBasisPoints }: { buyer: string; feeBasisPoints: number },
): string {
  const { returned_kobo: back, refund_kobo: refund, fee_kobo: fee, delivery_kobo: delivery, left_kobo: left } = figures
  const peps = back - refund
  const days = `in ${refundBusinessDays.least} to ${refundBusinessDays.most} business days`
  const way =
    peps === 0
      ? `${days}, the way they paid`
      : refund === 0
        ? 'as PEPS at once'
        : `${kobo(refund)} ${days}, the way they paid, and ${kobo(peps)} as PEPS at once`
  const extra = [fee ? `${kobo(fee)} of our fee` : '', delivery ? `${kobo(delivery)} for delivery` : ''].filter(Boolean)
  const withExtra = extra.length > 0 ? `, ${extra.join(' and ')} included` : ''
  const fromBalance = figures.vendor_kobo
    ? ` ${kobo(figures.vendor_kobo)} is taken from your balance now.`
    : ' Your balance does not change: this money is still held.'
  const net = BigInt(left) - feeKobo(BigInt(left), feeBasisPoints)
  const rest =
    left > 0 ? `you get ${kobo(net)} for the rest of this order` : 'you get nothing for this order, and it ends'
  return `${buyer} gets back ${kobo(back)}, ${way}${withExtra}; ${rest}.${fromBalance} This cannot be undone.`
}
