select 'order', status, 'buyer', count(*)::integer from public.orders
  where user_id = (select auth.uid()) and status in ('pending', 'ready') group by status
union all
select 'order', status, 'shop', count(*)::integer from public.orders
  where vendor_id = (select rights.my_vendor_id()) and (status = 'pending' or (status = 'paid' and group_buy_id is null)) group by status
union all
select 'order', status, 'chief', count(*)::integer from public.orders
  where (select rights.has_role('chief')) and status = 'refunding' group by status;
