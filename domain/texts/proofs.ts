// Texts of forms that prove who somebody is. In their own module, so that other pages do not load them.

export const PROOF_NEEDED = /*i18n*/ 'Please enter your password, or a code that we mail you.'
export const CODE_SENT = /*i18n*/ 'A code is on its way to you. It works once, in this form.'
export const SIGNED_IN_LONG_AGO = /*i18n*/ 'You signed in a while ago. Please sign out, sign in again, and repeat this.'

/** Messages about codes from mails, an alternative to opening the link. */
export const codeTexts = {
  form: /*i18n*/ 'Please type the 6 digits from the mail.',
  wrong: /*i18n*/ 'This code is wrong or no longer works. Five wrong tries end a code, and a newer mail replaces it.',
} as const
