select 'contact', status, 'overseer', count(*)::integer from public.contact_messages
  where (select rights.has_role('manager', 'coordinator', 'chief')) and status = 'new' group by status;
