import { NO_WAIT, type Wait } from '#domain/wait.ts'
import type { PayoutState } from './states.ts'

export const payoutWaits = {
  payout: {
    requested: NO_WAIT,
    sent: NO_WAIT,
    needs_attention: { on: ['chief'], urgent: true },
    arrived: NO_WAIT,
    // The money is back on the vendor's balance, and the vendor was notified.
    failed: NO_WAIT,
    reversed: NO_WAIT,
  },
} as const satisfies {
  payout: Record<PayoutState, Wait>
}
