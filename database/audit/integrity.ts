import { type Finding, runChecks, type StatementRunner } from './run-checks.ts'

/**
 * Checks that no row of the ledger has changed since the last run, and that the server's durability settings are on.
 */
export const auditIntegrity = (client: StatementRunner): Promise<Finding[]> =>
  runChecks(client, { common: '', checks: SAFETY })

/** Finds work that waits too long while the market runs: unresolved differences, gateway events, messages, mails and jobs. */
export const auditBacklog = (client: StatementRunner): Promise<Finding[]> =>
  runChecks(client, { common: '', checks: WAITING })

const SAFETY: Record<string, string> = {
  'L7 chain': `select r.id as subject, format('%s movements until %s, now %s', r.transfers, r.chain_until, c.transfers) as detail
    from (select * from public.audit_runs order by started_at desc limit 1) r cross join lateral ledger.chain(r.chain_until) c
    where r.transfers > 0 and (c.transfers, c.hash) is distinct from (r.transfers, r.chain)`,
  'L23 durability': `select name as subject, format('is %s', setting) as detail
    from pg_catalog.pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums') and setting <> 'on'`,
}

const WAITING: Record<string, string> = {
  'L12 differences': `select d.id as subject, format('%s %s: %s, found %s', d.kind, d.reference, d.fault, d.found_at) as detail
    from public.book_differences d where d.resolved_at is null and d.cleared_at is null and d.found_at < now() - interval '24 hours'`,
  'L12 comparison': `select 'last comparison' as subject, format('made %s', coalesce(max(c.made_at)::text, 'never')) as detail
    from public.book_comparisons c having exists (select from public.payments where gateway not in ('peps', 'ajo') and succeeded_at < now() - interval '48 hours')
      and coalesce(max(c.made_at), '-infinity') < now() - interval '48 hours'`,
  'L22 events': `select e.id as subject, format('%s, received %s, tried %s times', e.name, e.received_at, e.tries) as detail
    from public.gateway_events e where e.next_try_at is not null and e.received_at < now() - interval '5 minutes'`,
  'L22 outbox': `select e.id as subject, format('%s of %s, %s attempts%s', e.message, e.created_at, e.attempts, ': ' || e.last_error) as detail
    from outbox.entries e where e.created_at < now() - interval '5 minutes'`,
  'L22 mails': `select m.id as subject, format('%s mail of %s, due %s', m.kind, m.created_at, m.due_at) as detail
    from mail.messages m where m.status = 'queued' and m.due_at < now() - interval '5 minutes'`,
  'L22 jobs': `select q.id as subject, format('%s, due %s, %s attempts%s', q.task, q.run_at, q.attempts, ': ' || q.last_error) as detail
    from jobs.queue q where q.failed_at is not null or (q.run_at < now() - interval '5 minutes' and (q.held_until is null or q.held_until < now()))`,
}
