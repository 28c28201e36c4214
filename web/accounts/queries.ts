import type { Api } from '#api/api.ts'
import { LOAD_AGAIN } from '#domain/texts/screens.ts'

export const PROFILE_NOT_FOUND = /*i18n*/ 'We did not find your profile.'

export async function readOwnProfile(api: Api, userId: string) {
  const { data, error } = await api.tables
    .from('profiles')
    .select('full_name, role, referral_code, hidden_from_boards, points_balance, created_at')
    .eq('id', userId)
    .maybeSingle()
  return { profile: data, error: error?.message ?? null }
}

/** Updates the two columns that users can change in their own profile. Returns the error; null on success. */
export async function updateOwnProfile(
  api: Api,
  userId: string,
  profile: { full_name: string; hidden_from_boards: boolean },
): Promise<string | null> {
  const { data, error } = await api.tables.from('profiles').update(profile).eq('id', userId).select('id')
  if (error) return error.message
  return data.length === 1 ? null : `${PROFILE_NOT_FOUND} ${LOAD_AGAIN}`
}
