import type { Api } from '#api/api.ts'
import { listPage, rowRange } from '#web/list-page.ts'

/** Members of a company and its open invitations, the owner first. */
export async function listPeople(api: Api, businessId: string) {
  const { data } = await api.tables
    .from('business_people')
    .select('id, role, full_name, address, created_at, accepted_at, is_own')
    .eq('business_id', businessId)
    .order('accepted_at', { nullsFirst: false })
    .order('created_at')
    .throwOnError()
    .overrideTypes<BusinessPerson[], { merge: false }>()
  return data
}

export interface BusinessPerson {
  id: string
  role: 'owner' | 'buyer'
  full_name: string
  /** The invited address, shown to the owner alone. */
  address: string | null
  created_at: string
  accepted_at: string | null
  is_own: boolean
}

/** Invitations of companies to the viewer. */
export async function listOwnInvitations(api: Api) {
  const { data } = await api.tables
    .from('own_business_invitations')
    .select('id, business, invited_by')
    .order('created_at')
  return (data ?? []) as { id: string; business: string; invited_by: string }[]
}

/** A page of the orders for the company, of all its people; newest first. */
export async function listBusinessOrders(api: Api, businessId: string, page: number) {
  return listPage(
    await api.tables
      .from('business_orders')
      .select('id, order_no, buyer_name, status, created_at, total_amount, is_own, shop, lines', { count: 'exact' })
      .eq('business_id', businessId)
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowRange(page))
      .overrideTypes<BusinessOrder[], { merge: false }>(),
  )
}

export interface BusinessOrder {
  id: string
  order_no: number
  buyer_name: string
  status: string
  created_at: string
  total_amount: number
  is_own: boolean
  shop: string
  lines: { product_name: string; quantity: number; unit: string }[]
}

/** Companies in the viewer's states: those that ask for something, or all. */
export async function listBusinesses(api: Api, { all, page }: { all: boolean; page: number }) {
  const query = api.tables
    .from('businesses')
    .select(
      'id, name, tin, address, state, status, new_name, new_tin, new_address, requested_at, decided_at, decision_note',
      {
        count: 'exact',
      },
    )
  const shown = all ? query : query.or('status.eq.requested,new_name.not.is.null')
  return listPage(
    await shown
      .order('requested_at')
      .order('id')
      .range(...rowRange(page)),
  )
}

export type ListedBusiness = Awaited<ReturnType<typeof listBusinesses>>['rows'][number]
