// Specification 8, "Sign-in and sign-up": what the auth service answers, and what /auth shows. The first row contained in
// the message wins, ignoring case.

export const TOO_MANY_ATTEMPTS = /*i18n*/ 'Too many attempts. Please try again later.'
const UNEXPECTED_ERROR = /*i18n*/ 'An unexpected error occurred. Please try again.'

const shownTexts: readonly (readonly [contained: string, shown: string])[] = [
  ['Invalid login credentials', /*i18n*/ 'Invalid email or password. Please check your credentials and try again.'],
  ['Email not confirmed', /*i18n*/ 'Please verify your email address before signing in.'],
  ['Password should be', /*i18n*/ 'Password must be at least 6 characters long.'],
  ['already registered', /*i18n*/ 'This email is already registered. Please sign in or use a different email.'],
  ['rate limit', TOO_MANY_ATTEMPTS],
  // The auth service's other texts that ask people to wait (design.md 5), which do not say "rate limit".
  ['only request this after', TOO_MANY_ATTEMPTS],
  ['too many', TOO_MANY_ATTEMPTS],
  // Common passwords have their own text (design.md 5).
  ['easy to guess', /*i18n*/ 'This password is known to be easy to guess. Please choose a different one.'],
]

/** The text to show for a message from the auth service. */
export function authText(message: string | null | undefined): string {
  const said = (message ?? '').toLowerCase()
  const row = shownTexts.find(([contained]) => said.includes(contained.toLowerCase()))
  return row?.[1] ?? UNEXPECTED_ERROR
}
