-- Payments and refunds: what a gateway was asked, what it answered, and what became of it in the ledger. Commands and jobs alone write.
create table public.payments (
  id uuid primary key default gen_random_uuid(),
  reference text not null unique check (reference ~ '^[A-Za-z0-9.=-]{10,100}$'),
  user_id uuid not null references public.profiles (id),
  checkout_id uuid references public.checkouts (id),
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
  looks integer not null default 0,
  next_look_at timestamptz default now() + interval '10 minutes',
  succeeded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint something_is_paid check (naira_kobo + peps_kobo > 0),
  constraint peps_need_no_gateway check ((gateway = 'peps') = (naira_kobo = 0)),
  unique (gateway, gateway_id)
);
comment on table public.payments is 'Attempts to pay: a new attempt is a new row with a new reference.';
comment on column public.payments.expires_at is 'Until then its orders stay as they are and its PEPS are held; money that comes later goes back.';
comment on column public.payments.received_kobo is 'What the gateway says that came in.';
comment on column public.payments.trouble is 'Why money that came in did not pay all that it was meant for.';
comment on column public.payments.next_look_at is 'When the gateway is asked next; null once it has been answered, or after 72 hours.';
create index payments_of_person on public.payments (user_id, created_at desc);
create index payments_to_look_at on public.payments (next_look_at) where next_look_at is not null;
create index payments_in_trouble on public.payments (created_at desc) where trouble is not null;

create table public.payment_parts (
  payment_id uuid not null references public.payments (id),
  order_id uuid not null references public.orders (id),
  naira_kobo bigint not null check (naira_kobo >= 0),
  peps_kobo bigint not null check (peps_kobo >= 0),
  primary key (payment_id, order_id),
  constraint something_is_paid check (naira_kobo + peps_kobo > 0)
);
comment on table public.payment_parts is 'What a payment pays, order by order.';
create index payment_parts_of_order on public.payment_parts (order_id);

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id),
  order_id uuid references public.orders (id),
  amount_kobo bigint not null check (amount_kobo between 1 and 99999999999999),
  reason text not null check (reason in ('left', 'price_drop', 'buy_failed', 'buy_cancelled', 'order_cancelled', 'not_payable', 'amount', 'short_delivery', 'claim')),
  status text not null default 'requested' check (status in ('requested', 'sent', 'processed', 'needs_attention', 'failed')),
  gateway_refund_id text,
  expected_by date,
  tries integer not null default 0,
  next_try_at timestamptz default now(),
  processed_at timestamptz,
  to_bank_code text check (to_bank_code ~ '^[0-9]{3,6}$'),
  to_account_number text check (to_account_number ~ '^[0-9]{10}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.refunds is 'Money on its way back to where it came from. What comes back as PEPS needs no refund: it is there at once.';
comment on column public.refunds.to_account_number is 'Where a refund goes that the payer''s own bank does not take back.';
comment on column public.refunds.order_id is 'Null for money that paid no order.';
comment on column public.refunds.expected_by is 'The end of the 3 to 5 business days.';
create index refunds_of_payment on public.refunds (payment_id);
create index refunds_of_order on public.refunds (order_id) where order_id is not null;
create index refunds_to_try on public.refunds (next_try_at) where next_try_at is not null;
create index refunds_that_stick on public.refunds (created_at) where status in ('needs_attention', 'failed');

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

alter table public.orders
  add column charged_kobo bigint not null default 0 check (charged_kobo >= 0),
  add column payment_id uuid references public.payments (id),
  add column return_to text check (return_to in ('peps', 'source'));
comment on column public.orders.charged_kobo is 'What was paid for it, in naira and PEPS together (peps_kobo of it in PEPS, which come back first).';
comment on column public.orders.return_to is 'Where a difference goes: the buyer''s choice. Null: PEPS below ₦5,000, the source above.';

create trigger payments_touch before update on public.payments for each row execute function public.touch_updated_at();
create trigger refunds_touch before update on public.refunds for each row execute function public.touch_updated_at();
insert into public.allowed_moves (subject, from_status, to_status, causes) values
  ('payment', 'new', 'succeeded', '{buyer}'),
  ('payment', 'initiated', 'abandoned', '{gateway}'),
  ('payment', 'failed', 'succeeded', '{gateway}'),
  ('payment', 'abandoned', 'succeeded', '{gateway}');
update public.allowed_moves set causes = causes || '{chief}' where (subject, from_status, to_status) = ('refund', 'needs_attention', 'sent');
update public.allowed_moves set causes = causes || '{gateway}' where (subject, from_status, to_status) = ('refund', 'new', 'requested');
create trigger watch_status after insert or update of status on public.payments for each row execute function public.watch_status('payment');
create trigger watch_status after insert or update of status on public.refunds for each row execute function public.watch_status('refund');

alter table public.payments enable row level security;
alter table public.payment_parts enable row level security;
alter table public.refunds enable row level security;
alter table public.gateway_events enable row level security;
create policy own_payments on public.payments for select to authenticated using (user_id = (select auth.uid()));
create policy payments_in_view on public.payments for select to authenticated using ((select rights.has_role('chief', 'coordinator')));
create policy second_step on public.payments as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy parts_with_payment on public.payment_parts for select to authenticated
  using (exists (select from public.payments p where p.id = payment_id));
create policy refunds_with_payment on public.refunds for select to authenticated using (exists (select from public.payments p where p.id = payment_id));
grant select on public.payments, public.payment_parts to authenticated;
grant select (id, payment_id, order_id, amount_kobo, reason, status, expected_by, processed_at, created_at, updated_at) on public.refunds to authenticated;
grant select, insert, update on public.payments, public.refunds, public.gateway_events to service_role;
grant select, insert on public.payment_parts to service_role;
