-- What live screens need from the database: changed rows announce their key, messages and presence cross processes.
-- Only keys travel: each watcher's process reads the row again under the watcher's own rights.
create schema realtime;
comment on schema realtime is 'Live channels: change announcements, broadcasts, presence.';
grant usage on schema realtime to service_role;

create function realtime.announce_change() returns trigger language plpgsql set search_path = '' as $$
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
  -- NOTIFY takes less than 8000 bytes; a write must never fail for want of an audience.
  if key is not null and pg_catalog.octet_length(announcement) < 7900 then
    perform pg_catalog.pg_notify('realtime_changes', announcement);
  end if;
  return null;
end
$$;
comment on function realtime.announce_change() is
  'For AFTER row triggers on tables people watch live. Arguments name the key columns; without any, the primary key is used.';

-- What is too long for NOTIFY waits here for the few moments that the other processes need to fetch it.
create unlogged table realtime.parcels (
  id uuid primary key default gen_random_uuid(),
  content text not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table realtime.parcels is 'Broadcasts too long for NOTIFY, kept for about a minute.';
create index parcels_created_at on realtime.parcels (created_at);
alter table realtime.parcels enable row level security;
grant select on realtime.parcels to service_role;

create function realtime.post(envelope jsonb) returns void language plpgsql security definer set search_path = '' as $$
declare
  parcel uuid;
begin
  if pg_catalog.octet_length(envelope::text) < 7900 then
    perform pg_catalog.pg_notify('realtime_broadcasts', envelope::text);
    return;
  end if;
  delete from realtime.parcels where created_at < pg_catalog.clock_timestamp() - interval '1 minute';
  insert into realtime.parcels (content) values (envelope::text) returning id into parcel;
  perform pg_catalog.pg_notify('realtime_broadcasts', pg_catalog.jsonb_build_object('parcel', parcel)::text);
end
$$;
comment on function realtime.post(jsonb) is 'Hands an envelope to every process at commit. For the server; others call realtime.send.';

create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language sql security definer set search_path = '' as $$
  select realtime.post(pg_catalog.jsonb_build_object('topic', topic, 'event', event, 'private', private, 'payload', payload))
$$;
comment on function realtime.send(jsonb, text, text, boolean) is 'Broadcasts a message to everyone in a channel, at commit.';
grant execute on function realtime.post(jsonb) to service_role;
grant execute on function realtime.send(jsonb, text, text, boolean) to service_role;

-- Presence is soft state: it may be lost with a crash of the database and clients bring it back when they rejoin.
create unlogged table realtime.processes (
  id uuid primary key,
  seen_at timestamptz not null default clock_timestamp()
);
comment on table realtime.processes is 'Server processes that hold presences; one not seen for a while takes its presences with it.';
create unlogged table realtime.presences (
  ref text primary key,
  process uuid not null,
  channel text not null,
  key text not null,
  meta jsonb not null
);
comment on table realtime.presences is 'Who is present in which channel, one row per tracked connection.';
create index presences_channel on realtime.presences (channel);
create index presences_process on realtime.presences (process);
alter table realtime.processes enable row level security;
alter table realtime.presences enable row level security;
grant select, insert, update, delete on realtime.processes, realtime.presences to service_role;
