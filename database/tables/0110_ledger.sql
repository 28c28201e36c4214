create table ledger.account_kinds (
  kind text primary key,
  side text not null check (side in ('asset', 'liability', 'income', 'expense')),
  owner text not null,
  is_limited boolean not null,
  unique (kind, is_limited),
  constraint account_kinds_owner_check check (owner in ('platform', 'order', 'person', 'vendor', 'payment', 'refund', 'payout', 'place'))
);
comment on table ledger.account_kinds is 'The chart of accounts.';
alter table ledger.account_kinds enable row level security;

insert into ledger.account_kinds (kind, side, owner, is_limited) values
  ('gateway', 'asset', 'platform', false),
  ('bank', 'asset', 'platform', false),
  ('gateway_cost', 'expense', 'platform', false),
  ('referral_cost', 'expense', 'platform', false),
  ('loss', 'expense', 'platform', false),
  ('buyer_fee', 'income', 'platform', false),
  ('vendor_fee', 'income', 'platform', false),
  ('delivery', 'income', 'platform', false),
  ('escrow', 'liability', 'order', true),
  ('peps', 'liability', 'person', true),
  ('vendor', 'liability', 'vendor', true),
  ('unapplied', 'liability', 'payment', true),
  ('refund_due', 'liability', 'refund', true),
  ('payout_out', 'liability', 'payout', true),
  ('clawback', 'asset', 'person', false);

-- What a resale brings comes into the bank; less the handling that is stated beforehand, it is the buyer's.
insert into ledger.account_kinds (kind, side, owner, is_limited) values ('handling', 'income', 'platform', false);

insert into ledger.account_kinds (kind, side, owner, is_limited) values ('place_cash', 'asset', 'place', false);

create table ledger.movements (
  kind text primary key,
  debit_kind text not null references ledger.account_kinds on delete no action,
  credit_kind text not null references ledger.account_kinds on delete no action,
  unique (kind, debit_kind, credit_kind)
);
comment on table ledger.movements is 'Every other pair of accounts is refused by foreign key.';
alter table ledger.movements enable row level security;

insert into ledger.movements (kind, debit_kind, credit_kind) values
  ('payment', 'gateway', 'escrow'),
  ('stray_payment', 'gateway', 'unapplied'),
  ('stray_applied', 'unapplied', 'escrow'),
  ('peps_spent', 'peps', 'escrow'),
  ('returned_as_peps', 'escrow', 'peps'),
  ('return_owed', 'escrow', 'refund_due'),
  ('stray_return_owed', 'unapplied', 'refund_due'),
  ('vendor_return_owed', 'vendor', 'refund_due'),
  ('vendor_fee_return_owed', 'vendor_fee', 'refund_due'),
  ('buyer_fee_return_owed', 'buyer_fee', 'refund_due'),
  ('delivery_return_owed', 'delivery', 'refund_due'),
  ('loss_return_owed', 'loss', 'refund_due'),
  ('return_sent', 'refund_due', 'gateway'),
  ('return_taken_as_peps', 'refund_due', 'peps'),
  ('vendor_earned', 'escrow', 'vendor'),
  ('vendor_fee_earned', 'escrow', 'vendor_fee'),
  ('buyer_fee_earned', 'escrow', 'buyer_fee'),
  ('delivery_earned', 'escrow', 'delivery'),
  ('vendor_delivery_earned', 'escrow', 'vendor'),
  ('late_leave_charge', 'escrow', 'vendor'),
  ('referral_reward', 'referral_cost', 'peps'),
  ('reward_taken_back', 'peps', 'referral_cost'),
  ('reward_owed_back', 'clawback', 'referral_cost'),
  ('reward_paid_off', 'peps', 'clawback'),
  ('payout_begun', 'vendor', 'payout_out'),
  ('payout_arrived', 'payout_out', 'bank'),
  ('payout_failed', 'payout_out', 'vendor'),
  ('payout_reversed', 'bank', 'vendor'),
  ('gateway_settled', 'bank', 'gateway'),
  ('gateway_charged', 'gateway_cost', 'gateway'),
  ('payment_reversed', 'escrow', 'gateway'),
  ('payment_reversed_at_loss', 'loss', 'gateway');

insert into ledger.movements (kind, debit_kind, credit_kind) values
  ('resale_handling', 'bank', 'handling'), ('resale_as_peps', 'bank', 'peps'), ('resale_return_owed', 'bank', 'refund_due');

insert into ledger.movements (kind, debit_kind, credit_kind) values
  ('cash_resale_handling', 'place_cash', 'handling'), ('cash_resale_as_peps', 'place_cash', 'peps'),
  ('cash_resale_return_owed', 'place_cash', 'refund_due'), ('cash_banked', 'bank', 'place_cash');

