select 'order', status, 'buyer', count(*)::integer from public.orders
  where user_id = (select auth.uid()) and status in ('pending', 'ready') group by status;
