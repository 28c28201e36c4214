-- What rows of one statement have in common is written once.
create or replace function realtime.announce_new_rows() returns trigger language plpgsql set search_path = '' as $$
declare
  said text := pg_catalog.rtrim(pg_catalog.jsonb_build_object('schema', tg_table_schema, 'table', tg_table_name, 'type', 'INSERT', 'old_key', null, 'at', pg_catalog.now())::text, '}');
begin
  perform pg_catalog.pg_notify('realtime_changes', said || ', "key": {"id": ' || pg_catalog.to_jsonb(f.id) || '}}') from fresh f;
  return null;
end
$$;

-- announce_change for the rows that one statement updates. Each is found in both lists at once, whatever the caller has told the planner of its own tables.
create function realtime.announce_moved_rows() returns trigger language plpgsql set search_path = '' set enable_hashjoin = on as $$
declare
  said text := pg_catalog.rtrim(pg_catalog.jsonb_build_object('schema', tg_table_schema, 'table', tg_table_name, 'type', 'UPDATE', 'at', pg_catalog.now())::text, '}');
begin
  perform pg_catalog.pg_notify('realtime_changes', said || ', "key": {"id": ' || pg_catalog.to_jsonb(f.id) || '}, "old_key": {"id": ' || pg_catalog.to_jsonb(f.id) || '}}')
  from fresh f left join former o on o.id = f.id where (f operator(pg_catalog.*=) o) is not true;
  return null;
end
$$;
comment on function realtime.announce_moved_rows() is
  'For AFTER UPDATE statement triggers, with the tables "former" and "fresh", on tables that people watch live and whose primary key is "id" and never changes.';