-- A dispute that is lost before its goods' money is released is the shop's: the market pays the bank at once and is paid back from the release.
insert into ledger.movements (kind, debit_kind, credit_kind) values ('chargeback_passed_on', 'vendor', 'loss');

create table ledger.accounts (
  id uuid primary key,
  kind text not null,
  owner_id uuid,
  is_limited boolean not null,
  debits_kobo bigint not null default 0 check (debits_kobo >= 0),
  credits_kobo bigint not null default 0 check (credits_kobo >= 0),
  held_kobo bigint not null default 0 check (held_kobo >= 0),
  balance_kobo bigint not null generated always as (credits_kobo - debits_kobo - held_kobo) stored,
  opened_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (kind, owner_id),
  unique (id, kind),
  foreign key (kind, is_limited) references ledger.account_kinds (kind, is_limited) on delete no action,
  constraint never_overdrawn check (not is_limited or debits_kobo + held_kobo <= credits_kobo)
);
comment on table ledger.accounts is 'An account for each kind and owner, opened by its first movement.';
comment on column ledger.accounts.debits_kobo is 'Running totals stand on limited accounts alone, so that the platform''s own are no row that everybody locks.';
comment on column ledger.accounts.held_kobo is 'Promised to a payment that has begun: neither spent nor free.';
comment on column ledger.accounts.balance_kobo is 'What may be spent, of a limited account.';
create index accounts_by_age on ledger.accounts (kind, opened_at desc, id);
alter table ledger.accounts enable row level security;

create table ledger.journals (
  id uuid primary key,
  key text not null unique check (char_length(key) between 3 and 200),
  content bytea not null,
  cause text not null,
  actor_id uuid,
  reason text check (char_length(reason) <= 300),
  posted_at timestamptz not null default clock_timestamp()
);
comment on table ledger.journals is 'A business event; its key is made of business facts, so that a replay meets the first.';
comment on column ledger.journals.content is 'Hash of the lines: the same key with other lines is refused.';
alter table ledger.journals enable row level security;

create table ledger.transfers (
  id uuid primary key,
  journal_id uuid not null references ledger.journals (id) on delete no action,
  line integer not null check (line between 1 and 1000),
  kind text not null,
  debit_id uuid not null,
  debit_kind text not null,
  credit_id uuid not null,
  credit_kind text not null,
  amount_kobo bigint not null check (amount_kobo between 1 and 99999999999999),
  phase text not null default 'posted' check (phase in ('posted', 'held', 'captured', 'voided')),
  hold_id uuid unique references ledger.transfers (id) on delete no action,
  expires_at timestamptz,
  posted_at timestamptz not null default clock_timestamp(),
  unique (journal_id, line),
  foreign key (debit_id, debit_kind) references ledger.accounts (id, kind) on delete no action,
  foreign key (credit_id, credit_kind) references ledger.accounts (id, kind) on delete no action,
  foreign key (kind, debit_kind, credit_kind) references ledger.movements (kind, debit_kind, credit_kind) on delete no action,
  constraint two_accounts check (debit_id <> credit_id),
  constraint a_hold_ends_once check ((phase in ('captured', 'voided')) = (hold_id is not null)),
  constraint a_hold_ends check ((phase = 'held') = (expires_at is not null))
);
comment on table ledger.transfers is 'Movements: an amount from the debited to the credited account. Append-only; a correction is a new row.';
comment on column ledger.transfers.phase is 'posted: done. held: promised, until it is taken (in part or whole) or freed by a later row that names it.';
create index transfers_debited on ledger.transfers (debit_id, posted_at);
create index transfers_credited on ledger.transfers (credit_id, posted_at);
create index transfers_held on ledger.transfers (expires_at) where phase = 'held';
-- The ledger "as at" a day, without a look at every account. An order has an account of its own, so the balances of a past day were made of all
-- orders there ever were; now each day that is over keeps what its accounts added up to, and only days that are not closed yet are added up.
create index transfers_by_moment on ledger.transfers (posted_at);
alter table ledger.transfers enable row level security;

create table sums.closing_balances (
  day date not null,
  kind text not null references ledger.account_kinds on delete no action,
  accounts bigint not null,
  debits_kobo bigint not null,
  credits_kobo bigint not null,
  primary key (day, kind)
);
comment on table sums.closing_balances is 'At the end of a day in Lagos, by kind: how many accounts have a balance, and all debits and credits until then. Limited accounts only; the others have sums.account_days.';
alter table sums.closing_balances enable row level security;
