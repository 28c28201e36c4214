-- What the local gateway knows: it stands for Paystack where no key is set, with play money, and answers as Paystack does.
create schema local_gateway;

comment on schema local_gateway is 'Play money of a market without a payment provider; empty in production.';

grant usage on schema local_gateway to service_role;

create table local_gateway.payments (
  reference text primary key check (reference ~ '^[A-Za-z0-9.=-]{1,100}$'),
  id bigint not null unique generated always as identity (start 4000000001),
  requested_kobo bigint not null check (requested_kobo > 0),
  paid_kobo bigint check (paid_kobo > 0),
  email text not null,
  return_url text not null,
  cancel_url text not null,
  status text not null default 'abandoned' check (status in ('abandoned', 'ongoing', 'pending', 'success', 'failed', 'reversed')),
  refunds_end text not null default 'processed' check (refunds_end in ('processed', 'failed', 'needs-attention')),
  succeeds_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  fees_kobo bigint not null default 0 check (fees_kobo >= 0),
  settlement_id bigint
);
comment on column local_gateway.payments.status is 'As Paystack names it; nobody has opened the page of an abandoned one.';
comment on column local_gateway.payments.succeeds_at is 'A slow bank: the payment succeeds then.';
create index payments_on_their_way on local_gateway.payments (succeeds_at) where succeeds_at is not null;
create index payments_to_settle on local_gateway.payments (paid_at) where settlement_id is null and status = 'success';
create index payments_by_time on local_gateway.payments (created_at);
alter table local_gateway.payments enable row level security;

create table local_gateway.refunds (
  id bigint primary key generated always as identity (start 9000001),
  reference text not null references local_gateway.payments on delete no action,
  amount_kobo bigint not null check (amount_kobo > 0),
  status text not null default 'pending' check (status in ('pending', 'processing', 'processed', 'failed', 'needs-attention')),
  note text not null default '',
  created_at timestamptz not null default now(),
  settlement_id bigint
);
create index refunds_of_payment on local_gateway.refunds (reference);
create index refunds_on_their_way on local_gateway.refunds (id) where status in ('pending', 'processing');
create index refunds_to_settle on local_gateway.refunds (created_at) where settlement_id is null and status = 'processed';
create index refunds_by_time on local_gateway.refunds (created_at);
alter table local_gateway.refunds enable row level security;

create table local_gateway.payees (
  code text primary key,
  bank_code text not null,
  account_number text not null,
  name text not null,
  unique (bank_code, account_number)
);
alter table local_gateway.payees enable row level security;

create table local_gateway.payouts (
  reference text primary key check (reference ~ '^[a-z0-9_-]{16,50}$'),
  payee_code text not null references local_gateway.payees on delete no action,
  amount_kobo bigint not null check (amount_kobo > 0),
  status text not null default 'pending' check (status in ('pending', 'success', 'failed', 'reversed')),
  created_at timestamptz not null default now()
);
create index payouts_on_their_way on local_gateway.payouts (created_at) where status = 'pending';
alter table local_gateway.payouts enable row level security;

create table local_gateway.events (
  id bigint primary key generated always as identity,
  body text not null,
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  delivered_at timestamptz
);
comment on table local_gateway.events is 'Webhooks to be delivered, as signed: again every 3 minutes, and up to 4 times.';
create index events_due on local_gateway.events (due_at) where delivered_at is null;
alter table local_gateway.events enable row level security;

-- What the local gateway keeps for itself and what it pays into the market's bank, so that the books can be compared with it as with Paystack.
create table local_gateway.settlements (
  id bigint primary key generated always as identity (start 700001),
  total_kobo bigint not null check (total_kobo > 0),
  fees_kobo bigint not null check (fees_kobo >= 0),
  deducted_kobo bigint not null check (deducted_kobo >= 0),
  created_at timestamptz not null default now(),
  constraint something_arrives check (total_kobo > fees_kobo + deducted_kobo)
);
comment on column local_gateway.settlements.deducted_kobo is 'What went back to payers meanwhile.';
alter table local_gateway.settlements enable row level security;
alter table local_gateway.payments add foreign key (settlement_id) references local_gateway.settlements on delete no action;
alter table local_gateway.refunds add foreign key (settlement_id) references local_gateway.settlements on delete no action;

-- Disputes of play money, so that a market without a provider can be tried with them.
create table local_gateway.disputes (
  id bigint primary key generated always as identity (start 500001),
  reference text not null references local_gateway.payments on delete no action,
  amount_kobo bigint not null check (amount_kobo > 0),
  status text not null default 'awaiting-merchant-feedback' check (status in ('awaiting-merchant-feedback', 'awaiting-bank-feedback', 'pending', 'resolved')),
  resolution text check (resolution in ('merchant-accepted', 'declined')),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  constraint resolved_with_a_resolution check ((status = 'resolved') = (resolution is not null))
);
create index disputes_of_payment on local_gateway.disputes (reference);
create index disputes_by_time on local_gateway.disputes (created_at);
alter table local_gateway.disputes enable row level security;
