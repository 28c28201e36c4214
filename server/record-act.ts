import type pg from 'pg'

interface Act {
  actorId: string | null
  /** `noun.verb`, such as `role.set`. */
  action: string
  subject: { type: string; id: string | null }
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Writes a privileged act to the audit log, in the act's transaction. */
export async function recordAct(tx: pg.PoolClient, act: Act): Promise<void> {
  await tx.query(
    'insert into public.audit_log (actor_id, action, subject_type, subject_id, before, after) values ($1, $2, $3, $4, $5::jsonb, $6::jsonb)',
    [
      act.actorId,
      act.action,
      act.subject.type,
      act.subject.id,
      JSON.stringify(act.before ?? null),
      JSON.stringify(act.after ?? null),
    ],
  )
}
