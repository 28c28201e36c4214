-- The ledger (money.md 2): one row is one movement with both sides, nothing is ever changed, and a limited account cannot be overdrawn.
-- domain/payments/{accounts,movements}.ts hold the same kinds, and a test compares the two.
create schema ledger;
grant usage on schema ledger to service_role;

create table ledger.account_kinds (
  kind text primary key,
  side text not null check (side in ('asset', 'liability', 'income', 'expense')),
  owner text not null check (owner in ('platform', 'order', 'person', 'vendor', 'payment', 'refund', 'payout')),
  is_limited boolean not null,
  unique (kind, is_limited)
);
comment on table ledger.account_kinds is 'The chart of accounts.';
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

create table ledger.movements (
  kind text primary key,
  debit_kind text not null references ledger.account_kinds,
  credit_kind text not null references ledger.account_kinds,
  unique (kind, debit_kind, credit_kind)
);
comment on table ledger.movements is 'Every other pair of accounts is refused by foreign key.';
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
  foreign key (kind, is_limited) references ledger.account_kinds (kind, is_limited),
  constraint never_overdrawn check (not is_limited or debits_kobo + held_kobo <= credits_kobo)
);
comment on table ledger.accounts is 'An account for each kind and owner, opened by its first movement.';
comment on column ledger.accounts.debits_kobo is 'Running totals stand on limited accounts alone, so that the platform''s own are no row that everybody locks.';
comment on column ledger.accounts.held_kobo is 'Promised to a payment that has begun: neither spent nor free.';
comment on column ledger.accounts.balance_kobo is 'What may be spent, of a limited account.';

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

create table ledger.transfers (
  id uuid primary key,
  journal_id uuid not null references ledger.journals (id),
  line integer not null check (line between 1 and 1000),
  kind text not null,
  debit_id uuid not null,
  debit_kind text not null,
  credit_id uuid not null,
  credit_kind text not null,
  amount_kobo bigint not null check (amount_kobo between 1 and 99999999999999),
  phase text not null default 'posted' check (phase in ('posted', 'held', 'taken', 'freed')),
  hold_id uuid unique references ledger.transfers (id),
  expires_at timestamptz,
  posted_at timestamptz not null default clock_timestamp(),
  unique (journal_id, line),
  foreign key (debit_id, debit_kind) references ledger.accounts (id, kind),
  foreign key (credit_id, credit_kind) references ledger.accounts (id, kind),
  foreign key (kind, debit_kind, credit_kind) references ledger.movements (kind, debit_kind, credit_kind),
  constraint two_accounts check (debit_id <> credit_id),
  constraint a_hold_ends_once check ((phase in ('taken', 'freed')) = (hold_id is not null)),
  constraint a_hold_ends check ((phase = 'held') = (expires_at is not null))
);
comment on table ledger.transfers is 'Movements: an amount from the debited to the credited account. Append-only; a correction is a new row.';
comment on column ledger.transfers.phase is 'posted: done. held: promised, until it is taken (in part or whole) or freed by a later row that names it.';
create index transfers_debited on ledger.transfers (debit_id, posted_at);
create index transfers_credited on ledger.transfers (credit_id, posted_at);
create index transfers_held on ledger.transfers (expires_at) where phase = 'held';

create function ledger.id_of(key text) returns uuid language sql immutable strict parallel safe set search_path = '' as
$$ select encode(substring(sha256(convert_to(key, 'UTF8')) from 1 for 16), 'hex')::uuid $$;
comment on function ledger.id_of is 'Ids are made of what they stand for: `escrow:<order>`, `settled:<order>`, `settled:<order>#2` for the second line.';

-- Nobody may change or remove a row, whatever right they have been given.
create function ledger.refuse_change() returns trigger language plpgsql set search_path = '' as
$$ begin raise exception 'The ledger is append-only' using errcode = 'PT409'; end $$;
create trigger append_only before update or delete on ledger.transfers for each row execute function ledger.refuse_change();
create trigger append_only before update or delete on ledger.journals for each row execute function ledger.refuse_change();
create trigger not_emptied before truncate on ledger.transfers for each statement execute function ledger.refuse_change();
create trigger not_emptied before truncate on ledger.journals for each statement execute function ledger.refuse_change();
create trigger not_emptied before truncate on ledger.accounts for each statement execute function ledger.refuse_change();
