import type pg from 'pg'
import { type Refusal, refuse } from '#domain/refusal.ts'
import type { ShopProfile } from '#domain/vendors/shop-profile.ts'

interface StoredShop extends ShopProfile {
  id: string
  status: string
  /** Its last change, in the format of the wire. */
  seen: string
  closed_days: unknown
  paused_until: string | null
  pause_note: string
  holiday_note: string
}

/**
 * The caller's shop, locked so that new orders, new group buys and choices of a place wait. Refuses if it is not open
 * to changes, or not as it was shown.
 */
export async function lockOwnShop(
  tx: pg.ClientBase,
  { userId, seen }: { userId: string | null; seen: string },
): Promise<StoredShop | Refusal> {
  const { rows } = await tx.query<StoredShop>(
    `select v.id, v.status, to_jsonb(v) #>> '{updated_at}' as seen, v.description, v.location, coalesce(d.phone, '') as phone, v.logo_url, v.opening_hours,
       v.closed_days, to_char(v.paused_until at time zone 'Africa/Lagos', 'YYYY-MM-DD') as paused_until, v.pause_note, v.holiday_note
     from public.vendors v join public.vendor_details d on d.vendor_id = v.id join public.profiles p on p.id = v.owner_id
     where v.owner_id = $1 and p.role = 'vendor' for update of v`,
    [userId],
  )
  const [shop] = rows
  if (!shop) return refuse('vendor_profile_not_found')
  if (shop.status === 'suspended') return refuse('shop_is_suspended')
  if (shop.status !== 'active') return refuse('move_not_allowed', { message: NOT_APPROVED })
  return shop.seen === seen ? shop : refuse('conflict', { message: CHANGED_MEANWHILE })
}

const NOT_APPROVED = 'Your shop is not approved yet: correct the application instead.'
const CHANGED_MEANWHILE = 'Your shop was changed since you opened this page. Please open it again: nothing is saved.'
