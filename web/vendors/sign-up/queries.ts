import type { Api } from '#api/api.ts'

/** A person's shop, with what only they and staff may see; null if they have none. */
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

export type OwnShop = NonNullable<Awaited<ReturnType<typeof readOwnShop>>['shop']>

/** What an applicant has prepared, newest first. Nobody else but the staff of the state sees it. */
export async function listDraftProducts(api: Api, shopId: string) {
  const { data } = await api.tables
    .from('products')
    .select('id, name, base_price, unit')
    .eq('vendor_id', shopId)
    .is('archived_at', null)
    .order('created_at', { ascending: false })
    .limit(50)
  return data ?? []
}

export type DraftProduct = Awaited<ReturnType<typeof listDraftProducts>>[number]
