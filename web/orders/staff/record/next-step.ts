import { refundText } from '#domain/payments/refunds/refund-texts.ts'
import { awaitedDay, day, kobo, moment } from '#web/ui/format.ts'
import type { StaffOrder } from './order-queries.ts'

type NextStepFacts = Pick<
  StaffOrder,
  'status' | 'amount_due_kobo' | 'pay_by' | 'share_date' | 'hand_overs' | 'refunds' | 'claims' | 'is_uncollected'
>

/** The next step of an order, which a caller asks for first. */
export function nextForStaff(order: NextStepFacts): string {
  const { status, pay_by: payBy, share_date: shared, hand_overs: handOvers } = order
  switch (status) {
    case 'pending':
      return `Waits for ${kobo(order.amount_due_kobo)}${payBy ? `, until ${moment(payBy)}. Then the place is free again.` : '.'}`
    case 'paid':
      return shared
        ? `Paid. The goods are shared on ${day(shared)}.`
        : 'Paid. The price is final when the group buy settles.'
    case 'confirmed':
      return `The price is final. The shop packs it${shared ? ` for ${day(shared)}` : ''}.`
    case 'ready': {
      if (order.is_uncollected) return 'Not collected in time: decide with its buyer what happens to the goods.'
      const open = handOvers.find((one) => one.status === 'open')
      if (open?.kind === 'delivery') return 'Packed. A rider brings it.'
      return open?.due_until
        ? `Waits at ${open.place_name} until ${moment(open.due_until)}.`
        : `Waits for the buyer${open ? ` at ${open.place_name}` : ''}.`
    }
    case 'collected':
    case 'delivered': {
      if (order.claims.some((one) => OPEN_CLAIMS.has(one.status)))
        return 'Handed over. The money is held until the claim is decided.'
      const until = handOvers.findLast((one) => one.status === 'done')?.claim_until
      return until
        ? `Handed over. The buyer can complain until ${moment(until)}; then the shop gets the money.`
        : 'Handed over.'
    }
    case 'refunding': {
      const open = order.refunds.find((one) => one.status !== 'processed')
      return open
        ? `${kobo(open.amount_kobo)} is on its way back, expected by ${awaitedDay(open.expected_by)}. ${refundText(open.status)}.`
        : 'The money is on its way back.'
    }
    default:
      return ENDED[status] ?? ''
  }
}

const OPEN_CLAIMS = new Set(['open', 'answered', 'offered', 'disputed', 'proposed', 'appealed'])

const ENDED: Readonly<Record<string, string>> = {
  completed: 'Done: handed over, and the shop has its money.',
  expired: 'Not paid in time. Nothing is owed.',
  cancelled: 'Cancelled before it was paid. Nothing is owed.',
  refunded: 'All that was paid has gone back.',
}
