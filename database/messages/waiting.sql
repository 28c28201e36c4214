select 'support', status, 'overseer', count(*)::integer from public.support_cases
  where (select rights.has_role('manager', 'coordinator', 'chief')) and (state is null or state in (select rights.supported_states()))
    and (status = 'new' or status = 'assigned' and assigned_to = (select auth.uid())) group by status
union all select 'report', status, 'overseer', count(*)::integer from public.message_reports r
  where status = 'open' and ((select rights.has_role('coordinator', 'chief')) or (select rights.has_role('manager')) and state in (select rights.supported_states())) group by status;
