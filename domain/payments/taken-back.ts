// What a payment that the gateway calls reversed has lost. Paystack says so of a payment that we refunded, of one that a bank took
// back, and of one that a bank only disputes: the status alone says nothing about a loss.
import { leastKobo } from '../money.ts'

interface ReversalFacts {
  receivedKobo: bigint
  disputes: readonly { status: 'open' | 'won' | 'lost'; amountKobo: bigint }[]
  /** As the gateway lists them. */
  refunds: readonly GatewayRefund[]
  /** What our books have sent back. The gateway may list it later than it calls the payment reversed. */
  sentKobo: bigint
}

interface GatewayRefund {
  amountKobo: bigint
  status: 'pending' | 'processed' | 'needs_attention' | 'failed'
  /** Made for a refund of our books. */
  isOurs: boolean
  /** Made by the gateway for a dispute, whose own amount counts. */
  isForDispute: boolean
}

/**
 * Lost disputes, and refunds that somebody made past our books, such as at the gateway's own desk. Without any dispute or refund that
 * explains it, all that we did not send back is gone. While a dispute is open nothing is lost yet.
 */
export function takenBackKobo({ receivedKobo, disputes, refunds, sentKobo }: ReversalFacts): bigint {
  const lost = sum(disputes.filter(({ status }) => status === 'lost'))
  const made = refunds.filter(({ status }) => status !== 'failed')
  const foreign = sum(made.filter(({ isOurs, isForDispute }) => !isOurs && !isForDispute))
  if (disputes.length === 0 && made.length === 0) return receivedKobo - leastKobo(sentKobo, receivedKobo)
  return leastKobo(lost + foreign, receivedKobo)
}

const sum = (amounts: readonly { amountKobo: bigint }[]) =>
  amounts.reduce((all, { amountKobo }) => all + amountKobo, 0n)
