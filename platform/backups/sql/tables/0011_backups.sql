-- When a copy of everything was last taken and read again, so that a watch can tell how old it is.
create table site.backups (
  taken_at timestamptz primary key,
  stored_at timestamptz not null default now(),
  bytes bigint not null check (bytes > 0),
  seconds numeric not null check (seconds >= 0),
  place text not null check (char_length(place) between 1 and 1000)
);
comment on table site.backups is 'Written by the owner alone: one row for each backup that was written and read again. A restored database knows those before its own.';
comment on column site.backups.taken_at is 'The moment that the backup shows.';
alter table site.backups enable row level security;
