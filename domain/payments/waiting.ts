import { NO_WAIT, type Wait } from '#domain/wait.ts'
import type { PaymentState, RefundState } from './states.ts'

export const paymentWaits = {
  payment: {
    initiated: { on: ['buyer'] },
    pending: NO_WAIT,
    succeeded: NO_WAIT,
    failed: NO_WAIT,
    abandoned: NO_WAIT,
    reversed: { on: ['chief', 'region'], urgent: true, informs: ['region'] },
  },
  refund: {
    requested: NO_WAIT,
    sent: NO_WAIT,
    processed: NO_WAIT,
    needs_attention: { on: ['chief', 'region'], urgent: true, informs: ['region'] },
    failed: { on: ['chief', 'region'], urgent: true, informs: ['region'] },
    // Past the date announced to the buyer, whether requested or sent.
    overdue: { on: ['chief'], urgent: true },
  },
  // Entered by a colleague; another person with at least the same role decides.
  amount: { waiting: { on: ['overseer'], urgent: true }, done: NO_WAIT, refused: NO_WAIT, expired: NO_WAIT },
} as const satisfies {
  payment: Record<PaymentState, Wait>
  refund: Record<RefundState | 'overdue', Wait>
  amount: Record<'waiting' | 'done' | 'refused' | 'expired', Wait>
}
