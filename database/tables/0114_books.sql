-- The operator's books: what the gateway has in its own, where the two differ, and what the nightly check found.
create table public.gateway_records (
  gateway text not null check (gateway in ('paystack', 'local')),
  kind text not null check (kind in ('payment', 'refund', 'payout', 'settlement')),
  id text not null check (char_length(id) between 1 and 100),
  reference text check (char_length(reference) <= 200),
  status text not null check (status in ('open', 'done', 'ended', 'reversed')),
  amount_kobo bigint not null check (amount_kobo between 0 and 99999999999999),
  fees_kobo bigint not null default 0 check (fees_kobo between 0 and 99999999999999),
  currency text not null default 'NGN',
  made_at timestamptz not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (gateway, kind, id)
);
comment on table public.gateway_records is 'The gateway''s own books, as it listed them last.';
comment on column public.gateway_records.reference is 'Of the payment or payout; of a refund its note, which is our id. Null: nothing of ours.';
comment on column public.gateway_records.amount_kobo is 'Of a settlement: what arrives at the bank.';
create index gateway_records_by_time on public.gateway_records (gateway, made_at);
create index gateway_records_by_reference on public.gateway_records (kind, reference);
create index gateway_records_open on public.gateway_records (gateway, made_at) where status = 'open';
alter table public.gateway_records enable row level security;

create table public.book_comparisons (
  id uuid primary key default gen_random_uuid(),
  gateway text not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  records integer not null check (records >= 0),
  differences integer not null check (differences >= 0),
  made_at timestamptz not null default clock_timestamp()
);
comment on table public.book_comparisons is 'When the gateway''s books were compared with the ledger, and for which days in Lagos.';
create index book_comparisons_newest on public.book_comparisons (made_at desc);
alter table public.book_comparisons enable row level security;

create table public.book_differences (
  id uuid primary key default gen_random_uuid(),
  gateway text not null,
  kind text not null check (kind in ('payment', 'refund', 'payout', 'settlement')),
  reference text not null check (char_length(reference) <= 200),
  fault text not null check (fault in ('missing_here', 'missing_there', 'doubled', 'wrong_sum', 'wrong_state', 'chargeback')),
  gateway_kobo bigint,
  ledger_kobo bigint,
  gateway_status text,
  happened_at timestamptz not null,
  found_at timestamptz not null default clock_timestamp(),
  cleared_at timestamptz,
  resolved_at timestamptz,
  resolved_by uuid references public.profiles (id) on delete no action,
  reason text check (char_length(reason) between 3 and 500),
  unique (gateway, kind, reference, fault),
  constraint resolved_with_a_reason check (num_nonnulls(resolved_at, resolved_by, reason) in (0, 3))
);
comment on table public.book_differences is 'Where the gateway and the ledger disagree, and chargebacks. Resolving one notes a reason and moves no money.';
comment on column public.book_differences.cleared_at is 'A later comparison no longer found it: it settled itself.';
create index book_differences_open on public.book_differences (found_at) where resolved_at is null and cleared_at is null;
alter table public.book_differences enable row level security;

create table public.audit_runs (
  id uuid primary key default gen_random_uuid(),
  cause text not null check (cause in ('night', 'requested')),
  requested_by uuid references public.profiles (id) on delete no action,
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz not null default clock_timestamp(),
  findings jsonb not null check (jsonb_typeof(findings) = 'array'),
  transfers bigint not null,
  chain text not null,
  chain_until timestamptz not null
);
comment on table public.audit_runs is 'What the check of L1 to L23 found (money.md 2).';
comment on column public.audit_runs.findings is 'By rule: its name, how many, and the first few.';
comment on column public.audit_runs.chain is 'Hash over all movements up to chain_until: the next run recomputes it, so that no row before can have changed or gone.';
create index audit_runs_newest on public.audit_runs (started_at desc);
alter table public.audit_runs enable row level security;
