create function realtime.announce_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  names text[] := tg_argv;
  fresh jsonb := case when tg_op <> 'DELETE' then pg_catalog.to_jsonb(new) end;
  former jsonb := case when tg_op <> 'INSERT' then pg_catalog.to_jsonb(old) end;
  key jsonb;
  old_key jsonb;
  announcement text;
begin
  if tg_op = 'UPDATE' and fresh = former then return null; end if;
  if coalesce(pg_catalog.cardinality(names), 0) = 0 then
    select pg_catalog.array_agg(a.attname::text order by a.attnum) into names
    from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = tg_relid and i.indisprimary;
  end if;
  select pg_catalog.jsonb_object_agg(n, fresh -> n), pg_catalog.jsonb_object_agg(n, former -> n) into key, old_key
  from pg_catalog.unnest(names) n;
  announcement := pg_catalog.jsonb_build_object('schema', tg_table_schema, 'table', tg_table_name, 'type', tg_op,
    'key', case when fresh is not null then key end, 'old_key', case when former is not null then old_key end, 'at', pg_catalog.now())::text;
  -- NOTIFY accepts less than 8000 bytes; a write must not fail because its announcement is too long.
  if key is not null and pg_catalog.octet_length(announcement) < 7900 then
    perform realtime.announce('realtime_changes', array[announcement]);
  end if;
  return null;
end
$$;
comment on function realtime.announce_change() is 'For AFTER row triggers on tables that clients watch. Arguments name the key columns; without any, the primary key is used.';

-- Serialises what the rows of a statement have in common once.
create function realtime.announce_new_rows() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  said text := pg_catalog.rtrim(pg_catalog.jsonb_build_object('schema', tg_table_schema, 'table', tg_table_name, 'type', 'INSERT', 'old_key', null, 'at', pg_catalog.now())::text, '}');
begin
  perform realtime.announce('realtime_changes', pg_catalog.array_agg(said || ', "key": {"id": ' || pg_catalog.to_jsonb(f.id) || '}}')) from fresh f having count(*) > 0;
  return null;
end
$$;
comment on function realtime.announce_new_rows() is 'For AFTER INSERT statement triggers, with the new table as "fresh", on tables that clients watch and whose primary key is "id".';

-- Like announce_change, for the rows that one statement updates. enable_hashjoin overrides planner settings of the caller.
create function realtime.announce_moved_rows() returns trigger language plpgsql security definer set search_path = '' set enable_hashjoin = on as $$
declare
  said text := pg_catalog.rtrim(pg_catalog.jsonb_build_object('schema', tg_table_schema, 'table', tg_table_name, 'type', 'UPDATE', 'at', pg_catalog.now())::text, '}');
begin
  perform realtime.announce('realtime_changes',
    pg_catalog.array_agg(said || ', "key": {"id": ' || pg_catalog.to_jsonb(f.id) || '}, "old_key": {"id": ' || pg_catalog.to_jsonb(f.id) || '}}'))
  from fresh f left join former o on o.id = f.id where (f operator(pg_catalog.*=) o) is not true having count(*) > 0;
  return null;
end
$$;
comment on function realtime.announce_moved_rows() is 'For AFTER UPDATE statement triggers, with the tables "former" and "fresh", on tables that clients watch and whose primary key is "id" and never changes.';
