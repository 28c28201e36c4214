select 'quantity_request', status, 'shop', count(*)::integer from public.quantity_requests
  where group_buy_id in (select g.id from public.group_buys g where g.vendor_id = (select rights.my_vendor_id())) and status = 'open' group by status;
