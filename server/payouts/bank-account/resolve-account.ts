import type { AccountLookup } from '#domain/payouts/bank-account.ts'
import { GatewayFault, type PaymentGateway } from '#platform/payment-gateways/gateway.ts'

/** Looks up the holder's name of a bank account. Returns `no_answer` if the gateway does not respond. */
export async function resolveAccount(
  gateway: PaymentGateway,
  account: Parameters<PaymentGateway['resolveAccountName']>[0],
): Promise<AccountLookup> {
  try {
    const accountName = await gateway.resolveAccountName(account)
    return accountName === null ? { kind: 'unknown' } : { kind: 'known', accountName: accountName.trim() }
  } catch (fault) {
    if (fault instanceof GatewayFault) return { kind: 'no_answer' }
    throw fault
  }
}
