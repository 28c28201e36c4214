export interface PayoutCommands {
  /**
   * Sets the payout account of the caller's shop. An account name that is missing, or differs from the bank's, is
   * refused with the bank's, for the caller to confirm. Requires a recent authentication, as `delete-account` does.
   */
  'set-bank-account': {
    input: { bank_code: string; account_number: string; account_name: string | null }
    output: { bank_account_id: string; usable_from: string }
  }
  /** `amount_kobo` null pays out the whole balance. Requires a recent authentication. */
  'request-payout': { input: { amount_kobo: number | null }; output: { payout_id: string; amount_kobo: number } }
  'set-weekly-payouts': { input: { weekly: boolean }; output: { weekly: boolean } }
  /** A chief stops or resumes payouts to a shop. */
  'hold-payouts': {
    input: { vendor_id: string; held: boolean; reason: string }
    output: { vendor_id: string; held: boolean }
  }
  /** Queries the gateway for the state of a payout. Chiefs only. */
  'check-payout': { input: { payout_id: string }; output: { payout_id: string } }
}
