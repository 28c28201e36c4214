-- announce_change for the rows that one statement inserts.
create function realtime.announce_new_rows() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('realtime_changes', pg_catalog.jsonb_build_object('schema', tg_table_schema, 'table', tg_table_name, 'type', 'INSERT',
    'key', pg_catalog.jsonb_build_object('id', f.id), 'old_key', null, 'at', pg_catalog.now())::text) from fresh f;
  return null;
end
$$;
comment on function realtime.announce_new_rows() is
  'For AFTER INSERT statement triggers, with the new table as "fresh", on tables that people watch live and whose primary key is "id".';
