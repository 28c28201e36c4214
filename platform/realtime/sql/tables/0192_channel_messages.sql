-- Messages of channels. Policies on this table decide who may use private channels, so it is also the place where rights are asked.
-- Unlogged: what is lost with a crash of the database is a day of messages that could be replayed.
create unlogged table realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null check (length(topic) between 1 and 1000),
  extension text not null check (extension in ('broadcast', 'presence')),
  payload jsonb,
  event text,
  private boolean not null default false,
  inserted_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
comment on table realtime.messages is 'Broadcasts that were sent in SQL, stored for a day. Policies for the extensions "broadcast" and "presence" decide who reads (select) and writes (insert) a private channel, which realtime.topic() names.';
create index messages_inserted_at on realtime.messages (inserted_at);
create index messages_to_replay on realtime.messages (topic, inserted_at) where private;
alter table realtime.messages enable row level security;

-- Rooms in which only the number of members is told.
create unlogged table realtime.room_counts (
  channel text,
  process uuid,
  members integer not null check (members > 0),
  primary key (channel, process)
);
comment on table realtime.room_counts is 'Members of counted channels, one row per process that has some.';
create index room_counts_process on realtime.room_counts (process);
alter table realtime.room_counts enable row level security;

-- People ask whether policies admit them to a channel; each function and table still names who may use it.
grant usage on schema realtime to anon, authenticated;
