import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const shareRefusals = {
  missing: {
    gift_not_found: /*i18n*/ 'This share is not there. Ask the person who sent you the link.',
  },
  forbidden: {
    gift_for_other:
      /*i18n*/ 'This share was given to another e-mail address or phone number. Sign in with that one, or ask the giver.',
  },
  conflict: {
    giving_closed: /*i18n*/ 'You can no longer give this share away.',
    gift_open: /*i18n*/ 'You have offered this share already. Withdraw that offer first.',
    gifts_used_up:
      /*i18n*/ 'You have offered this share 5 times in 24 hours, the most there can be. You still have it.',
    gift_over: /*i18n*/ 'This share is no longer on offer.',
    nobody_waits: /*i18n*/ 'Nobody on the waiting list can take this share.',
    own_share: /*i18n*/ 'You cannot give a share to yourself.',
    share_changed: /*i18n*/ 'The giver no longer has this share as it was offered.',
    share_being_paid: /*i18n*/ 'Somebody is paying for this share now. Try again in half an hour.',
    promises_count_on_giver:
      /*i18n*/ 'You are in this group buy already, and the price promised to others counts on one more person. Somebody who is not in it yet can take the share.',
  },
} as const satisfies RefusalTexts

/** The codes of `public.take_over_fault`. */
export type TakeOverFault =
  | 'share_changed'
  | 'own_share'
  | 'share_being_paid'
  | 'own_shop'
  | 'quantity_above_maximum'
  | 'no_places_left'
  | 'promises_count_on_giver'
