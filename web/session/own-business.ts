import type { Api } from '#api/api.ts'
import type { BusinessState } from '#domain/businesses/business.ts'

/** The viewer's company with their membership; null if they have none. */
export async function readOwnBusiness(api: Api, userId: string) {
  const { data } = await api.tables
    .from('business_members')
    .select('id, role, orders_for_business, business:businesses!inner(*)')
    .eq('person_id', userId)
    .is('ended_at', null)
    .maybeSingle()
    .throwOnError()
  if (!data) return null
  const { business, ...membership } = data
  return { ...membership, ...business, memberId: membership.id, status: business.status as BusinessState }
}

export type OwnBusiness = NonNullable<Awaited<ReturnType<typeof readOwnBusiness>>>

/** The verified company that the viewer's next orders are for; null for themselves. */
export async function readOrderingBusiness(api: Api, userId: string | null): Promise<OwnBusiness | null> {
  const own = userId ? await readOwnBusiness(api, userId) : null
  return own?.status === 'verified' && own.orders_for_business ? own : null
}
