select 'support', status, 'overseer', count(*)::integer from public.support_cases
  where (select rights.has_role('manager', 'coordinator', 'chief')) and (state is null or state in (select rights.supported_states()))
    and (conversation_id is null or conversation_id not in (select rights.my_conversation_ids()))
    and (contact_id is null or contact_id not in (select m.id from public.contact_messages m where m.person_id = (select auth.uid())))
    and (status = 'new' or status = 'assigned' and assigned_to = (select auth.uid())) group by status
union all
select 'report', status, 'overseer', count(*)::integer from public.message_reports r
  where status = 'open' and writer_id is distinct from (select auth.uid()) and reporter_id is distinct from (select auth.uid())
    and ((select rights.has_role('coordinator', 'chief')) or (select rights.has_role('manager')) and state in (select rights.supported_states())) group by status;
