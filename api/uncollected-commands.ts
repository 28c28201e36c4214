import type { UncollectedDecision, UncollectedPreference } from '#domain/hand-overs/uncollected.ts'
import type { MoneyPlace } from '#domain/payments/typed-amounts.ts'

/** Commands about goods that the buyer did not collect. */
export interface UncollectedCommands {
  /** The outcome that the buyer prefers for uncollected goods; null withdraws it. */
  'choose-uncollected-outcome': {
    input: { order_id: string; preferred_outcome: UncollectedPreference | null }
    output: { order_id: string; preferred_outcome: UncollectedPreference | null }
  }
  /** The buyer's phone number, if known, and e-mail address. The access is logged. */
  'look-up-buyer': { input: { order_id: string }; output: { phone: string | null; email: string | null } }
  'log-call': { input: { order_id: string; answered: 'yes' | 'no'; note: string }; output: { call_id: string } }
  /**
   * Settles uncollected goods as staff and buyer have agreed. `hand_over_id` is the hand-over that the user saw: a
   * partial collection opens a new one. `proceeds_kobo`: the proceeds of a sale, otherwise 0; `money_at` is where they
   * are, `bank_entry` names the transfer into our bank. `is_waiting`: a second person has to agree first
   * (`decide-amount`).
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
    output: { order_id: string; returned_kobo: number; is_waiting: boolean }
  }
}
