import type { Api } from '#api/api.ts'

export async function readOwnProfile(api: Api, userId: string) {
  const { data, error } = await api.tables
    .from('profiles')
    .select('full_name, role, referral_code, hidden_from_boards, points_balance, created_at')
    .eq('id', userId)
    .maybeSingle()
  return { profile: data, error: error?.message ?? null }
}

/** The name, and the choice to stay off the leaderboard: all that people can change in their own profile. */
export async function updateOwnProfile(
  api: Api,
  userId: string,
  profile: { full_name: string; hidden_from_boards: boolean },
): Promise<string | null> {
  const { data, error } = await api.tables.from('profiles').update(profile).eq('id', userId).select('id')
  if (error) return error.message
  return data.length === 1 ? null : /*i18n*/ 'We did not find your profile. Please load the page again.'
}
