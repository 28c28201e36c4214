-- Payments and refunds: what a gateway was asked, what it answered, and what became of it in the ledger. Commands and jobs alone write.
create table public.payments (
  id uuid primary key default gen_random_uuid(),
  reference text not null unique check (reference ~ '^[A-Za-z0-9.=-]{10,100}$'),
  user_id uuid not null references public.profiles (id) on delete no action,
  checkout_id uuid references public.checkouts (id) on delete no action,
  gateway text not null check (gateway in ('paystack', 'local', 'peps')),
  naira_kobo bigint not null check (naira_kobo between 0 and 99999999999999),
  peps_kobo bigint not null default 0 check (peps_kobo between 0 and 99999999999999),
  status text not null default 'initiated' check (status in ('initiated', 'pending', 'succeeded', 'failed', 'abandoned', 'reversed')),
  pay_url text,
  expires_at timestamptz not null default now() + interval '30 minutes',
  gateway_id text,
  received_kobo bigint check (received_kobo >= 0),
  gateway_fee_kobo bigint not null default 0 check (gateway_fee_kobo >= 0),
  channel text,
  trouble text check (trouble in ('amount', 'currency', 'test_money', 'not_payable', 'reversed')),
  checks integer not null default 0,
  next_check_at timestamptz default now() + interval '10 minutes',
  succeeded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cancelled_at timestamptz,
  -- What a bank has taken may be less than the payment: a part was refunded before, or the dispute was about a part.
  charged_back_kobo bigint not null default 0 check (charged_back_kobo between 0 and 99999999999999),
  -- The gateway took the reference and its page was lost with the process that had asked for it: nobody can pay it any more.
  replaced_by uuid references public.payments (id) on delete no action,
  constraint something_is_paid check (naira_kobo + peps_kobo > 0),
  constraint peps_need_no_gateway check ((gateway = 'peps') = (naira_kobo = 0)),
  unique (gateway, gateway_id)
);
comment on table public.payments is 'Attempts to pay: a new attempt is a new row with a new reference.';
comment on column public.payments.expires_at is 'Until then its orders stay as they are and its PEPS are held; money that comes later goes back.';
comment on column public.payments.received_kobo is 'What the gateway says that came in.';
comment on column public.payments.trouble is 'Why money that came in did not pay all that it was meant for.';
comment on column public.payments.next_check_at is 'When the gateway is asked next; null once it has been answered, or after 72 hours.';
comment on column public.payments.cancelled_at is 'When its payer gave it up. What still comes in pays its orders if they stand as they were, and goes back otherwise.';
comment on column public.payments.charged_back_kobo is 'What the payer''s bank took back, without our refunds. It may be less than was paid.';
comment on column public.payments.replaced_by is 'The attempt that follows this one, whose page at the gateway was lost. Money that still comes in here pays or goes back as ever.';
create index payments_of_person on public.payments (user_id, created_at desc);
create index payments_to_check on public.payments (next_check_at) where next_check_at is not null;
create index payments_in_trouble on public.payments (created_at desc) where trouble is not null;
create unique index payments_replace_one on public.payments (replaced_by) where replaced_by is not null;
alter table public.payments enable row level security;
alter table public.orders add foreign key (payment_id) references public.payments (id) on delete no action;
alter table public.order_fee_changes add foreign key (payment_id) references public.payments (id) on delete no action;

create table public.payment_parts (
  payment_id uuid not null references public.payments (id) on delete no action,
  order_id uuid not null references public.orders (id) on delete no action,
  naira_kobo bigint not null check (naira_kobo >= 0),
  peps_kobo bigint not null check (peps_kobo >= 0),
  primary key (payment_id, order_id),
  constraint something_is_paid check (naira_kobo + peps_kobo > 0)
);
comment on table public.payment_parts is 'What a payment pays, order by order.';
create index payment_parts_of_order on public.payment_parts (order_id);
alter table public.payment_parts enable row level security;

-- The n-th business day after a day, as domain/time/calendar.ts counts (addBusinessDays).
create function public.add_business_days(from_day date, days integer) returns date language sql stable security definer set search_path = '' as $$
  select coalesce((select d::date from generate_series(from_day + 1, from_day + days * 2 + 40, interval '1 day') d
    where extract(isodow from d) < 6 and not exists (select from public.public_holidays h where h.date = d::date)
    order by d offset greatest(days, 1) - 1 limit case when days > 0 then 1 else 0 end), from_day)
