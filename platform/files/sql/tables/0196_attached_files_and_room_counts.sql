-- A file that nothing names a day after it was uploaded was left by a form that was never sent. Those of before this release are not asked
-- about: what named them once may be a copy.
alter table storage.objects add column attached_at timestamptz default now();
alter table storage.objects alter column attached_at drop default;
comment on column storage.objects.attached_at is 'When something named the file first; null: nothing has. Set where the market attaches pictures.';
create index objects_unattached on storage.objects (bucket_id, created_at) where attached_at is null;

-- Only a few members of one network count, over all processes. The rows are of open pages: those of now are told again in seconds.
truncate realtime.room_counts;
alter table realtime.room_counts drop constraint room_counts_pkey;
alter table realtime.room_counts add column network text not null;
alter table realtime.room_counts add primary key (channel, process, network);
comment on table realtime.room_counts is 'Members of counted channels, one row per process and network that has some.';
comment on column realtime.room_counts.network is 'Digest of the channel and of the group of the clients'' addresses.';
