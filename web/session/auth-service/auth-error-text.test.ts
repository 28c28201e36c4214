import { expect, it } from 'vitest'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { authErrorText } from './auth-error-text.ts'

it.each([
  [
    'invalid_credentials',
    'Invalid login credentials',
    'Invalid email or password. Please check your credentials and try again.',
  ],
  ['email_not_confirmed', 'Email not confirmed', 'Please verify your email address before signing in.'],
  ['weak_password', 'Password should be at least 6 characters.', 'Password must be at least 6 characters long.'],
  [
    'user_already_exists',
    'User already registered',
    'This email is already registered. Please sign in or use a different email.',
  ],
  [
    'email_exists',
    'A user with this email address has already been registered',
    'This email is already registered. Please sign in or use a different email.',
  ],
  ['over_request_rate_limit', 'Request rate limit reached', 'Too many attempts. Please try again later.'],
  [
    'same_password',
    'New password should be different from the old password.',
    'Your new password must be different from the old one.',
  ],
  ['user_banned', 'User is banned', 'Your account is suspended. Your paid orders stand. Write to us if this is wrong.'],
  [
    'user_banned',
    'User is banned: Two orders were never collected.',
    'Your account is suspended. Your paid orders stand. Write to us if this is wrong. Two orders were never collected.',
  ],
  ['unforeseen', 'whatever', 'An unexpected authentication error occurred'],
  ['something_else', 'Something else', 'An unexpected error occurred. Please try again.'],
])('shows %s in the specified words', (code, message, shown) =>
  expect(formatInEnglish(authErrorText({ ok: false, code, message }))).toBe(shown),
)
