// Whether a vendor can be paid out, and how much.
import { isFreshProof } from '#domain/accounts/fresh-proof.ts'
import { accountRefusals } from '#domain/accounts/refusals.ts'
import { formatNaira } from '#domain/money.ts'
import type { Refusal } from '#domain/refusal.ts'
import { callRefusals } from '#domain/refusals/call-refusals.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { formatMoment } from '#domain/time/date-text.ts'
import { payoutsAllowedFrom } from './bank-account.ts'
import { payoutRefusals } from './refusals.ts'

const refuse = refuseFrom(accountRefusals, callRefusals, payoutRefusals)

/** State of a shop, read under its lock. */
export interface ShopToPayOut {
  shopStatus: string
  /** Checked again, because the owner may have lost the role since they opened the page. */
  ownerRole: string
  /** A chief has stopped its payouts, or the owner is suspended. */
  isHeld: boolean
  /** A chief has paused the payouts of the whole market. */
  arePaused: boolean
  /** When the bank account was added; null without one. */
  accountSince: Date | null
  balanceKobo: bigint
  /** Part of the balance earned from orders under a payment dispute. */
  disputedKobo: bigint
  leastKobo: bigint
  now: Date
}

/** Null if the shop can be paid out now, on request or on the pay day. */
export function refusePayout({
  shopStatus,
  ownerRole,
  isHeld,
  arePaused,
  accountSince,
  now,
}: Pick<ShopToPayOut, 'shopStatus' | 'ownerRole' | 'isHeld' | 'arePaused' | 'accountSince' | 'now'>): Refusal | null {
  if (ownerRole !== 'vendor') return refuse('not_allowed')
  if (shopStatus !== 'active') return refuse('payouts_closed')
  if (isHeld) return refuse('payouts_held')
  if (arePaused) return refuse('payouts_paused')
  if (!accountSince) return refuse('bank_account_needed')
  const from = payoutsAllowedFrom(accountSince)
  if (now >= from) return null
  return refuse('bank_account_waits', {
    message: `For your safety a new account waits 48 hours. You can take money out from ${formatMoment(from)}.`,
  })
}

interface PayoutRequest {
  /** Null requests the whole payable balance. */
  requestedKobo: bigint | null
  /** An earlier requested payout is still in progress. */
  hasOpenPayout: boolean
  secondsSinceProof: number | null
}

/** The amount to pay out. */
export function planPayout(
  shop: ShopToPayOut,
  { requestedKobo, hasOpenPayout, secondsSinceProof }: PayoutRequest,
): bigint | Refusal {
  const refusal = refusePayout(shop)
  if (refusal) return refusal
  if (hasOpenPayout) return refuse('payout_on_its_way')
  const { disputedKobo, leastKobo } = shop
  const mostKobo = payableKobo(shop)
  const amountKobo = requestedKobo ?? mostKobo
  if (disputedKobo > 0n && (amountKobo > mostKobo || mostKobo < leastKobo)) {
    return refuse('payout_exceeds_balance', {
      message: `You can take out ${formatNaira(mostKobo)} now. ${formatNaira(disputedKobo)} is held because a buyer’s bank disputes a payment.`,
      details: { balance_kobo: Number(mostKobo) },
    })
  }
  const least = refuse('payout_too_small', { message: `The least you can take out is ${formatNaira(leastKobo)}.` })
  if (amountKobo <= 0n || amountKobo < leastKobo) return least
  if (amountKobo > mostKobo) {
    return refuse('payout_exceeds_balance', {
      message: `You can take out ${formatNaira(mostKobo)} now.`,
      details: { balance_kobo: Number(mostKobo) },
    })
  }
  return isFreshProof(secondsSinceProof) ? amountKobo : refuse('proof_needed')
}

/**
 * Balance less disputed money; 0 if less. The disputed amount may exceed the balance, because open payouts can include
 * some of it.
 */
export function payableKobo({ balanceKobo, disputedKobo }: Pick<ShopToPayOut, 'balanceKobo' | 'disputedKobo'>): bigint {
  return disputedKobo < balanceKobo ? balanceKobo - disputedKobo : 0n
}
