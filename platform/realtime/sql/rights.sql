grant select on realtime.large_messages to service_role;

grant select, insert, update, delete on realtime.processes to service_role;

grant select, insert, update, delete on realtime.presences to service_role;

grant execute on function realtime.send(jsonb, text, text, boolean) to service_role;
grant execute on function realtime.send_announcements() to service_role;
grant execute on function realtime.post(jsonb) to service_role;
grant execute on function realtime.announce_mark(text) to service_role;
