import type { PayoutTrouble } from './verdict.ts'

/** Why a payout is stuck or was returned; for staff. */
export const payoutTroubleTexts: Record<PayoutTrouble, string> = {
  balance:
    'The gateway rejects it because of our own account there: the balance is too low, or transfers are disabled. It is retried automatically.',
  refused: 'The gateway rejects it, and an earlier response was lost. Its status is checked automatically.',
  no_answer:
    'Its outcome has been unknown for a day. It may be waiting for a code at the gateway. Its status is checked automatically.',
  amount: 'The gateway paid another amount. Settle it with the gateway.',
  contradiction: 'The gateway gave contradictory answers. Settle it with the gateway and book it manually.',
  stopped:
    'It was stopped before it was sent to the gateway: the shop was closed or on hold, its account had changed, or a bank disputed a payment.',
}
