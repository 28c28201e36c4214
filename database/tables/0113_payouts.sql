-- Where vendors are paid out to. An account is never changed, only followed by another one; it has to stand for 48 hours before money goes there
-- (domain/payouts/bank-account.ts says the same), so that whoever gets hold of a session gains nothing before its owner has read the mail.
create table public.banks (
  code text primary key check (code ~ '^[0-9]{3,6}$'),
  name text not null check (char_length(name) between 2 and 100),
  listed_at timestamptz not null default now(),
  -- Refunds to another account name the bank by the gateway's own id, which is not the bank's code.
  gateway_bank_id text check (char_length(gateway_bank_id) between 1 and 30)
);
comment on table public.banks is 'The gateway''s list of banks, asked for once a day.';
comment on column public.banks.gateway_bank_id is 'What the gateway''s list calls it; refunds to an account need this in place of the code.';
alter table public.banks enable row level security;

create table public.bank_accounts (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.vendors (id) on delete no action,
  bank_code text not null check (bank_code ~ '^[0-9]{3,6}$'),
  bank_name text not null,
  account_number text not null check (account_number ~ '^[0-9]{10}$'),
  last_four text not null generated always as (right(account_number, 4)) stored,
  account_name text not null check (char_length(account_name) between 1 and 200),
  payee_code text,
  added_by uuid not null references public.profiles (id) on delete no action,
  since timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint ends_after_it_began check (ended_at >= since)
);
comment on table public.bank_accounts is 'Every account that a shop has been paid out to, with its days; the one without an end is in use.';
comment on column public.bank_accounts.account_number is 'Read by the service alone: people see last_four, their own account''s too.';
comment on column public.bank_accounts.account_name is 'As the bank says it; the vendor confirmed it.';
comment on column public.bank_accounts.payee_code is 'Its name at the gateway, once money went there.';
create unique index one_bank_account_at_a_time on public.bank_accounts (vendor_id) where ended_at is null;
create index bank_accounts_of_shop on public.bank_accounts (vendor_id, since desc);
create index bank_accounts_by_number on public.bank_accounts (account_number, bank_code);
alter table public.bank_accounts enable row level security;

create table public.payout_terms (
  vendor_id uuid primary key references public.vendors (id) on delete no action,
  weekly_since timestamptz,
  held_at timestamptz,
  held_by uuid references public.profiles (id) on delete no action,
  hold_reason text check (char_length(hold_reason) between 3 and 300),
  updated_at timestamptz not null default now(),
  constraint a_hold_has_its_reason check ((held_at is null) = (hold_reason is null))
);
comment on table public.payout_terms is 'How a shop is paid out; a shop without a row takes its money out by hand.';
comment on column public.payout_terms.weekly_since is 'Since when the shop is paid out every week; null: by hand alone.';
comment on column public.payout_terms.held_at is 'A chief has stopped payouts to this shop, for the reason given.';
alter table public.payout_terms enable row level security;

-- Payouts: what was taken from a vendor's account in the ledger, what the gateway was asked, and what it answered. Commands and jobs alone write.
create table public.payouts (
  id uuid primary key default gen_random_uuid(),
  reference text not null unique generated always as ('payout-' || id::text) stored check (reference ~ '^[a-z0-9_-]{16,50}$'),
  vendor_id uuid not null references public.vendors (id) on delete no action,
  bank_account_id uuid not null references public.bank_accounts (id) on delete no action,
  amount_kobo bigint not null check (amount_kobo between 1 and 99999999999999),
  gateway text not null check (gateway in ('paystack', 'local')),
  weekly_for date,
  requested_by uuid references public.profiles (id) on delete no action,
  status text not null default 'requested' check (status in ('requested', 'sent', 'needs_attention', 'arrived', 'failed', 'reversed')),
  trouble text check (trouble in ('balance', 'refused', 'no_answer', 'amount', 'contradiction', 'stopped')),
  trouble_text text check (char_length(trouble_text) <= 300),
  tries integer not null default 0,
  next_try_at timestamptz default clock_timestamp(),
  answered_at timestamptz,
  unconfirmed_since timestamptz,
  arrived_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  constraint by_hand_or_weekly check ((weekly_for is null) = (requested_by is not null))
);
comment on table public.payouts is 'Transfers to vendors'' banks. The money leaves the vendor''s account in the ledger before the gateway hears of it.';
comment on column public.payouts.reference is 'Its one name at the gateway, made of its id: no retry can have another.';
comment on column public.payouts.weekly_for is 'The pay day of a weekly payout, in Lagos; null where the vendor asked for it.';
comment on column public.payouts.trouble is 'Why it is stuck or came back. contradiction: the gateway paid what it had said had failed.';
comment on column public.payouts.trouble_text is 'In the gateway''s words, for staff.';
comment on column public.payouts.answered_at is 'When the gateway last said what it knows of it.';
comment on column public.payouts.unconfirmed_since is 'Since the last call without an answer: what was done then only the gateway knows. Set before each call, and taken back by its answer.';
comment on column public.payouts.next_try_at is 'When the gateway is asked next; null once there is nothing more to ask.';
create index payouts_of_shop on public.payouts (vendor_id, created_at desc);
create index payouts_to_try on public.payouts (next_try_at) where next_try_at is not null;
create index payouts_open on public.payouts (created_at) where status in ('requested', 'sent', 'needs_attention');
create index payouts_in_trouble on public.payouts (created_at desc) where trouble is not null;
create index payouts_of_account on public.payouts (bank_account_id);
create unique index one_payout_by_hand_at_a_time on public.payouts (vendor_id)
  where weekly_for is null and status in ('requested', 'sent', 'needs_attention');
create unique index one_weekly_payout_a_pay_day on public.payouts (vendor_id, weekly_for) where weekly_for is not null;
alter table public.payouts enable row level security;
