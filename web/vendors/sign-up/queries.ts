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
