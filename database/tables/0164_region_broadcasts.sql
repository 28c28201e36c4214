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

-- A shop that a buyer has blocked writes to them only about an open order.
create table public.shop_blocks (
  person_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  vendor_id uuid not null references public.vendors (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (person_id, vendor_id)
);
comment on table public.shop_blocks is 'Shops whose messages a buyer does not want, unless they are about an open order.';
create index shop_blocks_of_shop on public.shop_blocks (vendor_id);
alter table public.shop_blocks enable row level security;

create table public.message_reports (
  id uuid primary key default gen_random_uuid(),
  message_id uuid references public.messages (id) on delete cascade,
  buy_broadcast_id uuid references public.buy_broadcasts (id) on delete cascade,
  reporter_id uuid references public.profiles (id) on delete set null,
  writer_id uuid references public.profiles (id) on delete set null,
  state text references public.nigerian_states (name) on delete no action,
  text text not null check (char_length(text) between 1 and 5000),
  reason text not null check (char_length(trim(reason)) between 5 and 500),
  created_at timestamptz not null default clock_timestamp(),
  decision text check (decision in ('nothing', 'hidden', 'warned')),
  decision_reason text check (char_length(trim(decision_reason)) between 5 and 500),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  status text not null generated always as (case when decided_at is null then 'open' else 'decided' end) stored,
  constraint reports_one_text check (num_nonnulls(message_id, buy_broadcast_id) = 1),
  constraint decided_with_reason check (num_nonnulls(decision, decision_reason, decided_at) in (0, 3))
);
comment on table public.message_reports is 'Reports of a message of somebody else: its text at that time, and what staff decided.';
comment on column public.message_reports.state is 'State of the shop that it concerns. Null: coordinators and chiefs decide.';
create unique index one_report_of_message on public.message_reports (reporter_id, message_id) where message_id is not null;
create unique index one_report_of_broadcast on public.message_reports (reporter_id, buy_broadcast_id) where buy_broadcast_id is not null;
create index message_reports_open on public.message_reports (created_at, id) where decided_at is null;
create index message_reports_decided on public.message_reports (decided_at desc, id) where decided_at is not null;
create index message_reports_of_message on public.message_reports (message_id) where message_id is not null;
create index message_reports_of_broadcast on public.message_reports (buy_broadcast_id) where buy_broadcast_id is not null;
create index message_reports_of_writer on public.message_reports (writer_id) where writer_id is not null;
create index message_reports_of_decider on public.message_reports (decided_by) where decided_by is not null;
create index message_reports_of_state on public.message_reports (state) where state is not null;
alter table public.message_reports enable row level security;
