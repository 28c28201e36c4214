select 'claim', status, 'overseer', count(*)::integer from public.claims
  where vendor_id in (select rights.overseen_vendor_ids()) and status in ('disputed', 'proposed') group by status
union all
select 'claim', status, 'chief', count(*)::integer from public.claims where (select rights.has_role('chief')) and status = 'appealed' group by status
union all
select 'lot', status, 'overseer', count(*)::integer from public.lot_incidents
  where vendor_id in (select rights.overseen_vendor_ids()) and status = 'open' group by status
union all
select 'lot', status, 'chief', count(*)::integer from public.lot_incidents where (select rights.has_role('chief')) and status = 'appealed' group by status;
