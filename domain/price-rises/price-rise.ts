// A shop that can no longer deliver at its price asks once for a higher one, and everybody in the buy answers (decision
// 0142). `public.guard_price_rise` enforces the same rules.
import { ceilingPriceKobo } from '#domain/group-buys/price/ceiling.ts'
import type { Prices } from '#domain/group-buys/price/price-tiers.ts'
import { formatNaira } from '#domain/money.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { clocks } from '#domain/time/clocks.ts'
import { priceRiseRefusals } from './refusals.ts'

const refuse = refuseFrom(priceRiseRefusals)

const KOBO_PER_NAIRA = 100n

export type PriceRiseState = 'open' | 'decided' | 'withdrawn'

export const priceRiseLabels: Record<PriceRiseState, string> = {
  open: 'People are answering',
  decided: 'The new price applies',
  withdrawn: 'Withdrawn, the old price applies',
}

interface AskingBuy extends Prices {
  status: string
  minParticipants: number
  participants: number
  paymentDueAt: Date
  hasRequested: boolean
}

interface Ask {
  riseNaira: number
  /** The setting `price_rise_bps`. */
  mostBasisPoints: number
  now: Date
}

/** The most by which the price may rise, in whole naira. */
const mostRiseNaira = ({ basePriceKobo }: Pick<Prices, 'basePriceKobo'>, basisPoints: number): number =>
  Number((basePriceKobo * BigInt(basisPoints)) / (10_000n * KOBO_PER_NAIRA))

/** Why the shop cannot ask at all; null if it can. */
export function askingFault(buy: AskingBuy, now: Date): Refusal | null {
  if (buy.hasRequested) return refuse('price_rise_used')
  if (buy.status !== 'active' && buy.status !== 'closed') return refuse('price_rise_closed')
  if (buy.participants === 0) return refuse('price_rise_needs_people')
  return voteEndsAt(now).getTime() + clocks.payAfterVoteMs > buy.paymentDueAt.getTime()
    ? refuse('price_rise_too_late')
    : null
}

export function priceRiseFault(buy: AskingBuy, { riseNaira, mostBasisPoints, now }: Ask): Refusal | null {
  const fault = askingFault(buy, now)
  if (fault) return fault
  const most = mostRiseNaira(buy, mostBasisPoints)
  if (Number.isSafeInteger(riseNaira) && riseNaira >= 1 && riseNaira <= most) return null
  const message = withValues('The price may rise by ₦1 to {most}, in whole naira.', {
    most: formatNaira(BigInt(most) * KOBO_PER_NAIRA),
  })
  return refuse('price_rise_too_high', { message, errors: { rise_naira: message } })
}

const voteEndsAt = (askedAt: Date): Date => new Date(askedAt.getTime() + clocks.priceVoteMs)

/** All prices rise by the same amount; thresholds stay. */
export const raisedPrices = ({ basePriceKobo, tiers }: Prices, riseKobo: bigint): Prices => ({
  basePriceKobo: basePriceKobo + riseKobo,
  tiers: tiers.map(({ participants, priceKobo }) => ({ participants, priceKobo: priceKobo + riseKobo })),
})

/**
 * The most that people who stay pay per unit: as for somebody who joins while all may leave, because during the vote
 * everybody may.
 */
export const stayingCeilingKobo = (prices: Prices, minParticipants: number): bigint =>
  ceilingPriceKobo({ ...prices, minParticipants, lockedParticipants: 0 })
