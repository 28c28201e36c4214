// When a user may delete their account (privacy policy: at any time, once nothing is open on it).
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { isFreshProof } from './fresh-proof.ts'
import { accountRefusals } from './refusals.ts'
import type { Role } from './roles.ts'

const refuse = refuseFrom(accountRefusals)

/** Replaces the name on orders and messages that outlive the account. */
export const DELETED_MEMBER = 'Deleted member'

interface AccountToDelete {
  role: Role
  /** Number of other chiefs who can sign in, counted under a lock. */
  otherChiefs: number
  /** The user's orders and checkouts that have not ended. */
  openOrders: number
  /** Their shop's group buys and orders that have not ended. */
  openAtShop: number
  /** Payable balance of their shop plus payouts in transit; 0 if below the minimum payout. */
  shopMoneyKobo: bigint
  /** Delivery runs in progress with them as the rider. */
  runsOut: number
  /** Circles of ajo that they are in. */
  circles: number
  /** Seconds since a password or code was entered in this session; null if unknown. */
  secondsSinceProof: number | null
}

/** Null if the account may be deleted. */
export function refuseDeletion(account: AccountToDelete): Refusal | null {
  if (!isFreshProof(account.secondsSinceProof)) return refuse('proof_needed')
  if (account.role === 'chief' && account.otherChiefs < 1) return refuse('last_chief')
  if (account.runsOut > 0) return refuse('account_is_out')
  if (account.openOrders > 0) return refuse('account_has_orders')
  if (account.circles > 0) return refuse('account_in_circle')
  if (account.openAtShop > 0) return refuse('account_has_shop')
  if (account.shopMoneyKobo > 0n) return refuse('account_has_money')
  return null
}
