-- What the law on data protection (NDPA 2023) asks the market to answer and to write down.
create table public.data_requests (
  id uuid primary key default gen_random_uuid(),
  request_no bigint not null unique generated always as identity,
  kind text not null check (kind in ('access', 'correction', 'erasure', 'objection', 'withdrawal')),
  channel text not null check (channel in ('account', 'e-mail', 'phone', 'letter', 'in-person')),
  person_id uuid references public.profiles (id) on delete no action,
  requester text not null check (requester = trim(requester) and char_length(requester) between 1 and 200),
  details text not null default '' check (char_length(details) <= 2000),
  received_on date not null,
  extended_to date check (extended_to between received_on + 31 and received_on + 60),
  extension_reason text check (char_length(extension_reason) between 10 and 500),
  due_on date not null generated always as (coalesce(extended_to, received_on + 30)) stored,
  -- confirming: one chief has agreed to erase, another one has to.
  status text not null default 'open' check (status in ('open', 'confirming', 'fulfilled', 'refused')),
  handler_id uuid references public.profiles (id) on delete no action,
  opened_by uuid not null references public.profiles (id) on delete no action,
  agreed_by uuid references public.profiles (id) on delete no action,
  agreed_at timestamptz,
  closed_by uuid references public.profiles (id) on delete no action,
  closed_at timestamptz,
  outcome text check (char_length(outcome) between 3 and 2000),
  created_at timestamptz not null default clock_timestamp(),
  constraint extended_with_a_reason check ((extended_to is null) = (extension_reason is null)),
  constraint agreed_as_a_whole check ((agreed_by is null) = (agreed_at is null)),
  constraint closed_as_a_whole check (num_nonnulls(closed_by, closed_at, outcome) = case when status in ('fulfilled', 'refused') then 3 else 0 end)
);
comment on table public.data_requests is 'Requests of people about their data, by whichever way they came. Answered within 30 days, or 60 with a reason.';
comment on column public.data_requests.due_on is 'Counted in days of Lagos, which received_on is.';
comment on column public.data_requests.opened_by is 'Staff, or the person themselves, whose own presses are fulfilled at once.';
create index data_requests_open on public.data_requests (due_on, id) where status in ('open', 'confirming');
create index data_requests_closed on public.data_requests (closed_at desc, id) where closed_at is not null;
create index data_requests_of_person on public.data_requests (person_id, received_on) where person_id is not null;
create index data_requests_opened_by on public.data_requests (opened_by);
alter table public.data_requests enable row level security;

create table public.data_exports (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references public.data_requests (id) on delete no action,
  person_id uuid not null references public.profiles (id) on delete no action,
  made_by uuid not null references public.profiles (id) on delete no action,
  made_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '7 days',
  taken_by uuid references public.profiles (id) on delete no action,
  taken_at timestamptz,
  constraint taken_by_somebody check ((taken_by is null) = (taken_at is null))
);
comment on table public.data_exports is 'A person''s file that a chief may download once, on their behalf. The file is made then and not kept.';
create index data_exports_of_request on public.data_exports (request_id);
create index data_exports_of_person on public.data_exports (person_id);
create index data_exports_made_by on public.data_exports (made_by);
alter table public.data_exports enable row level security;

create table public.data_incidents (
  id uuid primary key default gen_random_uuid(),
  incident_no bigint not null unique generated always as identity,
  title text not null check (title = trim(title) and char_length(title) between 3 and 120),
  discovered_at timestamptz not null,
  what_happened text not null check (char_length(what_happened) between 3 and 4000),
  data_affected text not null check (char_length(data_affected) between 3 and 1000),
  people_affected integer not null check (people_affected between 0 and 100000000),
  is_high_risk boolean not null,
  measures text not null default '' check (char_length(measures) <= 4000),
  commission_notified_at timestamptz check (commission_notified_at >= discovered_at),
  people_notified_at timestamptz check (people_notified_at >= discovered_at),
  opened_by uuid not null references public.profiles (id) on delete no action,
  opened_at timestamptz not null default clock_timestamp(),
  closed_by uuid references public.profiles (id) on delete no action,
  closed_at timestamptz,
  constraint incident_closed_as_a_whole check ((closed_by is null) = (closed_at is null))
);
comment on table public.data_incidents is 'Personal data lost, leaked or changed. The commission is told within 72 hours of the discovery (section 40), people at once if the risk is high.';
create index data_incidents_open on public.data_incidents (discovered_at) where closed_at is null;
create index data_incidents_newest on public.data_incidents (discovered_at desc, id);
create index data_incidents_opened_by on public.data_incidents (opened_by);
alter table public.data_incidents enable row level security;

-- Facts for auditors; null until they are known.
-- The guards of an installed market refuse unknown keys and times in the past.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values
  ('data_officer_name', 'null', '-infinity', 'Name of the data protection officer'),
  ('data_officer_email', 'null', '-infinity', 'E-mail address of the data protection officer'),
  ('data_registration_number', 'null', '-infinity', 'Number of the registration with the commission'),
  ('data_registered_on', 'null', '-infinity', 'Day of the registration with the commission'),
  ('data_registered_until', 'null', '-infinity', 'Last day of the registration with the commission'),
  ('data_audit_return_on', 'null', '-infinity', 'Day of the last audit return');
alter table public.settings enable trigger user;
