import type { Api } from '#api/api.ts'
import type { ClosedDays } from '#domain/places/closed-days.ts'

/** The viewer's own shop; null if they have none. */
export async function readOwnShop(api: Api, ownerId: string | null) {
  const { data } = await api.tables
    .from('vendors')
    .select('id, business_name, status, state, paused_until, closed_days, details:vendor_details(decision_note)')
    .eq('owner_id', ownerId ?? NO_USER_ID)
    .maybeSingle()
    .throwOnError()
  return data && { ...data, closed_days: data.closed_days as unknown as ClosedDays[] }
}

export type OwnShop = NonNullable<Awaited<ReturnType<typeof readOwnShop>>>

/** Matches no user. */
const NO_USER_ID = '00000000-0000-0000-0000-000000000000'
