import type pg from 'pg'
import { requestedFacts, type ShopFacts, shopFacts } from '#domain/vendors/shop-change.ts'

export interface OpenChange extends ShopFacts {
  id: string
  vendor_id: string
  shop: string
  state: string
  shop_status: string
  owner_id: string
  email: string | null
  status: string
  former: ShopFacts
  /** Whether the caller oversees the shop: as the manager of its state, a coordinator or a chief. */
  overseen: boolean
}

/** Reads a change request with its shop, both locked. */
export async function lockShopChange(
  tx: pg.PoolClient,
  { id, personId }: { id: string; personId: string | null },
): Promise<OpenChange | null> {
  const { rows } = await tx.query<OpenChange>(
    `select c.id, c.vendor_id, c.business_name, c.registration_number, c.address, c.status, v.business_name as shop, v.state, v.status as shop_status,
       v.owner_id, rights.email_of(v.owner_id) as email,
       jsonb_build_object('business_name', v.business_name, 'registration_number', d.registration_number, 'address', d.address) as former,
       rights.person_oversees($2, v.state) as overseen
     from public.shop_changes c join public.vendors v on v.id = c.vendor_id join public.vendor_details d on d.vendor_id = v.id
     where c.id = $1 for update of c, v`,
    [id, personId],
  )
  return rows[0] ?? null
}

/** The requested values for the audit log, which is permanent: without the address, which may be a private home. */
export function loggedRequest(facts: ShopFacts): Record<string, string | null> {
  return loggableFacts(facts, facts)
}

/** The shop's previous values of the requested facts, for the audit log. */
export function previousFacts(requested: ShopFacts, previous: ShopFacts): Record<string, string | null> {
  return loggableFacts(requested, previous)
}

const loggableFacts = (requested: ShopFacts, values: ShopFacts) =>
  Object.fromEntries(
    requestedFacts(requested).map((fact) => [
      fact,
      fact === 'address' && values[fact] !== null ? 'an address' : values[fact],
    ]),
  )

/** The requested values with labels, for a mail. */
export function labelledChanges(facts: ShopFacts): { label: string; value: string }[] {
  return requestedFacts(facts).map((fact) => ({ label: shopFacts[fact], value: facts[fact] ?? '' }))
}
