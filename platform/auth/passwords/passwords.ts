import { AuthRefusal, invalid } from '../refusals.ts'
import { isCommonPassword } from './common-passwords.ts'

export const MAX_PASSWORD_LENGTH = 128

/** Refuses a password that is too short, too long or too common. Any characters are allowed. */
export function checkPassword(password: string, minLength: number): void {
  if ([...password].length > MAX_PASSWORD_LENGTH) {
    throw invalid(`Password cannot be longer than ${MAX_PASSWORD_LENGTH} characters`)
  }
  const weakness = findWeakness(password, minLength)
  if (weakness) throw new AuthRefusal(422, 'weak_password', weakness.message, { weakPassword: weakness.reasons })
}

interface Weakness {
  message: string
  reasons: ('length' | 'pwned')[]
}

export function findWeakness(password: string, minLength: number): Weakness | null {
  if ([...password].length < minLength) {
    return { message: `Password should be at least ${minLength} characters.`, reasons: ['length'] }
  }
  if (isCommonPassword(password)) {
    return { message: 'This password is known to be easy to guess, please choose a different one.', reasons: ['pwned'] }
  }
  return null
}
