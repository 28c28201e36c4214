import type { Api } from './api.ts'

/** The user's code for referral links; null for a visitor and for a vendor, who cannot refer. */
export async function readReferralCode(api: Api, userId: string | null) {
  if (userId === null) return { code: null, error: null }
  const { data, error } = await api.tables.from('profiles').select('referral_code').eq('id', userId).maybeSingle()
  return { code: data?.referral_code ?? null, error: error?.message ?? null }
}
