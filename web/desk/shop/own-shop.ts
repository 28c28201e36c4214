import type { Api } from '#api/api.ts'
import type { ClosedDays } from '#domain/places/closed-days.ts'

/** The viewer's own shop; null if they have none. */
export async function readOwnShop(api: Api, ownerId: string | null) {
  // A visitor may not read the details of shops.
  if (!ownerId) return null
  const { data } = await api.tables
    .from('vendors')
    .select('id, business_name, status, state, paused_until, closed_days, details:vendor_details(decision_note)')
    .eq('owner_id', ownerId)
    .maybeSingle()
    .throwOnError()
  return data && { ...data, closed_days: data.closed_days as unknown as ClosedDays[] }
}

export type OwnShop = NonNullable<Awaited<ReturnType<typeof readOwnShop>>>
