import type { Api } from '#api/api.ts'
import type { ClosedDays } from '#domain/places/closed-days.ts'
import type { OpenDay } from '#domain/places/opening-hours.ts'
import { lagosDate } from '#domain/time/calendar.ts'

/** The viewer's shop with everything that its vendor may change; null if they have none. */
export async function readShopProfile(api: Api, ownerId: string | null) {
  if (!ownerId) return null
  const { data } = await api.tables
    .from('vendors')
    .select(
      `id, business_name, status, state, description, location, logo_url, opening_hours, closed_days, paused_until, pause_note, holiday_note, updated_at,
       details:vendor_details(phone, address, registration_number, decision_note)`,
    )
    .eq('owner_id', ownerId)
    .maybeSingle()
  return (
    data && {
      ...data,
      opening_hours: data.opening_hours as unknown as OpenDay[],
      closed_days: data.closed_days as unknown as ClosedDays[],
      // The first day on which it takes orders again.
      paused_until: data.paused_until && lagosDate(new Date(data.paused_until)),
    }
  )
}

export type ShopProfileRow = NonNullable<Awaited<ReturnType<typeof readShopProfile>>>
