// Referral codes and rewards (specification 9; design.md 2 and 7).
import { HOUR_MS } from '../calendar.ts'
import { KOBO_PER_PEP, REFERRAL_BASIS_POINTS, REFERRAL_CREDIT_HOURS } from '../limits.ts'
import { feeKobo, groupThousands } from '../money.ts'

// No characters that are easily confused (I L O U 0 1), because codes are read aloud and typed.
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const CODE_LENGTH = 8
const CODE = /^[A-Z0-9]{6,12}$/

/** 0.5% of the referred person's settled goods, in kobo of PEPS. */
export function referralRewardKobo(goodsKobo: bigint): bigint {
  return feeKobo(goodsKobo, REFERRAL_BASIS_POINTS)
}

/** When a reward must be credited at the latest: within 48 hours of settlement. */
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

/** PEPS in words: "1,250 PEPS", "12.50 PEPS", "1 PEP". */
export function formatPeps(kobo: bigint): string {
  const whole = groupThousands(kobo / KOBO_PER_PEP)
  const part = kobo % KOBO_PER_PEP
  const shown = part === 0n ? whole : `${whole}.${part.toString().padStart(2, '0')}`
  return `${shown} ${kobo === KOBO_PER_PEP ? 'PEP' : 'PEPS'}`
}
