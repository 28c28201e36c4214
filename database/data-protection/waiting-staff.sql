select 'data_request', 'open', 'chief', count(*)::integer from public.data_requests
  where (select rights.has_role('chief')) and status in ('open', 'confirming') having count(*) > 0
union all
select 'data_incident', 'running', 'chief', count(*)::integer from public.data_incidents
  where (select rights.has_role('chief')) and closed_at is null and commission_notified_at is null having count(*) > 0;
