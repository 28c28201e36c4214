import type { GaugeQuery } from '#platform/metrics/gauge-queries.ts'

/** Metrics that alert operators before users notice: money that is stuck, and books that do not balance. */
export const marketMetrics: GaugeQuery = {
  gauges: {
    market_payments_waiting: { help: 'Payments that the gateway has not confirmed yet.' },
    market_payments_unchecked_seconds: { help: 'How long the oldest due poll of a payment has been overdue.' },
    market_gateway_events_oldest_seconds: { help: 'Age of the oldest gateway event that is not processed.' },
    market_refunds_waiting: { help: 'Refunds in progress.' },
    market_refunds_late: { help: 'Refunds past the date announced to the buyer.' },
    market_refunds_stuck: { help: 'Refunds that the gateway rejected or that need staff.' },
    market_payouts_waiting: { help: 'Payouts in progress.' },
    market_payouts_stuck: { help: 'Payouts that need staff.' },
    market_payouts_oldest_waiting_seconds: { help: 'Age of the oldest payout in progress.' },
    market_outbox_waiting: { help: 'Messages that are not written yet.' },
    market_outbox_oldest_seconds: { help: 'Age of the oldest of them.' },
    market_pushes_waiting: { help: 'Due pushes.' },
    market_pushes_oldest_waiting_seconds: { help: 'How long the oldest due push has been due.' },
    market_book_differences_open: { help: 'Open differences between the gateway and the ledger.' },
    market_books_checked_timestamp_seconds: { help: 'When the books were last audited.' },
    market_books_findings: { help: 'Kinds of faults that the last audit found.' },
    market_books_compared_timestamp_seconds: { help: 'When the books were last compared with the gateway’s records.' },
  },
  read: (tx) =>
    tx.query(`
      select f.name, null as label, f.value from
        (select count(*)::float8 as n, min(next_check_at) as since from public.payments where next_check_at is not null) payments,
        (select min(received_at) as since from public.gateway_events where next_try_at is not null) events,
        (select count(*)::float8 as n, count(*) filter (where expected_by < (now() at time zone 'Africa/Lagos')::date)::float8 as late
          from public.refunds where status in ('requested', 'sent')) refunds,
        (select count(*)::float8 as n from public.refunds where status in ('needs_attention', 'failed')) stuck_refunds,
        (select count(*)::float8 as n, count(*) filter (where status = 'needs_attention')::float8 as stuck,
          min(created_at) filter (where status <> 'needs_attention') as since
          from public.payouts where status in ('requested', 'sent', 'needs_attention')) payouts,
        (select count(*)::float8 as n, min(created_at) as since from outbox.entries) outbox,
        (select count(*)::float8 as n, min(next_attempt_at) as since from public.pushes where next_attempt_at <= now()) pushes,
        (select count(*)::float8 as n from public.book_differences where resolved_at is null and cleared_at is null) differences,
        (select max(started_at) as at from public.audit_runs) checked,
        (select max(made_at) as at from public.book_comparisons) compared
        cross join lateral (values
          ('market_payments_waiting', payments.n),
          ('market_payments_unchecked_seconds', greatest(0, coalesce(extract(epoch from now() - payments.since), 0))::float8),
          ('market_gateway_events_oldest_seconds', coalesce(extract(epoch from now() - events.since), 0)::float8),
          ('market_refunds_waiting', refunds.n),
          ('market_refunds_late', refunds.late),
          ('market_refunds_stuck', stuck_refunds.n),
          ('market_payouts_waiting', payouts.n),
          ('market_payouts_stuck', payouts.stuck),
          ('market_payouts_oldest_waiting_seconds', coalesce(extract(epoch from now() - payouts.since), 0)::float8),
          ('market_outbox_waiting', outbox.n),
          ('market_outbox_oldest_seconds', coalesce(extract(epoch from now() - outbox.since), 0)::float8),
          ('market_pushes_waiting', pushes.n),
          ('market_pushes_oldest_waiting_seconds', coalesce(extract(epoch from now() - pushes.since), 0)::float8),
          ('market_book_differences_open', differences.n),
          ('market_books_checked_timestamp_seconds', extract(epoch from checked.at)::float8),
          ('market_books_compared_timestamp_seconds', extract(epoch from compared.at)::float8),
          ('market_books_findings', (select jsonb_array_length(findings) from public.audit_runs order by started_at desc limit 1)::float8)
        ) f (name, value)
      where f.value is not null`),
}
