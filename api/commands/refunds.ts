export interface RefundCommands {
  /**
   * Retries a failed refund. With a bank account, it is sent there once a second chief has agreed (`is_waiting`). An
   * account name that is missing, or differs from the bank's, is refused with the bank's. Chiefs only.
   */
  'repeat-refund': {
    input: {
      refund_id: string
      bank_code: string | null
      account_number: string | null
      account_name: string | null
    }
    output: { refund_id: string; is_waiting: boolean }
  }
  /**
   * Partial refund for short or damaged goods: `goods_kobo`, plus their share of the fee. Chiefs only. `is_waiting`: a
   * second chief has to agree first (`decide-amount`), and no money has moved.
   */
  'refund-part': {
    input: {
      order_id: string
      goods_kobo: number
      payer: 'vendor' | 'market'
      reason: string
      /**
       * The total refund that the chief saw. A different sum is refused with the figures (`refund_to_confirm`); absent:
       * not compared.
       */
      expected_kobo?: number | null
    }
    output: { partial_refund_id: string | null; returned_kobo: number; refund_kobo: number; is_waiting: boolean }
  }
  /**
   * A shop gives back part of its own order, at its own cost and from money that was not paid out yet. `expected_kobo`: as
   * for `refund-part`.
   */
  'give-back-part': {
    input: { order_id: string; goods_kobo: number; reason: string; expected_kobo?: number | null }
    output: { partial_refund_id: string; returned_kobo: number; refund_kobo: number }
  }
  /** Where a price difference is refunded; null: PEPS below ₦5,000, the source above. Until settlement. */
  'choose-return': {
    input: { order_id: string; return_to: 'peps' | 'source' | null }
    output: { order_id: string; return_to: 'peps' | 'source' | null }
  }
}
