import type pg from 'pg'
import type { BusinessFacts, BusinessState } from '#domain/businesses/business.ts'

interface OwnBusiness extends BusinessFacts {
  id: string
  state: string
  status: BusinessState
  role: 'owner' | 'buyer'
}

/**
 * The company of a person, locked; null if they have none. The person is locked first, as when an account is deleted, so
 * that the two do not wait for each other.
 */
export async function lockOwnBusiness(tx: pg.PoolClient, personId: string | null): Promise<OwnBusiness | null> {
  await tx.query('select from public.profiles where id = $1 for no key update', [personId])
  const { rows } = await tx.query<OwnBusiness>(
    `select b.id, b.name, b.tin, b.address, b.state, b.status, m.role from public.business_members m join public.businesses b on b.id = m.business_id
     where m.person_id = $1 and m.accepted_at is not null and m.ended_at is null for no key update of b`,
    [personId],
  )
  return rows[0] ?? null
}

interface BusinessMember {
  id: string
  person_id: string | null
  role: 'owner' | 'buyer'
  orders_for_business: boolean
}

/** The members of a company and its open invitations, locked, so that an acceptance under way is seen or waits. */
export async function lockMembers(tx: pg.PoolClient, businessId: string): Promise<BusinessMember[]> {
  const { rows } = await tx.query<BusinessMember>(
    'select id, person_id, role, orders_for_business from public.business_members where business_id = $1 and ended_at is null order by id for no key update',
    [businessId],
  )
  return rows
}
