select 'uncollected', 'open', 'overseer', count(*)::integer from public.uncollected where closed_at is null and vendor_id in (select rights.overseen_vendor_ids()) having count(*) > 0
union all
select 'uncollected', 'open', 'buyer', count(*)::integer from public.uncollected where closed_at is null and buyer_id = (select auth.uid()) having count(*) > 0
union all
select 'uncollected', 'open', 'shop', count(*)::integer from public.held_goods where opened_at is not null
  and (vendor_id = (select rights.my_vendor_id())) having count(*) > 0;
