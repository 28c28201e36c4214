import type { BankSays } from '#domain/payouts/bank-account.ts'
import { GatewayFault, type PaymentGateway } from '#platform/payment-gateways/gateway.ts'

/** What the bank says of an account. A gateway that cannot be asked is no fault of ours, and no answer. */
export async function askBank(
  gateway: PaymentGateway,
  account: Parameters<PaymentGateway['resolveAccountName']>[0],
): Promise<BankSays> {
  try {
    const accountName = await gateway.resolveAccountName(account)
    return accountName === null ? { kind: 'unknown' } : { kind: 'known', accountName: accountName.trim() }
  } catch (fault) {
    if (fault instanceof GatewayFault) return { kind: 'silent' }
    throw fault
  }
}
