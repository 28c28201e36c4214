select 'order', status, 'chief', count(*)::integer from public.orders
  where (select rights.has_role('chief')) and status = 'refunding' group by status;
