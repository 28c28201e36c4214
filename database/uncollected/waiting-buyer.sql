select 'uncollected', 'open', 'buyer', count(*)::integer from public.uncollected where closed_at is null and buyer_id = (select auth.uid()) having count(*) > 0;
