select 'payment', status, 'chief', count(*)::integer from public.payments where (select rights.has_role('chief')) and status = 'reversed' group by status
union all
select 'refund', status, 'chief', count(*)::integer from public.refunds
  where (select rights.has_role('chief')) and status in ('needs_attention', 'failed') group by status
union all
select 'refund', 'overdue', 'chief', count(*)::integer from public.refunds
  where (select rights.has_role('chief')) and status in ('requested', 'sent')
    and expected_by < (now() at time zone 'Africa/Lagos')::date having count(*) > 0
union all
select 'refund', status, 'region', count(*)::integer from public.overseen_refunds where (select rights.has_role('manager', 'coordinator')) group by status
union all
select 'payment', status, 'region', count(*)::integer from public.overseen_odd_payments
  where (select rights.has_role('manager', 'coordinator')) and status = 'reversed' group by status;
