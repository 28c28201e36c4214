import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const payoutRefusals = {
  invalid: {
    account_number_wrong:
      'This is not an account number of this bank. It should have 10 digits: one is mistyped or missing.',
  },
  conflict: {
    account_unknown: 'The bank has no account with this number. Please check the bank and the number.',
    account_name_to_confirm: 'Please check that this is your account.',
    bank_unavailable: 'The bank did not answer just now. Nothing was changed; please try again in a few minutes.',
    bank_account_needed: 'Add your bank account first.',
    bank_account_waits: 'A new bank account waits 48 hours before money goes to it.',
    payouts_closed: 'Payouts are closed while your shop is not open. Your money stays yours.',
    payouts_held:
      'We have stopped payouts to your shop for now. Your money stays yours; the reason is on your payouts page.',
    payouts_paused:
      'Payouts of the whole market are paused for now. Your money stays yours, and payouts go on as soon as the pause ends.',
    payout_on_its_way: 'A payout is already on its way. You can take out more once it has arrived.',
    payout_too_small: 'This is less than the smallest payout.',
    payout_exceeds_balance: 'This is more than you can take out now.',
  },
} as const satisfies RefusalTexts
