select 'claim', status, 'shop', count(*)::integer from public.claims where vendor_id = (select rights.my_vendor_id()) and status = 'open' group by status;
