import { AuthRefusal, invalid } from '../refusals.ts'
import { isCommonPassword } from './common-passwords.ts'

export const MAX_PASSWORD_LENGTH = 128

/** The operator's rules. */
export interface PasswordRules {
  passwordMinLength: number
  /** Kinds of characters of which a password needs one each; none by default, because length is what counts. */
  passwordClasses: readonly PasswordClass[]
  /** Whether passwords that are known to be common are refused, by a list in the code. */
  passwordCommonRefused: boolean
}

const CLASSES = {
  lower: { pattern: /\p{Ll}/u, text: 'a small letter' },
  upper: { pattern: /\p{Lu}/u, text: 'a capital letter' },
  digits: { pattern: /\p{Nd}/u, text: 'a digit' },
  symbols: { pattern: /[^\p{L}\p{N}\s]/u, text: 'a symbol' },
} as const

type PasswordClass = keyof typeof CLASSES
export const PASSWORD_CLASSES = Object.keys(CLASSES) as PasswordClass[]

/** Refuses a password that breaks the operator's rules, or is too long. */
export function checkPassword(password: string, rules: PasswordRules): void {
  if ([...password].length > MAX_PASSWORD_LENGTH) {
    throw invalid(`Password cannot be longer than ${MAX_PASSWORD_LENGTH} characters`)
  }
  const weakness = findWeakness(password, rules)
  if (weakness) throw new AuthRefusal(422, 'weak_password', weakness.message, { weakPassword: weakness.reasons })
}

interface Weakness {
  message: string
  reasons: ('length' | 'characters' | 'pwned')[]
}

export function findWeakness(
  password: string,
  { passwordMinLength: minLength, passwordClasses, passwordCommonRefused }: PasswordRules,
): Weakness | null {
  if ([...password].length < minLength) {
    return { message: `Password should be at least ${minLength} characters.`, reasons: ['length'] }
  }
  const missing = passwordClasses.filter((name) => !CLASSES[name].pattern.test(password))
  if (missing.length > 0) {
    const texts = missing.map((name) => CLASSES[name].text).join(', ')
    return { message: `Password should contain at least one of each: ${texts}.`, reasons: ['characters'] }
  }
  if (passwordCommonRefused && isCommonPassword(password)) {
    return { message: 'This password is known to be easy to guess, please choose a different one.', reasons: ['pwned'] }
  }
  return null
}
