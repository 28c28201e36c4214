// Specification, section 8, "Other texts", verbatim. The texts of sign-in are in auth-texts.ts.

export const errorTexts = {
  profileNotLoaded: /*i18n*/ 'Failed to load user profile',
  unexpectedAuthentication: /*i18n*/ 'An unexpected authentication error occurred',
  invalidData: /*i18n*/ 'Invalid data format received',
  groupBuysNotFetched: /*i18n*/ 'Failed to fetch group buys',
  groupBuyNotCreated: 'Failed to create group buy',
  groupBuyNotJoined: /*i18n*/ 'Failed to join group buy',
  /** Also the fallback when adverts cannot be fetched. */
  dealsNotFetched: /*i18n*/ 'Failed to fetch featured deals',
  dealNotCreated: 'Failed to create deal',
  dealNotUpdated: 'Failed to update deal',
  dealNotDeleted: /*i18n*/ 'Failed to delete deal',
  advertNotCreated: 'Failed to create ad',
  advertNotUpdated: 'Failed to update ad',
  advertNotDeleted: 'Failed to delete ad',
  offline: /*i18n*/ 'No internet connection',
  vendorProfileNotFound: 'Vendor profile not found',
  selectUserAndRole: 'Please select a user and role',
  contactNotSent: /*i18n*/ 'Failed to send message. Please try again later.',
} as const

/** Joining a group buy (section 5). */
export const joinTexts = {
  notFound: /*i18n*/ 'Group buy not found',
  notActive: /*i18n*/ 'This group buy is no longer active',
  exceedsSpots: /*i18n*/ 'Requested quantity exceeds available spots',
} as const

/** Success messages of section 8. */
export const successTexts = {
  accountCreated: /*i18n*/ 'Account created successfully! Please check your email to verify your account.',
  passwordResetSent: /*i18n*/ 'Password reset instructions have been sent to your email.',
  roleUpdated: 'Role updated successfully',
  contactSent: /*i18n*/ "Message sent successfully! We'll get back to you soon.",
} as const
