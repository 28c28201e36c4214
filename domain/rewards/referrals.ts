// Referral codes and rewards (specification 9; design.md 2 and 7).

const CODE = /^[A-Z0-9]{6,12}$/

/** A referral code in stored form; null if the input cannot be one. */
export function normaliseReferralCode(typed: unknown): string | null {
  if (typeof typed !== 'string') return null
  const code = typed.toUpperCase().replace(/[\s-]/g, '')
  return CODE.test(code) ? code : null
}

/** The URL with the user's referral code; unchanged without a code. */
export function sharedAddress(address: string, code: string | null): string {
  return code === null ? address : `${address}?ref=${code}`
}
