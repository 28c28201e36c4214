import type pg from 'pg'
import type { RecordedAction } from '#domain/all-acts.ts'

interface AuditEntry {
  actorId: string | null
  action: RecordedAction
  subject: { type: string; id: string | null }
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Writes a privileged action to the audit log, in the action's transaction. */
export async function recordAct(tx: pg.PoolClient, entry: AuditEntry): Promise<void> {
  await tx.query(
    'insert into public.audit_log (actor_id, action, subject_type, subject_id, before, after) values ($1, $2, $3, $4, $5::jsonb, $6::jsonb)',
    [
      entry.actorId,
      entry.action,
      entry.subject.type,
      entry.subject.id,
      JSON.stringify(entry.before ?? null),
      JSON.stringify(entry.after ?? null),
    ],
  )
}
