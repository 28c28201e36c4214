import type { Api } from '#api/api.ts'

export async function countOwnReferrals(api: Api, userId: string) {
  const brought = api.tables.from('referrals').select('id', { count: 'exact', head: true }).eq('referrer_id', userId)
  const settled = api.tables
    .from('referrals')
    .select('id', { count: 'exact', head: true })
    .eq('referrer_id', userId)
    .not('settled_at', 'is', null)
  const [all, successful] = await Promise.all([brought, settled])
  return { all: all.count ?? 0, successful: successful.count ?? 0 }
}

/** Null for a vendor, who cannot enroll. */
export async function readReferralCode(api: Api, userId: string) {
  const { data, error } = await api.tables.from('profiles').select('referral_code').eq('id', userId).maybeSingle()
  return { code: data?.referral_code ?? null, error: error?.message ?? null }
}
