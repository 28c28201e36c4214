-- What live screens need from the database: changed rows announce their key, messages and presence cross processes.
-- Only keys travel: each watcher's process reads the row again under the watcher's own rights.
create schema realtime;

comment on schema realtime is 'Live channels: change announcements, broadcasts, presence.';

grant usage on schema realtime to service_role;

-- What is too long for NOTIFY waits here for the few moments that the other processes need to fetch it.
create unlogged table realtime.large_messages (
  id uuid primary key default gen_random_uuid(),
  content text not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table realtime.large_messages is 'Broadcasts too long for NOTIFY, kept for about a minute.';
create index large_messages_created_at on realtime.large_messages (created_at);
alter table realtime.large_messages enable row level security;

-- Presence is soft state: it may be lost with a crash of the database and clients bring it back when they rejoin.
create unlogged table realtime.processes (
  id uuid primary key,
  seen_at timestamptz not null default clock_timestamp()
);
comment on table realtime.processes is 'Server processes that hold presences; one not seen for a while takes its presences with it.';
alter table realtime.processes enable row level security;

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
alter table realtime.presences enable row level security;

-- PostgreSQL lets transactions that NOTIFY commit one after another, each as long as its commit waits for the disk or a standby. A process that sends
-- announcements on (realtime.send_announcements) says so in its transactions: there they wait in a table until the transaction has committed.
-- Whoever does not say so, such as psql or an earlier version, notifies as ever.
create unlogged table realtime.outbox (
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  channel text not null,
  payloads text[] not null
) with (autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0,
  vacuum_truncate = off
);
comment on table realtime.outbox is 'What committed transactions announce, for the moment until a process sends it on. A crash of the database empties it, and ends every connection that listens.';
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

-- PostgreSQL 15 makes the numbers of an unlogged table unlogged too, and a standby that is promoted cannot read such a sequence.
alter sequence realtime.outbox_id_seq set logged;
