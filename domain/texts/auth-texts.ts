// Specification 8, "Sign-in and sign-up": maps messages of the auth service to the texts that /auth shows. The first
// row whose text is contained in the message applies, ignoring case.

export const TOO_MANY_ATTEMPTS = /*i18n*/ 'Too many attempts. Please try again later.'
const UNEXPECTED_ERROR = /*i18n*/ 'An unexpected error occurred. Please try again.'

const shownTexts: readonly (readonly [contained: string, shown: string])[] = [
  ['Invalid login credentials', /*i18n*/ 'Invalid email or password. Please check your credentials and try again.'],
  ['Email not confirmed', /*i18n*/ 'Please verify your email address before signing in.'],
  ['Password should be', /*i18n*/ 'Password must be at least 6 characters long.'],
  ['already registered', /*i18n*/ 'This email is already registered. Please sign in or use a different email.'],
  ['rate limit', TOO_MANY_ATTEMPTS],
  // Rate-limit messages of the auth service that do not contain "rate limit" (design.md 5).
  ['only request this after', TOO_MANY_ATTEMPTS],
  ['too many', TOO_MANY_ATTEMPTS],
  // Common passwords have their own text (design.md 5).
  ['easy to guess', /*i18n*/ 'This password is known to be easy to guess. Please choose a different one.'],
]

/** The text to show for a message from the auth service. */
export function authText(message: string | null | undefined): string {
  const lowered = (message ?? '').toLowerCase()
  const row = shownTexts.find(([contained]) => lowered.includes(contained.toLowerCase()))
  return row?.[1] ?? UNEXPECTED_ERROR
}
