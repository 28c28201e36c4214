// The view `public.waiting` counts the rows (database/<feature>/waiting-<capacity>.sql), and a test compares the two.
import { businessWaits } from './businesses/waiting.ts'
import { claimWaits } from './claims/waiting.ts'
import { dataProtectionWaits } from './data-protection/waiting.ts'
import { groupBuyWaits } from './group-buys/waiting.ts'
import { handOverWaits } from './hand-overs/waiting.ts'
import { mailWaits } from './mails/waiting.ts'
import { supportWaits } from './messages/waiting.ts'
import { orderWaits } from './orders/waiting.ts'
import { packingWaits } from './packing/waiting.ts'
import { paymentWaits } from './payments/waiting.ts'
import { payoutWaits } from './payouts/waiting.ts'
import { priceRiseWaits } from './price-rises/waiting.ts'
import { productWaits } from './products/waiting.ts'
import { quantityRequestWaits } from './quantity-requests/waiting.ts'
import { recordWaits } from './records/waiting.ts'
import { vendorWaits } from './vendors/waiting.ts'
import type { Wait, Waiter } from './wait.ts'

export const allWaits = {
  ...businessWaits,
  ...claimWaits,
  ...dataProtectionWaits,
  ...groupBuyWaits,
  ...handOverWaits,
  ...mailWaits,
  ...supportWaits,
  ...orderWaits,
  ...packingWaits,
  ...paymentWaits,
  ...payoutWaits,
  ...productWaits,
  ...priceRiseWaits,
  ...quantityRequestWaits,
  ...recordWaits,
  ...vendorWaits,
}

/**
 * A row of the view `public.waiting`: the number of rows in a state that wait for the current user, in the capacity
 * `waiter`.
 */
export interface WaitingRow {
  subject: string
  status: string
  waiter: Waiter
  amount: number
}

/** True if the user can act on the row. `role`: the user's role, if staff. */
export function canAct({ subject, status, waiter }: Omit<WaitingRow, 'amount'>, role: string): boolean {
  const wait = findWait(subject, status)
  if (wait?.informs?.includes(waiter)) return false
  return waiter !== 'overseer' || !wait?.by || wait.by.some((one) => one === role)
}

/** True if the row needs action today, and the user can act on it. */
export function isUrgent(row: Omit<WaitingRow, 'amount'>, role: string): boolean {
  return (findWait(row.subject, row.status)?.urgent ?? false) && canAct(row, role)
}

const findWait = (subject: string, status: string): Wait | undefined =>
  (allWaits as Record<string, Record<string, Wait>>)[subject]?.[status]
