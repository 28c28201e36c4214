select 'order', status, 'shop', count(*)::integer from public.orders
  where vendor_id = (select rights.my_vendor_id()) and (status = 'pending' and is_live or (status = 'paid' and group_buy_id is null)) group by status;