$$;

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id) on delete no action,
  order_id uuid references public.orders (id) on delete no action,
  amount_kobo bigint not null check (amount_kobo between 1 and 99999999999999),
  reason text not null,
  status text not null default 'requested' check (status in ('requested', 'sent', 'processed', 'needs_attention', 'failed')),
  gateway_refund_id text,
  expected_by date not null default public.add_business_days((now() at time zone 'Africa/Lagos')::date, 5),
  tries integer not null default 0,
  next_try_at timestamptz default now(),
  processed_at timestamptz,
  to_bank_code text check (to_bank_code ~ '^[0-9]{3,6}$'),
  to_account_number text check (to_account_number ~ '^[0-9]{10}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  amount_id uuid,
  -- A look is no failure: a bank takes days, and is asked many times meanwhile.
  failures integer not null default 0 check (failures >= 0),
  constraint refunds_reason_check check (reason in
  ('left', 'price_drop', 'buy_failed', 'buy_cancelled', 'order_cancelled', 'not_payable', 'amount', 'short_delivery', 'claim', 'delivery_changed', 'payment_reversed', 'resale'))
);
comment on table public.refunds is 'Money on its way back to where it came from. What comes back as PEPS needs no refund: it is there at once.';
comment on column public.refunds.to_account_number is 'Where a refund goes that the payer''s own bank does not take back.';
comment on column public.refunds.order_id is 'Null for money that paid no order.';
comment on column public.refunds.expected_by is 'The fifth business day after the day it was asked for: what its buyer was told.';
comment on column public.refunds.failures is 'How often the gateway said that it failed, since it was last begun or repeated. After five a person looks at it.';
comment on column public.refunds.tries is 'How often it was sent or asked about.';
create index refunds_of_payment on public.refunds (payment_id);
create index refunds_of_order on public.refunds (order_id) where order_id is not null;
create index refunds_to_try on public.refunds (next_try_at) where next_try_at is not null;
create index refunds_that_stick on public.refunds (created_at) where status in ('needs_attention', 'failed');
create index refunds_on_their_way on public.refunds (expected_by) where status in ('requested', 'sent');
create index refunds_by_account on public.refunds (to_account_number, to_bank_code) where to_account_number is not null;
alter table public.refunds enable row level security;
alter table public.order_fee_changes add foreign key (refund_id) references public.refunds (id) on delete no action;

create table public.gateway_events (
  id text not null,
  gateway text not null,
  name text not null,
  about text not null,
  reference text,
  received_at timestamptz not null default now(),
  next_try_at timestamptz default now(),
  tries integer not null default 0,
  primary key (gateway, id)
);
comment on table public.gateway_events is 'What the gateway told by itself, once each; the work is done by asking the gateway, never by believing the event.';
create index gateway_events_due on public.gateway_events (next_try_at) where next_try_at is not null;
alter table public.gateway_events enable row level security;

create table public.partial_refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete no action,
  goods_kobo bigint not null check (goods_kobo > 0),
  fee_kobo bigint not null check (fee_kobo >= 0),
  delivery_kobo bigint not null default 0 check (delivery_kobo >= 0),
  earned_goods_kobo bigint not null default 0 check (earned_goods_kobo between 0 and goods_kobo),
  earned_fee_kobo bigint not null default 0 check (earned_fee_kobo between 0 and fee_kobo),
  vendor_kobo bigint not null default 0 check (vendor_kobo >= 0),
  vendor_fee_kobo bigint not null default 0 check (vendor_fee_kobo >= 0),
  loss_kobo bigint not null default 0 check (loss_kobo >= 0),
  reward_kobo bigint not null default 0 check (reward_kobo >= 0),
  payer text not null check (payer in ('vendor', 'market')),
  reason text not null check (char_length(reason) between 5 and 300),
  refund_id uuid references public.refunds (id) on delete no action,
  created_by uuid references public.profiles (id) on delete no action,
  created_at timestamptz not null default clock_timestamp(),
  hand_over_id uuid references public.hand_overs (id) on delete no action,
  amount_id uuid unique,
  constraint earned_goods_have_a_payer check (vendor_kobo + vendor_fee_kobo + loss_kobo = earned_goods_kobo),
  constraint market_pays_all_or_the_rest check (payer = 'vendor' or vendor_kobo + vendor_fee_kobo = 0)
);
comment on table public.partial_refunds is 'Parts of orders given back after settlement, a row for each. Written by a command, with its journal `partial-refund:<id>`.';
comment on column public.partial_refunds.earned_goods_kobo is 'Of these goods, what the vendor had earned by hand-over; the rest was still held.';
comment on column public.partial_refunds.earned_fee_kobo is 'Of the fee, what had been earned by hand-over.';
comment on column public.partial_refunds.loss_kobo is 'What the market pays: by decision, or because the vendor no longer has it.';
comment on column public.partial_refunds.reward_kobo is 'Of the referrer''s reward, what went with these goods.';
comment on column public.partial_refunds.hand_over_id is 'Whose goods came back: of a hand-over that was done. Null: goods that had not changed hands.';
create index partial_refunds_of_order on public.partial_refunds (order_id);
create index partial_refunds_of_refund on public.partial_refunds (refund_id) where refund_id is not null;
create index partial_refunds_of_hand_over on public.partial_refunds (hand_over_id) where hand_over_id is not null;
alter table public.partial_refunds enable row level security;

