// The loss of a payment with the gateway's status `reversed`. Paystack uses this status for payments refunded by us,
// taken back by a bank, or only disputed by a bank, so the status alone says nothing about a loss.
import { minKobo, sumKobo } from '#domain/money.ts'

interface ReversalFacts {
  receivedKobo: bigint
  disputes: readonly { status: 'open' | 'won' | 'lost'; amountKobo: bigint }[]
  /** Refunds as listed by the gateway. */
  refunds: readonly GatewayRefund[]
  /** Total refunded according to our ledger. The gateway may list a refund later than it reports `reversed`. */
  sentKobo: bigint
}

interface GatewayRefund {
  amountKobo: bigint
  status: 'pending' | 'processed' | 'needs_attention' | 'failed'
  /** The refund is in our ledger. */
  isOurs: boolean
  /** The gateway made the refund for a dispute; the dispute's amount counts instead. */
  isForDispute: boolean
}

/**
 * Total of lost disputes and of refunds made outside our ledger, such as in the gateway's dashboard. Without a dispute
 * or refund to explain the status, everything we did not refund is lost. Open disputes are not a loss yet.
 */
export function chargedBackKobo({ receivedKobo, disputes, refunds, sentKobo }: ReversalFacts): bigint {
  const lost = sumKobo(disputes.filter(({ status }) => status === 'lost'))
  const made = refunds.filter(({ status }) => status !== 'failed')
  const foreign = sumKobo(made.filter(({ isOurs, isForDispute }) => !isOurs && !isForDispute))
  if (disputes.length === 0 && made.length === 0) return receivedKobo - minKobo(sentKobo, receivedKobo)
  return minKobo(lost + foreign, receivedKobo)
}
