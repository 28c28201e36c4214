import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'
import { errorTexts } from '#domain/texts/errors.ts'

export const vendorRefusals = {
  invalid: {
    vendor_profile_not_found: errorTexts.vendorProfileNotFound,
  },
  missing: {
    review_not_found: /*i18n*/ 'Rating not found',
  },
  conflict: {
    vendor_not_active: 'Your shop must be approved before a group buy can be published',
    owner_is_no_vendor: 'The owner of this shop is not a vendor now. A chief must give them the role first.',
    promises_not_accepted: 'Something that you promised falls on these days. Look at it, and save again.',
    shop_name_taken: /*i18n*/ 'Another shop already has this name. Please choose one that buyers can tell apart.',
    rating_too_early: /*i18n*/ 'You can rate the shop once the goods are handed over.',
    rated_already: /*i18n*/ 'You have already rated this order.',
    replied_already: 'You have already replied to this rating.',
  },
} as const satisfies RefusalTexts
