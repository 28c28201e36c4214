import type { UncollectedDecision, UncollectedWish } from '#domain/hand-overs/uncollected.ts'
import type { MoneyPlace } from '#domain/payments/typed-amounts.ts'

/** Commands about goods that the buyer did not collect. */
export interface UncollectedCommands {
  /** The outcome that the buyer prefers for uncollected goods; null withdraws it. */
  'choose-uncollected-outcome': {
    input: { order_id: string; wish: UncollectedWish | null }
    output: { order_id: string; wish: UncollectedWish | null }
  }
  /** The buyer's phone number, if known, and e-mail address. The access is logged. */
  'look-up-buyer': { input: { order_id: string }; output: { phone: string | null; email: string | null } }
  'log-call': { input: { order_id: string; answered: 'yes' | 'no'; note: string }; output: { call_id: string } }
  /**
   * Ends goods that were not collected as staff and buyer have agreed. `hand_over_id` is what the person saw: after a part was collected
   * there is another. `proceeds_kobo`: what a sale brought, else 0; `money_at` says where it lies, `bank_entry` names the transfer into our
   * bank. `is_waiting`: a second person has to agree first (`decide-amount`).
   */
  'decide-uncollected': {
    input: {
      order_id: string
      hand_over_id: string
      decision: UncollectedDecision
      proceeds_kobo: number
      money_at: MoneyPlace | null
      bank_entry: string | null
      reason: string
    }
    output: { order_id: string; back_kobo: number; is_waiting: boolean }
  }
}
