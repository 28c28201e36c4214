-- Notices of staff to the buyers and shops of states. Recipients are rows, written by the job in batches.
create table public.region_broadcasts (
  id uuid primary key default gen_random_uuid(),
  author_id uuid references public.profiles (id) on delete set null,
  author_name text not null check (char_length(author_name) between 1 and 120),
  states text[] not null check (cardinality(states) between 1 and 37),
  audience text not null check (audience in ('all', 'open_orders', 'shops')),
  title text not null check (char_length(trim(title)) between 1 and 80),
  body text not null check (char_length(trim(body)) between 1 and 500),
  status text not null default 'scheduled' check (status in ('proposed', 'scheduled', 'sending', 'sent', 'withdrawn', 'refused')),
  expected integer not null default 0 check (expected >= 0),
  recipients integer not null default 0 check (recipients >= 0),
  delivered integer not null default 0 check (delivered >= 0),
  approver_id uuid references public.profiles (id) on delete set null,
  approver_name text check (char_length(approver_name) between 1 and 120),
  last_person_id uuid,
  all_listed boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  starts_at timestamptz,
  ended_at timestamptz,
  constraint never_approved_by_its_author check (approver_id is null or approver_id <> author_id)
);
comment on table public.region_broadcasts is 'One notice of staff to people of their states.';
comment on column public.region_broadcasts.audience is 'all: buyers and shops of the states. open_orders: buyers with an open order at a shop of the states. shops: owners of active shops there.';
comment on column public.region_broadcasts.status is 'proposed: waits for a second person. scheduled: starts at starts_at, and can be withdrawn until then.';
comment on column public.region_broadcasts.last_person_id is 'The last person in order of ids who was looked at while recipients were listed.';
create index region_broadcasts_newest on public.region_broadcasts (created_at desc, id);
create index region_broadcasts_of_author on public.region_broadcasts (author_id, created_at desc) where author_id is not null;
create index region_broadcasts_of_approver on public.region_broadcasts (approver_id) where approver_id is not null;
alter table public.region_broadcasts enable row level security;

create table public.region_broadcast_recipients (
  broadcast_id uuid not null references public.region_broadcasts (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  notified_at timestamptz,
  primary key (broadcast_id, person_id)
);
comment on table public.region_broadcast_recipients is 'Marked in the transaction that writes their notice, so each is told once.';
create index region_broadcast_recipients_left on public.region_broadcast_recipients (broadcast_id, person_id) where notified_at is null;
create index region_broadcast_recipients_of_person on public.region_broadcast_recipients (person_id);
alter table public.region_broadcast_recipients enable row level security;
