-- A shop that can no longer deliver at its price asks once for a higher one, and everybody in the buy answers (decision 0142).
create table public.price_rises (
  id uuid primary key default gen_random_uuid(),
  group_buy_id uuid not null unique references public.group_buys (id) on delete no action,
  requested_by uuid references public.profiles (id) on delete no action,
  rise_naira integer not null check (rise_naira between 1 and 100000000),
  reason text not null check (char_length(trim(reason)) between 10 and 300),
  former_base_price numeric(14,2) not null,
  base_price numeric(14,2) not null,
  former_price_tiers text not null,
  price_tiers text not null,
  former_ceiling_price numeric(14,2) not null,
  ceiling_price numeric(14,2) not null,
  people integer not null default 0 check (people >= 0),
  status text not null default 'open' check (status in ('open', 'decided', 'withdrawn')),
  asked_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null default clock_timestamp() + interval '24 hours',
  reminded_at timestamptz,
  ended_at timestamptz,
  finished_at timestamptz,
  constraint prices_rise_alike check (base_price = former_base_price + rise_naira and ceiling_price = former_ceiling_price + rise_naira),
  constraint answers_take_time check (ends_at > asked_at),
  constraint ended_with_an_end check ((status = 'open') = (ended_at is null)),
  constraint finished_once_ended check (finished_at is null or ended_at is not null)
);
comment on table public.price_rises is 'Higher prices that shops asked the people in their group buys for, once a buy.';
comment on column public.price_rises.ceiling_price is 'Naira per unit: what those who stay pay at most, the new price at the minimum of participants. former_: the same before.';
comment on column public.price_rises.people is 'People in the buy when they were asked.';
comment on column public.price_rises.ends_at is 'Answers are taken until then; a payment of the difference that was begun before may finish.';
comment on column public.price_rises.status is 'decided: those who agreed stay, and the buy has the new prices. withdrawn: by the shop, or the buy ended first; the old prices hold.';
comment on column public.price_rises.finished_at is 'When the clock had done everything that follows from its end. The buy does not settle before.';
create index price_rises_unfinished on public.price_rises (ends_at) where finished_at is null;
create index price_rises_of_requester on public.price_rises (requested_by) where requested_by is not null;
alter table public.price_rises enable row level security;

create table public.price_answers (
  order_id uuid not null references public.orders (id) on delete no action,
  price_rise_id uuid not null references public.price_rises (id) on delete no action,
  person_id uuid not null references public.profiles (id) on delete no action,
  answer text not null check (answer in ('stay', 'leave')),
  former_ceiling_price numeric(14,2),
  more_kobo bigint not null default 0 check (more_kobo >= 0),
  payment_id uuid references public.payments (id) on delete no action,
  answered_at timestamptz not null default clock_timestamp(),
  returned_at timestamptz,
  primary key (order_id, price_rise_id),
  constraint a_yes_names_its_price check (answer = 'leave' or (former_ceiling_price is not null and more_kobo > 0))
);
comment on table public.price_answers is 'Answers that count: of an unpaid order at once, of a paid one when the difference is paid. A yes may become a no until the end.';
comment on column public.price_answers.former_ceiling_price is 'What the order would have cost at most per unit; it applies again if the shop withdraws.';
comment on column public.price_answers.more_kobo is 'What the yes costs more at most, fee included.';
comment on column public.price_answers.payment_id is 'What paid the difference; null for an order that was not paid yet.';
comment on column public.price_answers.returned_at is 'When the old price applied again, because the shop withdrew. What was paid above it came back.';
create index price_answers_of_rise on public.price_answers (price_rise_id);
create index price_answers_of_person on public.price_answers (person_id);
create index price_answers_of_payment on public.price_answers (payment_id) where payment_id is not null;
alter table public.price_answers enable row level security;

-- Like a more expensive delivery (delivery_upgrades): it is written down with the payment of the difference and takes effect once that has succeeded.
create table public.price_payments (
  payment_id uuid primary key references public.payments (id) on delete no action,
  order_id uuid not null references public.orders (id) on delete no action,
  price_rise_id uuid not null references public.price_rises (id) on delete no action,
  more_kobo bigint not null check (more_kobo > 0),
  status text not null default 'awaited' check (status in ('awaited', 'applied', 'dropped')),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.price_payments is 'Payments of the difference to a higher price; dropped: its payer began another one.';
create index price_payments_of_order on public.price_payments (order_id);
create index price_payments_of_rise on public.price_payments (price_rise_id);
create unique index one_price_payment_awaited on public.price_payments (order_id) where status = 'awaited';
alter table public.price_payments enable row level security;

alter table public.refunds drop constraint refunds_reason_check;
alter table public.refunds add constraint refunds_reason_check check (reason in
  ('left', 'price_drop', 'buy_failed', 'buy_cancelled', 'order_cancelled', 'not_payable', 'amount', 'short_delivery', 'claim', 'delivery_changed', 'payment_reversed', 'resale', 'pack_not_filled',
   'price_rose', 'price_rise_withdrawn'));

-- Unpaid orders of people who did not answer.
update public.allowed_moves set causes = array_append(causes, 'clock') where subject = 'order' and from_status = 'pending' and to_status = 'cancelled';

-- The guards of an installed market refuse unknown keys and times in the past.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values
  ('price_rise_bps', '2000', '-infinity', 'The most by which a shop may ask to raise its price, 20% of the base price');
alter table public.settings enable trigger user;
insert into public.setting_bounds (key, least, most) values ('price_rise_bps', 0, 5000);
