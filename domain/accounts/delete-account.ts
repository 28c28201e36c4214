// When somebody may delete their account (privacy policy: at any time, once nothing is open on it).
import { type Refusal, refuse } from '../refusal.ts'
import { isFreshProof } from './fresh-proof.ts'
import type { Role } from './roles.ts'

/** What stands in the place of the name, on orders and messages that others keep. */
export const DELETED_MEMBER = 'Deleted member'

interface AccountToDelete {
  role: Role
  /** How many chiefs besides them can sign in, counted under a lock. */
  otherChiefs: number
  /** The person's orders and checkouts that have not ended. */
  openOrders: number
  /** Their shop's group buys and orders that have not ended. */
  openAtShop: number
  /** What their shop may still take out, and what is on its way to its bank; less than the least payout counts as nothing. */
  shopMoneyKobo: bigint
  /** Delivery runs on which they are out. */
  runsOut: number
  /** Since a password or code was given in this session; null if unknown. */
  secondsSinceProof: number | null
}

/** Null if it may be deleted. */
export function refuseDeletion(account: AccountToDelete): Refusal | null {
  if (!isFreshProof(account.secondsSinceProof)) return refuse('proof_needed')
  if (account.role === 'chief' && account.otherChiefs < 1) return refuse('last_chief')
  if (account.runsOut > 0) return refuse('account_is_out')
  if (account.openOrders > 0) return refuse('account_has_orders')
  if (account.openAtShop > 0) return refuse('account_has_shop')
  if (account.shopMoneyKobo > 0n) return refuse('account_has_money')
  return null
}
