select 'vendor', status, 'shop', count(*)::integer from public.vendors where owner_id = (select auth.uid()) and status = 'rejected' group by status;
