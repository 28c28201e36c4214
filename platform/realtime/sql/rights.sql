grant select on realtime.large_messages to service_role;

grant select, insert, update, delete on realtime.processes to service_role;

grant select, insert, update, delete on realtime.presences to service_role;

grant execute on function realtime.send(jsonb, text, text, boolean) to service_role;
grant execute on function realtime.send_announcements() to service_role;
grant execute on function realtime.post(jsonb) to service_role;
grant execute on function realtime.announce_mark(text) to service_role;
grant execute on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) to service_role;
grant execute on function realtime.delete_old_messages() to service_role;
grant select, insert on realtime.messages to service_role;
grant select, insert, update, delete on realtime.room_counts to service_role;

-- People have these rights for the question whether policies admit them; no API exposes this schema.
grant select on realtime.messages to anon, authenticated;
grant insert (topic, extension, private) on realtime.messages to anon, authenticated;
grant execute on function realtime.topic() to anon, authenticated, service_role;
grant execute on function realtime.topic_id(text) to anon, authenticated, service_role;
grant execute on function realtime.channel_rights(uuid[]) to anon, authenticated, service_role;
