import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { PROOF_NEEDED } from '#domain/texts/proofs.ts'

export const accountRefusals = {
  invalid: {
    select_user_and_role: errorTexts.selectUserAndRole,
    role_not_settable: 'This role cannot be given here.',
  },
  forbidden: {
    cannot_suspend: 'You can suspend and reinstate only people whose role is below yours.',
    chief_reinstates: 'A chief suspended this account, so only a chief can reinstate it.',
    own_role: 'You cannot change your own role.',
    proof_needed: PROOF_NEEDED,
  },
  missing: {
    user_not_found: 'User not found',
  },
  conflict: {
    last_chief: 'The last chief must remain chief.',
    account_suspended: 'This account is suspended already.',
    account_not_suspended: 'This account is not suspended.',
    role_leaves_something: 'This change of role leaves something behind. Confirm it under Role Management.',
    account_in_circle: /*i18n*/ 'You are in a circle of ajo. Leave it first, then you may delete your account.',
    account_has_orders:
      /*i18n*/ 'You have orders that are not finished. You can delete your account once they are completed, cancelled or refunded.',
    account_has_shop:
      /*i18n*/ 'Your shop has running group buys or orders that are not finished. You can delete your account once they have ended.',
    account_has_money:
      /*i18n*/ 'Your shop has money to take out, or a payout on its way. Take it out before you delete your account.',
    account_is_out:
      /*i18n*/ 'You are out with a delivery run. You can delete your account once the run has ended or another rider has it.',
  },
} as const satisfies RefusalTexts
