-- A person whom staff keep out of the market for a time. Their orders, money and shop are not touched.
create table public.account_suspensions (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.profiles (id) on delete no action,
  reason text not null check (reason = trim(reason) and char_length(reason) between 10 and 500),
  suspended_by uuid not null references public.profiles (id) on delete no action,
  suspended_at timestamptz not null default clock_timestamp(),
  ended_by uuid references public.profiles (id) on delete no action,
  ended_at timestamptz,
  end_reason text check (end_reason = trim(end_reason) and char_length(end_reason) between 10 and 500),
  constraint ended_as_a_whole check (num_nonnulls(ended_by, ended_at, end_reason) in (0, 3))
);
comment on table public.account_suspensions is 'While a row is open, the login is banned (auth.users.banned_until): no session, no table, no command, no payout.';
comment on column public.account_suspensions.reason is 'Shown to the person at sign-in and by mail.';
create unique index one_suspension_at_a_time on public.account_suspensions (person_id) where ended_at is null;
create index account_suspensions_of_person on public.account_suspensions (person_id, suspended_at);
create index account_suspensions_by on public.account_suspensions (suspended_by);
alter table public.account_suspensions enable row level security;
