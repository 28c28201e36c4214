create function realtime.post(envelope jsonb) returns void language plpgsql security definer set search_path = '' as $$
declare
  parcel uuid;
begin
  if pg_catalog.octet_length(envelope::text) < 7900 then
    perform realtime.announce('realtime_broadcasts', array[envelope::text]);
    return;
  end if;
  delete from realtime.large_messages where created_at < pg_catalog.clock_timestamp() - interval '1 minute';
  insert into realtime.large_messages (content) values (envelope::text) returning id into parcel;
  perform realtime.announce('realtime_broadcasts', array[pg_catalog.jsonb_build_object('parcel', parcel)::text]);
end
$$;
comment on function realtime.post(jsonb) is 'Sends an envelope to every process at commit. For the server; other callers use realtime.send.';

create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql security definer set search_path = '' as $$
declare
  message uuid := pg_catalog.gen_random_uuid();
  content jsonb := payload;
  envelope text;
begin
  if pg_catalog.jsonb_typeof(content) = 'object' and not content ? 'id' then content := content || pg_catalog.jsonb_build_object('id', message); end if;
  insert into realtime.messages (id, topic, extension, event, private, payload)
  values (message, send.topic, 'broadcast', send.event, send.private, content);
  envelope := pg_catalog.jsonb_build_object('id', message, 'topic', topic, 'event', event, 'private', private, 'payload', content)::text;
  -- NOTIFY accepts less than 8000 bytes.
  if pg_catalog.octet_length(envelope) >= 7900 then envelope := pg_catalog.jsonb_build_object('stored', message)::text; end if;
  perform realtime.announce('realtime_broadcasts', array[envelope]);
exception when others then
  raise warning 'A message was not sent: %', sqlerrm;
end
$$;
comment on function realtime.send(jsonb, text, text, boolean) is 'Broadcasts a message to everyone in a channel, at commit, and stores it for a day. A message that cannot be sent is a warning, so that the caller''s own work is not lost.';

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text default 'ROW')
returns void language plpgsql security definer set search_path = '' as $$
begin
  if level = 'STATEMENT' then raise exception 'Only triggers for each row can broadcast changes'; end if;
  perform realtime.send(pg_catalog.jsonb_build_object('schema', table_schema, 'table', table_name, 'operation', operation,
    'record', pg_catalog.to_jsonb(new), 'old_record', pg_catalog.to_jsonb(old)), event_name, topic_name, true);
end
$$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is 'For row triggers: broadcasts the changed row to a private channel, with all its columns.';

create function realtime.topic() returns text language sql stable set search_path = '' as $$
  select nullif(pg_catalog.current_setting('realtime.topic', true), '')
$$;
comment on function realtime.topic() is 'The channel whose rights are asked, for policies on realtime.messages.';

create function realtime.topic_id(kind text) returns uuid language sql stable set search_path = '' as $$
  select case when realtime.topic() ~ ('^' || kind || ':[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
    then pg_catalog.split_part(realtime.topic(), ':', 2)::uuid end
$$;
comment on function realtime.topic_id(text) is 'The id in a topic such as "conversation:…" of the given kind; null for every other topic, and for another spelling of the same id.';

-- Runs with the rights of its caller. A policy that fails for a topic admits no one.
create function realtime.channel_rights(probes uuid[]) returns text[] language plpgsql set search_path = '' as $$
declare
  rights text[] := '{}';
  kind text;
begin
  begin
    select coalesce(pg_catalog.array_agg('read ' || m.extension), '{}') into rights from realtime.messages m where m.id = any (probes);
  exception when data_exception or insufficient_privilege then
    rights := '{}';
  end;
  foreach kind in array array['broadcast', 'presence'] loop
    begin
      insert into realtime.messages (topic, extension, private) values (realtime.topic(), kind, true);
      rights := rights || ('write ' || kind);
    exception when data_exception or insufficient_privilege then
      null;
    end;
  end loop;
  return rights;
end
$$;
comment on function realtime.channel_rights(uuid[]) is 'Which extensions of the channel realtime.topic() the caller reads and writes. The probes are rows of that channel; the caller rolls back.';

create function realtime.delete_old_messages() returns integer language plpgsql security definer set search_path = '' as $$
declare
  deleted integer;
begin
  delete from realtime.messages where id = any (array(select m.id from realtime.messages m
    where m.inserted_at < pg_catalog.clock_timestamp() - interval '1 day' order by m.inserted_at limit 5000 for update skip locked));
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function realtime.delete_old_messages() is 'Deletes at most 5,000 messages that are older than a day, and returns their number.';

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
    -- Notifies the process on this connection, once per transaction, that there are announcements to send after the commit.
    raise notice 'announcements wait' using errcode = '01RT1';
    perform pg_catalog.set_config('realtime.after_commit', 'told', true);
  end if;
end
$$;
comment on function realtime.announce(text, text[]) is 'Announces at commit, or queues announcements for sending after the commit if `realtime.after_commit` is set. For triggers and functions that run as the owner.';

-- Forces index scans: with its small estimate, PostgreSQL would read the whole table, dead rows included. Those settings inflate
-- the cost of plans, which would trigger JIT compilation.
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
  -- Transaction ids start over in a restored copy of a database.
  if settled is null or settled > pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot()) then
    settled := '0';
    noted_at := null;
  end if;
  if not exists (select from realtime.outbox o where o.xid >= settled) then return 0; end if;
  -- Serialises senders, so that a later change of a row is never sent before an earlier one.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('realtime.outbox'));
  -- Read before the statement below takes its snapshot, which therefore includes every transaction that has ended by now.
  ended := pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot());
  for waiting in
    with taken as (delete from realtime.outbox o where o.xid >= settled returning o.id, o.channel, o.payloads)
    select t.channel, p.payload from taken t, pg_catalog.unnest(t.payloads) with ordinality p (payload, place) order by t.id, p.place
  loop
    -- The WAL up to this position contains every change that is about to be announced.
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
comment on function realtime.send_announcements() is 'Sends the announcements of committed transactions by NOTIFY and returns their number. Writes only unlogged tables, so its commit waits for neither disk nor standby.';

-- Announcements are delivered in the order of their commits: a process that receives its own mark has received everything
-- committed before it.
create function realtime.announce_mark(mark text) returns void language sql security definer set search_path = '' as $$
  select realtime.announce('announcement_marks', array[mark]);
$$;
comment on function realtime.announce_mark(text) is 'Announces a mark: a process that receives it has received everything committed before.';
