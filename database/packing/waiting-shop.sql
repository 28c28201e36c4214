select 'shortfall', 'waiting', 'shop', count(*)::integer from public.short_deliveries
  where status = 'waiting' and vendor_id = (select rights.my_vendor_id()) and not by_shop and contested_at is null and may_answer having count(*) > 0;
