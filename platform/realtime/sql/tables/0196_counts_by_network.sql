-- Only a few members of one network count, over all processes. The rows are of open pages: those of now are told again in seconds.
truncate realtime.room_counts;
alter table realtime.room_counts drop constraint room_counts_pkey;
alter table realtime.room_counts add column network text not null;
alter table realtime.room_counts add primary key (channel, process, network);
comment on table realtime.room_counts is 'Members of counted channels, one row per process and network that has some.';
comment on column realtime.room_counts.network is 'Digest of the channel and of the group of the clients'' addresses.';
