// A vendor's bank account: its number, and when money may go there. `public.bank_account_usable_from` holds the same wait.
import { clocks } from '../clocks.ts'
import { type Refusal, refuse } from '../refusal.ts'

/** When money may go to an account that was added then: the first one of a shop waits as well as its successors. */
export function usableFrom(since: Date): Date {
  return new Date(since.getTime() + clocks.bankAccountWaitMs)
}

/**
 * Null if this can be the number of an account. Commercial banks, which have codes of 3 digits, end it with a check digit
 * (CBN, NUBAN standard of 2011). Others number as they like, and so does the gateway's own test account, all zeros.
 */
export function refuseAccountNumber(bankCode: string, number: string): Refusal | null {
  if (!/^\d{10}$/.test(number)) return refuse('account_number_wrong')
  if (bankCode.length !== 3 || number === '0000000000') return null
  return checkDigitOf(bankCode, number.slice(0, 9)) === Number(number[9]) ? null : refuse('account_number_wrong')
}

/** The tenth digit of a number, from the bank's code and the nine digits before it. */
export function checkDigitOf(bankCode: string, serial: string): number {
  const sum = [...`${bankCode}${serial}`].reduce((all, digit, at) => all + Number(digit) * (at % 3 === 1 ? 7 : 3), 0)
  return (10 - (sum % 10)) % 10
}

/** What the bank says of an account; `silent`: it could not be asked. */
export type BankSays = { kind: 'known'; accountName: string } | { kind: 'unknown' } | { kind: 'silent' }

interface BankAccountInput {
  bankCode: string
  accountNumber: string
  /** The name that the vendor has confirmed; null before they have seen it. */
  confirmedName: string | null
  /** Of the bank; null if it is not on the gateway's list. */
  bankName: string | null
}

/** Null if the account may become the shop's. Before that, the name is shown: a number with a slip is somebody else's account. */
export function refuseAccount(wish: BankAccountInput, says: BankSays): Refusal | null {
  if (!wish.bankName) return refuse('invalid_input', { errors: { bank_code: 'Please choose your bank.' } })
  const wrong = refuseAccountNumber(wish.bankCode, wish.accountNumber)
  if (wrong) return { ...wrong, errors: { account_number: wrong.message } }
  if (says.kind === 'silent') return refuse('bank_silent')
  if (says.kind === 'unknown') {
    const unknown = refuse('account_unknown')
    return { ...unknown, errors: { account_number: unknown.message } }
  }
  if (says.accountName === wish.confirmedName) return null
  return refuse('account_name_to_confirm', { details: { account_name: says.accountName, bank_name: wish.bankName } })
}
