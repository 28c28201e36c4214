import type { Api } from '#api/api.ts'
import { isUuid } from '#domain/validation.ts'

/** A product on sale and who sells it; null for any other. */
export async function readProductName(api: Api, id: string) {
  if (!isUuid(id)) return null
  const { data } = await api.tables
    .from('products')
    .select('id, name, vendor:vendors!inner(business_name)')
    .eq('id', id)
    .is('archived_at', null)
    .eq('vendor.status', 'active')
    .maybeSingle()
  return data && { id: data.id, name: data.name, shop: data.vendor.business_name }
}
