import type { PaymentDeps } from '../payments/confirm-payment.ts'
import { beginWeeklyPayouts } from './begin-weekly-payouts.ts'
import { listBanks } from './list-banks.ts'
import { sendPayouts } from './send-payouts.ts'

/** What the clock does for payouts: the list of banks, pay days, and what is on its way. */
export async function workOnPayouts(deps: PaymentDeps): Promise<void> {
  await listBanks(deps)
  await beginWeeklyPayouts(deps)
  await sendPayouts(deps)
}
