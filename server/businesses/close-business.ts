import type pg from 'pg'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { recordAct } from '#server/record-act.ts'
import { lockMembers } from './own-business.ts'

interface ClosingBusiness {
  id: string
  name: string
}

/** Why the owner of a company may not close it; null if they may. The caller has locked the company. */
export async function closingFault(tx: pg.PoolClient, { id }: ClosingBusiness): Promise<Refusal | null> {
  const members = await lockMembers(tx, id)
  if (members.some(({ role, person_id }) => role !== 'owner' && person_id !== null)) return refuse('owner_stays')
  // Their invoices are drawn in the company's name while it is verified.
  const { rowCount } = await tx.query(
    `select from public.orders where business_id = $1 and status not in ('completed', 'expired', 'cancelled', 'refunded') limit 1`,
    [id],
  )
  return rowCount ? refuse('business_has_orders') : null
}

/** Ends the owner's membership and all invitations, and closes the company. */
export async function closeBusiness(
  tx: pg.PoolClient,
  { id, name }: ClosingBusiness,
  actorId: string | null,
): Promise<void> {
  await tx.query(
    'update public.business_members set ended_at = clock_timestamp() where business_id = $1 and ended_at is null',
    [id],
  )
  await tx.query(
    `update public.businesses set status = 'closed', new_name = null, new_tin = null, new_address = null where id = $1`,
    [id],
  )
  await recordAct(tx, { actorId, action: 'business.close', subject: { type: 'business', id }, before: { name } })
}
