-- PostgreSQL lets transactions that NOTIFY commit one after another, each as long as its commit waits for the disk or a standby. A process that sends
-- announcements on (realtime.send_announcements) says so in its transactions: there they wait in a table until the transaction has committed.
-- Whoever does not say so, such as psql or an earlier version, notifies as ever.
create unlogged table realtime.outbox (
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  channel text not null,
  payloads text[] not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0, vacuum_truncate = off);
comment on table realtime.outbox is
  'What committed transactions announce, for the moment until a process sends it on. A crash of the database empties it, and ends every connection that listens.';
comment on column realtime.outbox.id is 'Taken after the changed row is locked, so two changes of one row have theirs in the order in which they happen.';
create index outbox_by_xid on realtime.outbox (xid);
alter table realtime.outbox enable row level security;

-- Rows that are sent stay behind as dead ones while a long read anywhere needs its old view of the database. Nobody walks through them again.
create unlogged table realtime.outbox_position (
  is_only boolean primary key default true check (is_only),
  settled xid8 not null,
  noted_at timestamptz not null
);
comment on table realtime.outbox_position is 'All transactions before `settled` have ended, and what they announced is sent. Noted once a second.';
alter table realtime.outbox_position enable row level security;

create function realtime.announce(channel text, payloads text[]) returns void language plpgsql set search_path = '' as $$
declare
  mode text := pg_catalog.current_setting('realtime.after_commit', true);
begin
  if mode is null or mode = '' then
    perform pg_catalog.pg_notify(announce.channel, p.payload) from pg_catalog.unnest(announce.payloads) p (payload);
    return;
  end if;
  insert into realtime.outbox (channel, payloads) values (announce.channel, announce.payloads);
  if mode = 'on' then
    -- Tells the process on this connection, once a transaction, that there is something to send after the commit.
    raise notice 'announcements wait' using errcode = '01RT1';
    perform pg_catalog.set_config('realtime.after_commit', 'told', true);
  end if;
end
$$;
comment on function realtime.announce(text, text[]) is
  'Announces at commit, or after it where `realtime.after_commit` says that somebody sends it on. For triggers and functions that run as the owner.';

-- By index, however small the table seems: else PostgreSQL reads all of it, dead rows too. That setting makes plans look dear, and compiling them would be.
create function realtime.send_announcements() returns integer language plpgsql security definer
set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
declare
  settled xid8;
  noted_at timestamptz;
  ended xid8;
  waiting record;
  sent integer := 0;
begin
  select p.settled, p.noted_at into settled, noted_at from realtime.outbox_position p where p.is_only;
  -- A restored copy of a database counts its transactions anew.
  if settled is null or settled > pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot()) then
    settled := '0';
    noted_at := null;
  end if;
  if not exists (select from realtime.outbox o where o.xid >= settled) then return 0; end if;
  -- One after the other, so that a later change of a row is never sent before an earlier one.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('realtime.outbox'));
  -- Read before the statement below sees its rows: whatever had ended by now is among them.
  ended := pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot());
  for waiting in
    with taken as (delete from realtime.outbox o where o.xid >= settled returning o.id, o.channel, o.payloads)
    select t.channel, p.payload from taken t, pg_catalog.unnest(t.payloads) with ordinality p (payload, place) order by t.id, p.place
  loop
    -- The log up to here holds every change that is about to be announced.
    if sent = 0 then perform pg_catalog.pg_notify('log_position', pg_catalog.pg_current_wal_insert_lsn()::text); end if;
    perform pg_catalog.pg_notify(waiting.channel, waiting.payload);
    sent := sent + 1;
  end loop;
  if noted_at is null or noted_at < pg_catalog.clock_timestamp() - interval '1 second' then
    insert into realtime.outbox_position (settled, noted_at) values (ended, pg_catalog.clock_timestamp())
    on conflict (is_only) do update set settled = excluded.settled, noted_at = excluded.noted_at;
  end if;
  return sent;
end
$$;
comment on function realtime.send_announcements() is
  'Sends on what committed transactions announce, by NOTIFY, and returns how many there were. It writes to nothing that is logged, so its commit waits for no disk and no standby.';
grant execute on function realtime.send_announcements() to service_role;

create or replace function realtime.announce_change() returns trigger language plpgsql security definer set search_path = '' as $$
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
    perform realtime.announce('realtime_changes', array[announcement]);
  end if;
  return null;
end
$$;

create or replace function realtime.announce_new_rows() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  said text := pg_catalog.rtrim(pg_catalog.jsonb_build_object('schema', tg_table_schema, 'table', tg_table_name, 'type', 'INSERT', 'old_key', null, 'at', pg_catalog.now())::text, '}');
begin
  perform realtime.announce('realtime_changes', pg_catalog.array_agg(said || ', "key": {"id": ' || pg_catalog.to_jsonb(f.id) || '}}')) from fresh f having count(*) > 0;
  return null;
end
$$;

create or replace function realtime.announce_moved_rows() returns trigger language plpgsql security definer set search_path = '' set enable_hashjoin = on as $$
declare
  said text := pg_catalog.rtrim(pg_catalog.jsonb_build_object('schema', tg_table_schema, 'table', tg_table_name, 'type', 'UPDATE', 'at', pg_catalog.now())::text, '}');
begin
  perform realtime.announce('realtime_changes',
    pg_catalog.array_agg(said || ', "key": {"id": ' || pg_catalog.to_jsonb(f.id) || '}, "old_key": {"id": ' || pg_catalog.to_jsonb(f.id) || '}}'))
  from fresh f left join former o on o.id = f.id where (f operator(pg_catalog.*=) o) is not true having count(*) > 0;
  return null;
end
$$;

create or replace function realtime.announce_table() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.announce('table_changes', array[tg_table_schema || '.' || tg_table_name]);
  return null;
end
$$;

create or replace function realtime.post(envelope jsonb) returns void language plpgsql security definer set search_path = '' as $$
declare
  parcel uuid;
begin
  if pg_catalog.octet_length(envelope::text) < 7900 then
    perform realtime.announce('realtime_broadcasts', array[envelope::text]);
    return;
  end if;
  delete from realtime.parcels where created_at < pg_catalog.clock_timestamp() - interval '1 minute';
  insert into realtime.parcels (content) values (envelope::text) returning id into parcel;
  perform realtime.announce('realtime_broadcasts', array[pg_catalog.jsonb_build_object('parcel', parcel)::text]);
end
$$;
