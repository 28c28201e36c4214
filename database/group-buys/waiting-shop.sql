select 'group_buy', status, 'shop', count(*)::integer from public.group_buys
  where vendor_id = (select rights.my_vendor_id()) and (status in ('confirmed', 'ready') or (status = 'settling' and paid_participants > 0)) group by status;
