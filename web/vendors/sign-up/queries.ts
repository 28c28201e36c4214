import type { Api } from '#api/api.ts'

/** A user's shop, with the columns visible only to them and staff; null if they have none. */
export async function readOwnShop(api: Api, ownerId: string) {
  const { data, error } = await api.tables
    .from('vendors')
    .select(
      'id, business_name, description, location, state, status, details:vendor_details(phone, address, registration_number, decision_note)',
    )
    .eq('owner_id', ownerId)
    .maybeSingle()
  return { shop: data, error }
}

export type ApplicantShop = NonNullable<Awaited<ReturnType<typeof readOwnShop>>['shop']>

/** An applicant's draft products, newest first. Visible only to the applicant and the staff of the state. */
export async function listDraftProducts(api: Api, shopId: string) {
  const { data } = await api.tables
    .from('products')
    .select('id, name, base_price, unit')
    .eq('vendor_id', shopId)
    .is('archived_at', null)
    .order('created_at', { ascending: false })
    .limit(50)
    .throwOnError()
  return data
}

export type DraftProduct = Awaited<ReturnType<typeof listDraftProducts>>[number]