-- A more expensive delivery for an order that is already paid: it is written down with the payment of the difference, and takes effect once that
-- payment has succeeded, if the order stands as it stood. Commands and the booking of payments write.
create table public.delivery_upgrades (
  payment_id uuid primary key references public.payments (id) on delete no action,
  order_id uuid not null references public.orders (id) on delete no action,
  delivery_zone_id uuid not null references public.delivery_zones (id) on delete no action,
  from_kobo bigint not null check (from_kobo >= 0),
  to_kobo bigint not null,
  recipient text not null check (char_length(trim(recipient)) between 2 and 80),
  phone text not null check (phone ~ '^\+234[0-9]{10}$'),
  street text not null check (char_length(trim(street)) between 4 and 160),
  landmark text not null default '' check (char_length(landmark) <= 160),
  state text not null,
  lga text not null,
  status text not null default 'awaited' check (status in ('awaited', 'applied', 'dropped')),
  created_at timestamptz not null default clock_timestamp(),
  constraint costs_more check (to_kobo > from_kobo),
  constraint local_government_of_its_state foreign key (state, lga) references public.local_governments (state, name) on delete no action
);
comment on table public.delivery_upgrades is 'Where a paid order goes once the difference is paid; dropped: its buyer chose another destination before that.';
create index delivery_upgrades_of_order on public.delivery_upgrades (order_id);
create unique index one_delivery_upgrade_awaited on public.delivery_upgrades (order_id) where status = 'awaited';
alter table public.delivery_upgrades enable row level security;

-- Disputes: a payer's bank asks for a payment back. While one is open, the money of its orders is not released to their shops.
create table public.disputes (
  gateway text not null check (gateway in ('paystack', 'local')),
  id text not null check (char_length(id) between 1 and 100),
  payment_id uuid not null references public.payments (id) on delete no action,
  status text not null check (status in ('open', 'won', 'lost')),
  amount_kobo bigint not null check (amount_kobo between 0 and 99999999999999),
  opened_at timestamptz,
  seen_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  next_check_at timestamptz default now() + interval '1 hour',
  primary key (gateway, id),
  constraint ended_with_an_end check ((status = 'open') = (ended_at is null))
);
comment on table public.disputes is 'Chargebacks as the gateway has them. Only its answer is written here, never what an event claims.';
comment on column public.disputes.status is 'won: the market keeps the payment. lost: the payer got amount_kobo back.';
comment on column public.disputes.amount_kobo is 'What the payer''s bank asks for, or took.';
comment on column public.disputes.seen_at is 'When the market first heard of it. Nothing is released from then on.';
comment on column public.disputes.next_check_at is 'When the gateway is asked next; null once it has ended.';
create index disputes_of_payment on public.disputes (payment_id);
create index disputes_to_check on public.disputes (next_check_at) where next_check_at is not null;
alter table public.disputes enable row level security;

create table public.passed_on_chargebacks (
  order_id uuid primary key references public.orders (id) on delete no action,
  payment_id uuid not null references public.payments (id) on delete no action,
  amount_kobo bigint not null check (amount_kobo between 1 and 99999999999999),
  passed_on_kobo bigint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  constraint no_more_than_was_lost check (passed_on_kobo between 0 and amount_kobo)
);
comment on table public.passed_on_chargebacks is 'What a lost dispute has cost for goods that were handed over and not yet paid for: the shop''s part of them goes to the market.';
comment on column public.passed_on_chargebacks.passed_on_kobo is 'What the shop has paid of it, from its own part of these goods alone.';
create index passed_on_chargebacks_of_payment on public.passed_on_chargebacks (payment_id);
alter table public.passed_on_chargebacks enable row level security;
