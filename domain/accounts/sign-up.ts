// Sign-up input (specification 5 and 6; design.md 2): from `data`, only a name, the requested role and a referral code.

import { type Errors, email, isBlank } from '#domain/forms/validation.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, MINIMUM_AGE } from '#domain/limits.ts'
import { withValues } from '#domain/texts/translatable-text.ts'

export const signUpTexts = {
  credentialsMissing: /*i18n*/ 'You must provide either an email or phone number and a password.',
  passwordShort: withValues(/*i18n*/ 'Password must be at least {count} characters long.', {
    count: MIN_PASSWORD_LENGTH,
  }),
  passwordLong: withValues(/*i18n*/ 'Password must be at most {count} characters long.', {
    count: MAX_PASSWORD_LENGTH,
  }),
  phone: /*i18n*/ 'Please enter a phone number such as 0803 123 4567.',
  age: withValues(/*i18n*/ 'You must be at least {age} years old.', { age: MINIMUM_AGE }),
} as const

type SignUpRole = 'customer' | 'vendor'

/** The requested role; customer if none is requested or the role cannot be self-assigned. */
export function signUpRole(value: unknown): SignUpRole {
  return value === 'vendor' ? 'vendor' : 'customer'
}

interface Credentials {
  email?: unknown
  phone?: unknown
  password?: unknown
}

/** Client-side checks: errors by field, `form` for the whole form. Empty if the input is valid. */
export function credentialFaults(input: Credentials, options: { signingUp: boolean }): Errors {
  const password = typeof input.password === 'string' ? input.password : ''
  if ((isBlank(input.email) && isBlank(input.phone)) || password === '') return { form: signUpTexts.credentialsMissing }
  const errors: Errors = {}
  const address = isBlank(input.email) ? null : email({ label: 'Email' })(input.email)
  if (address && 'error' in address) errors.email = address.error
  if (isBlank(input.email) && internationalPhone(input.phone) === null) errors.phone = signUpTexts.phone
  if (options.signingUp && [...password].length < MIN_PASSWORD_LENGTH) errors.password = signUpTexts.passwordShort
  if (options.signingUp && [...password].length > MAX_PASSWORD_LENGTH) errors.password = signUpTexts.passwordLong
  return errors
}

/**
 * "2348031234567" from 0803 123 4567, +234 803…, 234803…; other countries' numbers after a plus. Null if it is not a
 * number. For sign-in and shops, which may have foreign numbers; `nigerianPhone` (forms/phone.ts) reads those of
 * addresses and places.
 */
export function internationalPhone(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const bare = value.replace(/[\s().-]/g, '')
  const digits = /^0\d{10}$/.test(bare) ? `234${bare.slice(1)}` : bare.replace(/^\+/, '')
  return /^[1-9]\d{7,14}$/.test(digits) ? digits : null
}
