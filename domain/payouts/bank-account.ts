// A vendor's bank account: validation, and the waiting period before payouts (same as
// `public.bank_account_usable_from`).

import type { Refusal } from '#domain/refusal.ts'
import { callRefusals } from '#domain/refusals/call-refusals.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { clocks } from '#domain/time/clocks.ts'
import { payoutRefusals } from './refusals.ts'

const refuse = refuseFrom(callRefusals, payoutRefusals)

/**
 * Time from which an account added at `since` can be paid out to. The waiting period applies to a shop's first account
 * too.
 */
export function payoutsAllowedFrom(since: Date): Date {
  return new Date(since.getTime() + clocks.bankAccountWaitMs)
}

/**
 * Null if the account number is valid. Numbers of commercial banks, which have codes of 3 digits, end with a check
 * digit (CBN, NUBAN standard of 2011). Other banks have no such rule, and the gateway's test account is all zeros.
 */
export function refuseAccountNumber(bankCode: string, number: string): Refusal | null {
  if (!/^\d{10}$/.test(number)) return refuse('account_number_wrong')
  if (bankCode.length !== 3 || number === '0000000000') return null
  return checkDigit(bankCode, number.slice(0, 9)) === Number(number[9]) ? null : refuse('account_number_wrong')
}

/** The tenth digit of an account number, from the bank's code and the first nine digits. */
export function checkDigit(bankCode: string, serial: string): number {
  const sum = [...`${bankCode}${serial}`].reduce((all, digit, at) => all + Number(digit) * (at % 3 === 1 ? 7 : 3), 0)
  return (10 - (sum % 10)) % 10
}

/** Result of an account lookup at the bank; `no_answer`: the bank did not respond. */
export type AccountLookup = { kind: 'known'; accountName: string } | { kind: 'unknown' } | { kind: 'no_answer' }

interface BankAccountInput {
  bankCode: string
  accountNumber: string
  /** Account name confirmed by the vendor; null before it was shown to them. */
  confirmedName: string | null
  /** Null if the bank is not on the gateway's list. */
  bankName: string | null
}

/**
 * Null if the account is accepted. The vendor has to confirm its name first: a mistyped number may be another person's
 * account.
 */
export function refuseAccount(input: BankAccountInput, lookup: AccountLookup): Refusal | null {
  if (!input.bankName) return refuse('invalid_input', { errors: { bank_code: 'Please choose your bank.' } })
  const wrong = refuseAccountNumber(input.bankCode, input.accountNumber)
  if (wrong) return { ...wrong, errors: { account_number: wrong.message } }
  if (lookup.kind === 'no_answer') return refuse('bank_unavailable')
  if (lookup.kind === 'unknown') {
    const unknown = refuse('account_unknown')
    return { ...unknown, errors: { account_number: unknown.message } }
  }
  if (lookup.accountName === input.confirmedName) return null
  return refuse('account_name_to_confirm', { details: { account_name: lookup.accountName, bank_name: input.bankName } })
}
