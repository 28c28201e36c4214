import type pg from 'pg'
import type { BusinessFacts, BusinessState } from '#domain/businesses/business.ts'

interface OwnBusiness extends BusinessFacts {
  id: string
  state: string
  status: BusinessState
  role: 'owner' | 'buyer'
}

/** The company of a person, locked; null if they have none. */
export async function lockOwnBusiness(tx: pg.PoolClient, personId: string | null): Promise<OwnBusiness | null> {
  const { rows } = await tx.query<OwnBusiness>(
    `select b.id, b.name, b.tin, b.address, b.state, b.status, m.role from public.business_members m join public.businesses b on b.id = m.business_id
     where m.person_id = $1 and m.accepted_at is not null and m.ended_at is null for no key update of b`,
    [personId],
  )
  return rows[0] ?? null
}
