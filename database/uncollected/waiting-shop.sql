select 'uncollected', 'open', 'shop', count(*)::integer from public.held_goods where opened_at is not null
  and (vendor_id = (select rights.my_vendor_id())) having count(*) > 0;
