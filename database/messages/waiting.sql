select 'support', status, 'overseer', count(*)::integer from public.support_cases
  where (select rights.has_role('manager', 'coordinator', 'chief')) and (state is null or state in (select rights.supported_states()))
    and (status = 'new' or status = 'assigned' and assigned_to = (select auth.uid())) group by status;
