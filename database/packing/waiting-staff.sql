select 'shortfall', 'contested', 'overseer', count(*)::integer from public.short_deliveries
  where status = 'waiting' and vendor_id in (select rights.overseen_vendor_ids()) and (by_shop or contested_at is not null) and may_answer having count(*) > 0;
