import type pg from 'pg'
import type { DataRequestKind, DataRequestStatus } from '#domain/data-protection/requests.ts'
import type { Caller } from '#server/command.ts'

interface LockedRequest {
  id: string
  request_no: number
  kind: DataRequestKind
  status: DataRequestStatus
  person_id: string | null
  /** The first chief who agreed to an erasure; null once they are no longer a chief, so that another one agrees. */
  agreed_by: string | null
}

/** Locks a request for a chief; null for everybody else, and if there is none. */
export async function lockRequest(tx: pg.PoolClient, id: string, caller: Caller): Promise<LockedRequest | null> {
  const { rows } = await tx.query<LockedRequest>(
    `select r.id, r.request_no::integer, r.kind, r.status, r.person_id,
       (select a.id from public.profiles a where a.id = r.agreed_by and a.role = 'chief') as agreed_by
     from public.data_requests r
     where r.id = $1 and exists (select from public.profiles p where p.id = $2 and p.role = 'chief') for no key update of r`,
    [id, caller.userId],
  )
  return rows[0] ?? null
}

/** An open request still waits for an answer. */
export const isClosed = ({ status }: Pick<LockedRequest, 'status'>): boolean =>
  status === 'fulfilled' || status === 'refused'
