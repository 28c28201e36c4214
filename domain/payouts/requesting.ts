// Whether a vendor is paid out now, and how much.
import { isFreshProof } from '../accounts/fresh-proof.ts'
import { formatMoment } from '../date-text.ts'
import { formatNaira } from '../money.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { usableFrom } from './bank-account.ts'

/** A shop as it stands under its lock. */
export interface ShopToPayOut {
  shopStatus: string
  /** The owner's role may have been taken away since they opened the page. */
  ownerRole: string
  /** A chief has stopped its payouts. */
  isHeld: boolean
  /** Since when its account stands; null without one. */
  accountSince: Date | null
  balanceKobo: bigint
  leastKobo: bigint
  now: Date
}

/** Null if it may be paid out now, by hand or on the pay day. */
export function refusePayout({ shopStatus, ownerRole, isHeld, accountSince, now }: ShopToPayOut): Refusal | null {
  if (ownerRole !== 'vendor') return refuse('not_allowed')
  if (shopStatus !== 'active') return refuse('payouts_closed')
  if (isHeld) return refuse('payouts_held')
  if (!accountSince) return refuse('bank_account_needed')
  const from = usableFrom(accountSince)
  if (now >= from) return null
  return refuse('bank_account_waits', {
    message: `For your safety a new account waits 48 hours. You can take money out from ${formatMoment(from)}.`,
  })
}

interface Wish {
  /** Null: everything. */
  wishKobo: bigint | null
  /** An earlier payout by hand is still on its way. */
  isOneOnItsWay: boolean
  secondsSinceProof: number | null
}

/** How much goes out. */
export function planPayout(shop: ShopToPayOut, { wishKobo, isOneOnItsWay, secondsSinceProof }: Wish): bigint | Refusal {
  const refusal = refusePayout(shop)
  if (refusal) return refusal
  if (isOneOnItsWay) return refuse('payout_on_its_way')
  const { balanceKobo, leastKobo } = shop
  const amountKobo = wishKobo ?? balanceKobo
  const least = refuse('payout_too_small', { message: `The least you can take out is ${formatNaira(leastKobo)}.` })
  if (amountKobo <= 0n || amountKobo < leastKobo) return least
  if (amountKobo > balanceKobo) {
    return refuse('payout_beyond_balance', {
      message: `You can take out ${formatNaira(balanceKobo)} now.`,
      details: { balance_kobo: Number(balanceKobo) },
    })
  }
  return isFreshProof(secondsSinceProof) ? amountKobo : refuse('proof_needed')
}
