select 'staff_call', 'due', 'overseer', count(*)::integer from public.due_calls(100) having count(*) > 0;
