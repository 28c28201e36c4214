import type pg from 'pg'
import { namesOf, type ShopFacts, shopFacts } from '#domain/vendors/shop-change.ts'

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
  /** By the one who calls: the manager of its state, a coordinator or a chief. */
  overseen: boolean
}

/** A request with its shop, both locked. */
export async function lockShopChange(
  tx: pg.PoolClient,
  { id, personId }: { id: string; personId: string | null },
): Promise<OpenChange | null> {
  const { rows } = await tx.query<OpenChange>(
    `select c.id, c.vendor_id, c.business_name, c.registration_number, c.address, c.status, v.business_name as shop, v.state, v.status as shop_status,
       v.owner_id, rights.email_of(v.owner_id) as email,
       jsonb_build_object('business_name', v.business_name, 'registration_number', d.registration_number, 'address', d.address) as former,
       exists (select from public.profiles p where p.id = $2 and (p.role in ('coordinator', 'chief') or (p.role = 'manager'
         and exists (select from public.manager_regions r where r.manager_id = p.id and r.state = v.state)))) as overseen
     from public.shop_changes c join public.vendors v on v.id = c.vendor_id join public.vendor_details d on d.vendor_id = v.id
     where c.id = $1 for update of c, v`,
    [id, personId],
  )
  return rows[0] ?? null
}

/** For the audit log, which is kept for ever: what is asked for, and no address, which may be a person's home. */
export function askedOf(facts: ShopFacts): Record<string, string | null> {
  return loggedOf(facts, facts)
}

/** The same facts as the shop had them. */
export function formerOf(asked: ShopFacts, former: ShopFacts): Record<string, string | null> {
  return loggedOf(asked, former)
}

const loggedOf = (asked: ShopFacts, values: ShopFacts) =>
  Object.fromEntries(
    namesOf(asked).map((fact) => [fact, fact === 'address' && values[fact] !== null ? 'an address' : values[fact]]),
  )

/** For a mail. */
export function changesInWords(facts: ShopFacts): { label: string; value: string }[] {
  return namesOf(facts).map((fact) => ({ label: shopFacts[fact], value: facts[fact] ?? '' }))
}
