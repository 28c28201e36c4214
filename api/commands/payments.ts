import type { PaymentWay } from '#domain/payments/ways.ts'

export interface PaymentCommands {
  /** `expected_kobo` is the total that the buyer saw; a different total is refused, with the current one. */
  'pay-orders': { input: PayOrdersInput; output: StartedPayment }
  /**
   * Pays the difference for a more expensive delivery of a paid order. The destination changes once the payment has
   * succeeded.
   */
  'pay-difference': { input: PayDifferenceInput; output: StartedPayment }
  /** The payer abandons an unfinished payment, so that its orders may change again. */
  'cancel-payment': { input: { payment_id: string }; output: { payment_id: string } }
  /**
   * Records cash from goods sold at a place that was paid into our bank. `bank_entry` names the entry on the statement.
   */
  'record-bank-deposit': {
    input: { pickup_point_id: string; amount_kobo: number; bank_entry: string }
    output: { amount_id: string; is_waiting: boolean }
  }
}

export interface PayOrdersInput {
  order_ids: string[]
  /** Kobo. */
  peps_kobo: number
  expected_kobo: number
  /** Where a later price difference is refunded; null: PEPS below ₦5,000, the source above. */
  return_to: 'peps' | 'source' | null
  /** How the payer wants to pay at the gateway, which offers it first; null: bank transfer. */
  way?: PaymentWay | null
}

export interface StartedPayment {
  payment_id: string
  /** `succeeded` where PEPS cover everything; otherwise the buyer continues at `/pay/<payment_id>`. */
  status: 'initiated' | 'succeeded'
  naira_kobo: number
  peps_kobo: number
}

export interface PayDifferenceInput {
  order_id: string
  /** One of the buyer's addresses. */
  address_id: string
  peps_kobo: number
  /** The difference that the buyer saw. */
  expected_kobo: number
}
