import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const businessRefusals = {
  missing: {
    business_not_found: /*i18n*/ 'You have no company here.',
  },
  conflict: {
    business_not_verified: /*i18n*/ 'Your company must be verified first.',
    business_taken: /*i18n*/ 'A company with this TIN is verified already. Ask its owner to invite you.',
    member_of_a_business: /*i18n*/ 'You already belong to a company. Leave it first.',
    colleague_already: /*i18n*/ 'This person already buys for your company.',
    colleague_invited: /*i18n*/ 'This person has already been invited.',
    business_full: /*i18n*/ 'A company has at most 20 people here.',
    owner_stays: /*i18n*/ 'Other people buy for your company here. Make one of them its owner first.',
    business_has_orders: /*i18n*/ 'Orders for your company are not finished. You can close it once they are.',
  },
} as const satisfies RefusalTexts
