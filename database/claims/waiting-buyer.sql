select 'claim', status, 'buyer', count(*)::integer from public.claims where buyer_id = (select auth.uid()) and status = 'offered' group by status;
