select 'uncollected', 'open', 'overseer', count(*)::integer from public.uncollected where closed_at is null and vendor_id in (select rights.overseen_vendor_ids()) having count(*) > 0;
