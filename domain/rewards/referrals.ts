// Referral codes and rewards (specification 9; design.md 2 and 7).
import { HOUR_MS } from '../calendar.ts'
import { REFERRAL_CREDIT_HOURS } from '../limits.ts'

// No characters that are easily confused (I L O U 0 1), because codes are read aloud and typed.
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const CODE_LENGTH = 8
const CODE = /^[A-Z0-9]{6,12}$/

/** A reward is credited by then: within 48 hours of settlement. */
export function referralCreditedBy(settledAt: Date): Date {
  return new Date(settledAt.getTime() + REFERRAL_CREDIT_HOURS * HOUR_MS)
}

/** A new code from random bytes (8 or more). */
export function generateReferralCode(randomBytes: Uint8Array): string {
  return Array.from(randomBytes.subarray(0, CODE_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')
}

/** A typed code in its stored form; null if it cannot be one. */
export function normaliseReferralCode(typed: unknown): string | null {
  if (typeof typed !== 'string') return null
  const code = typed.toUpperCase().replace(/[\s-]/g, '')
  return CODE.test(code) ? code : null
}
