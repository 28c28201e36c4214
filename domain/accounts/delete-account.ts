// When somebody may delete their account (privacy policy: at any time, once nothing is open on it).
import { type Refusal, refuse } from '../refusal.ts'
import type { Role } from './roles.ts'

/** What stands in the place of the name, on orders and messages that others keep. */
export const DELETED_MEMBER = 'Deleted member'

/** For how many seconds a password or mailed code given in this session proves that the person is present. */
const PROOF_SECONDS = 300

interface AccountToDelete {
  role: Role
  /** How many chiefs besides them can sign in, counted under a lock. */
  otherChiefs: number
  /** The person's orders and checkouts that have not ended. */
  openOrders: number
  /** Their shop's group buys and orders that have not ended. */
  openAtShop: number
  /** Since a password or code was given in this session; null if unknown. */
  secondsSinceProof: number | null
}

/** Null if it may be deleted. */
export function refuseDeletion(account: AccountToDelete): Refusal | null {
  const { secondsSinceProof } = account
  if (secondsSinceProof === null || secondsSinceProof > PROOF_SECONDS) return refuse('proof_needed')
  if (account.role === 'chief' && account.otherChiefs < 1) return refuse('last_chief')
  if (account.openOrders > 0) return refuse('account_has_orders')
  if (account.openAtShop > 0) return refuse('account_has_shop')
  return null
}
