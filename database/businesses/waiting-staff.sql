select 'business', 'requested', 'overseer', count(*)::integer from public.businesses
  where (status = 'requested' or new_name is not null) and rights.oversees(state) having count(*) > 0;
