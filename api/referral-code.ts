import type { Api } from './api.ts'

/** The code in the links that somebody shares; null for a visitor and for a vendor, who cannot enroll. */
export async function readReferralCode(api: Api, userId: string | null) {
  if (userId === null) return { code: null, error: null }
  const { data, error } = await api.tables.from('profiles').select('referral_code').eq('id', userId).maybeSingle()
  return { code: data?.referral_code ?? null, error: error?.message ?? null }
}
