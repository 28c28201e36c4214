import type { AmountAct, SecondApprovalReason } from '#domain/payments/typed-amounts.ts'
import { kobo } from '#web/ui/format.ts'
import type { ListedAmount } from './amount-queries.ts'

const ACTS: Record<AmountAct, string> = {
  resale: 'Sale of uncollected goods',
  'partial-refund': 'Partial refund',
  'refund-account': 'Refund to another account',
  'cash-banked': 'Cash deposit',
}

const BECAUSE: Record<SecondApprovalReason, string> = {
  always: 'always needs two people',
  unusual: 'outside the usual range for these goods',
  act_limit: 'above the limit for one act',
  day_limit: 'above the daily limit of one person',
}

const STATUSES: Record<string, string> = {
  waiting: 'Waiting for a second person',
  done: 'Done',
  refused: 'Refused',
  expired: 'Not decided in time',
}

export const actText = (act: string | null): string => ACTS[act as AmountAct] ?? ''
export const statusText = (status: string | null): string => STATUSES[status ?? ''] ?? ''
export const reasonsText = (reasons: readonly string[] | null): string =>
  (reasons ?? []).map((reason) => BECAUSE[reason as SecondApprovalReason] ?? reason).join(', ')

/** Where the money is, or who bears it: "in the bank, entry GTB-1123". */
export function moneyText({ act, bank_entry, pickup_point_id, payer, goes_to }: ListedAmount): string {
  if (act === 'refund-account') return `to ${goes_to ?? 'another account'}`
  if (act === 'partial-refund') return payer === 'market' ? 'at our cost' : 'at the vendor’s cost'
  if (act === 'resale' && pickup_point_id) return 'in cash at the place, which owes it until it is deposited'
  return `in the bank, entry ${bank_entry ?? ''}`
}

export function usualRangeText({ act, usual_from_kobo: from, usual_to_kobo: to }: ListedAmount): string | null {
  return act === 'resale' ? `Usual for these goods: ${kobo(from ?? 0)} to ${kobo(to ?? 0)}` : null
}
