import type { PaymentDeps } from '#server/payments/confirm-payment.ts'
import { listBanks } from './bank-account/list-banks.ts'
import { beginWeeklyPayouts } from './begin-weekly-payouts.ts'
import { sendPayouts } from './send-payouts.ts'

/** The payouts job: refreshes the list of banks, starts weekly payouts, sends and polls payouts. */
export async function processPayouts(deps: PaymentDeps): Promise<void> {
  await listBanks(deps)
  await beginWeeklyPayouts(deps)
  await sendPayouts(deps)
}
