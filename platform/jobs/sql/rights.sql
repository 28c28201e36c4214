grant select, insert, update, delete on jobs.queue to service_role;

grant select, insert, update, delete on jobs.schedules to service_role;

grant execute on function jobs.cancel(text) to service_role, auth_admin;
grant execute on function jobs.enqueue(text, jsonb, timestamp with time zone, text) to service_role, auth_admin;
grant execute on function jobs.enqueue_due_schedules(text[]) to service_role;
