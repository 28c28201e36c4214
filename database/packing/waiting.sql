select 'shortfall', 'waiting', 'shop', count(*)::integer from public.short_deliveries
  where status = 'waiting' and vendor_id = (select rights.my_vendor_id()) and not by_shop and contested_at is null and may_answer having count(*) > 0
union all
select 'shortfall', 'contested', 'overseer', count(*)::integer from public.short_deliveries
  where status = 'waiting' and vendor_id in (select rights.overseen_vendor_ids()) and (by_shop or contested_at is not null) and may_answer having count(*) > 0;
