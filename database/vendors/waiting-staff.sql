select 'vendor', status, 'overseer', count(*)::integer from public.vendors
  where id in (select rights.overseen_vendor_ids()) and status = 'pending' group by status
union all
select 'shop_change', status, 'overseer', count(*)::integer from public.shop_changes
  where vendor_id in (select rights.overseen_vendor_ids()) and status = 'open' group by status;
