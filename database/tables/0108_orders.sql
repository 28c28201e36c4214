-- Orders: one person's share of a group buy, or one vendor's part of a cart. Nobody writes them through the table API: joining, leaving,
-- paying and the clock are commands and jobs. Amounts: docs/decisions/0001.
create sequence public.order_numbers start 10001;

-- Limits that protect the market are no reading for those who look for a way around them: people read the rates that they are told of, and the
-- rest is for commands, guards and the desk of chiefs.
create function public.read_setting(setting_key text) returns jsonb language sql stable security definer set search_path = '' as $$
  select value from public.settings where key = setting_key and effective_from <= now() and withdrawn_at is null order by effective_from desc limit 1
$$;
comment on function public.read_setting(text) is 'The value in force by the database''s clock: the newest whose day has come and that was not withdrawn.';

create function public.shown_setting(setting_key text) returns jsonb language sql stable security definer set search_path = '' as $$
  select public.read_setting(setting_key) where setting_key in ('buyer_fee_bps', 'vendor_fee_bps', 'referral_bps', 'late_leave_charge_bps', 'payout_weekday',
    'payout_least_naira', 'pay_to_join_hold_minutes', 'market_opened_at')
$$;
comment on function public.shown_setting(text) is 'The same of those settings that pages name.';

-- With the rights of whoever calls: functions of the database that act for somebody read everything, people what is shown. In PL/pgSQL, which
-- asks for the right to call a function only when it calls it.
create function public.setting(setting_key text) returns jsonb language plpgsql stable security invoker set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then return public.shown_setting(setting_key); end if;
  return public.read_setting(setting_key);
end $$;
comment on function public.setting(text) is 'The value in force by the database''s clock: the newest whose day has come and that was not withdrawn.';

create function public.whole_setting(setting_key text) returns integer language sql stable security invoker set search_path = '' as
$$ select (public.setting(setting_key) #>> '{}')::integer $$;
comment on function public.whole_setting(text) is 'The value in force of a setting that is a whole number: basis points or minutes.';

create table public.checkouts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete no action,
  status text not null default 'open' check (status in ('open', 'paid', 'expired', 'cancelled')),
  hold_expires_at timestamptz not null default now() + make_interval(mins => public.whole_setting('bulk_hold_minutes')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.checkouts is 'One payment of several orders.';
comment on column public.checkouts.hold_expires_at is 'An open checkout keeps the stock of its orders until then.';
create index checkouts_of_person on public.checkouts (user_id, created_at desc);
create index checkouts_open on public.checkouts (hold_expires_at) where status = 'open';
alter table public.checkouts enable row level security;

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  order_no bigint not null unique default nextval('public.order_numbers'),
  group_buy_id uuid references public.group_buys (id) on delete no action,
  checkout_id uuid references public.checkouts (id) on delete no action,
  user_id uuid not null references public.profiles (id) on delete no action,
  vendor_id uuid not null references public.vendors (id) on delete no action,
  buyer_name text not null default '',
  quantity integer not null check (quantity between 1 and 10000000),
  unit_price numeric(14,2) check (unit_price > 0),
  total_amount numeric(16,2) not null check (total_amount > 0),
  ceiling_unit_price numeric(14,2) check (ceiling_unit_price > 0),
  terms_version integer not null default 1,
  buyer_fee_bps integer not null default 250 check (buyer_fee_bps between 0 and 10000),
  vendor_fee_bps integer not null default 500 check (vendor_fee_bps between 0 and 10000),
  referral_bps integer not null default 50 check (referral_bps between 0 and 10000),
  fee_kobo bigint not null default 0 check (fee_kobo >= 0),
  vendor_fee_kobo bigint not null default 0 check (vendor_fee_kobo >= 0),
  referral_kobo bigint not null default 0 check (referral_kobo >= 0),
  delivery_fee_kobo bigint not null default 0 check (delivery_fee_kobo >= 0),
  peps_kobo bigint not null default 0 check (peps_kobo >= 0),
  amount_due_kobo bigint not null default 0 check (amount_due_kobo >= 0),
  returned_kobo bigint not null default 0 check (returned_kobo >= 0),
  fulfilment text not null default 'pickup' check (fulfilment in ('pickup', 'delivery', 'stockpile')),
  status text not null default 'pending' check (status in
    ('pending', 'paid', 'confirmed', 'ready', 'collected', 'delivered', 'completed', 'expired', 'cancelled', 'refunding', 'refunded')),
  is_live boolean not null generated always as (status not in ('expired', 'cancelled', 'refunding', 'refunded')) stored,
  is_paid boolean not null generated always as (status not in ('pending', 'expired', 'cancelled', 'refunding', 'refunded')) stored,
  paid_at timestamptz,
  settled_at timestamptz,
  ready_at timestamptz,
  handed_over_at timestamptz,
  completed_at timestamptz,
  ended_at timestamptz,
  end_reason text check (char_length(end_reason) <= 300),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  hold_expires_at timestamptz,
  charged_kobo bigint not null default 0 check (charged_kobo >= 0),
  payment_id uuid,
  return_to text check (return_to in ('peps', 'source')),
  -- Part of an order given back after its price was final: goods came short or damaged. The order's row keeps the running total, so that no chain of
  -- steps gives back more than was bought; each step is a row of its own.
  returned_goods_kobo bigint not null default 0 check (returned_goods_kobo >= 0),
  pickup_point_id uuid references public.pickup_points (id) on delete no action,
  delivery_zone_id uuid references public.delivery_zones (id) on delete no action,
  -- Whose income the delivery fee is: the zone's, when it was chosen.
  delivered_by text not null default 'market' check (delivered_by in ('market', 'vendor')),
  -- Late leavers pay for what their leaving costs (design.md 9). Their money stays in escrow until the price of those who stay is known.
  promised_at timestamptz default clock_timestamp(),
  left_late_at timestamptz,
  leave_least_kobo bigint check (leave_least_kobo >= 0),
  leave_most_kobo bigint,
  leave_charge_kobo bigint,
  leave_paid_at timestamptz,
  constraint from_a_buy_or_the_cart check (num_nonnulls(group_buy_id, unit_price, ceiling_unit_price) in (0, 3)
    and (group_buy_id is not null or checkout_id is not null)),
  constraint total_is_price_times_quantity check (total_amount = unit_price * quantity),
  constraint final_price_is_at_most_the_ceiling check (settled_at is null or unit_price <= ceiling_unit_price),
  -- The price step is a group buy's alone, and none of its orders is handed out without it.
  constraint settled_before_ready check (case when group_buy_id is null then status <> 'confirmed'
    else settled_at is not null or status not in ('confirmed', 'ready', 'collected', 'delivered', 'completed') end),
  constraint nothing_due_once_paid check (amount_due_kobo = 0 or status = 'pending'),
  constraint no_more_goods_returned_than_bought check (returned_goods_kobo <= total_amount * 100),
  -- What was ordered before there was a ledger has nothing charged.
  constraint no_more_returned_than_paid check (returned_kobo <= charged_kobo or charged_kobo = 0),
  constraint vendor_keeps_95_percent check (vendor_fee_bps <= 500 or settled_at is not null),
  constraint where_it_goes check (case fulfilment when 'delivery' then pickup_point_id is null else delivery_zone_id is null end),
  constraint late_leave_is_whole check (num_nonnulls(left_late_at, leave_least_kobo, leave_most_kobo) in (0, 3)
    and (left_late_at is null or (leave_most_kobo >= leave_least_kobo and not is_live))),
  -- A cancelled buy charges nobody; otherwise the charge lies between what the person was told.
  constraint leave_charge_within_bounds check (leave_charge_kobo is null or (left_late_at is not null
    and (leave_charge_kobo = 0 or leave_charge_kobo between leave_least_kobo and leave_most_kobo))),
  constraint paid_off_once_charged check (leave_paid_at is null or leave_charge_kobo is not null),
  constraint refunded_once_paid_off check (status <> 'refunded' or left_late_at is null or leave_paid_at is not null)
);
comment on column public.orders.group_buy_id is 'Null for an order from the cart (`bulk_orders`), whose prices stand on its lines.';
comment on column public.orders.user_id is '@filled by the join: the caller.';
comment on column public.orders.vendor_id is '@filled by the join: of the buy.';
comment on column public.orders.total_amount is '@filled by the join. Naira of the goods; a sent one is only compared.';
comment on column public.orders.buyer_name is 'Copy of the name at acceptance, for packing lists.';
comment on column public.orders.quantity is '@filled by the join where total_amount is sent. Units in all lines.';
comment on column public.orders.is_live is 'Counts in its buy: pending or further, and not ended early. is_paid: live and not pending.';
comment on column public.orders.terms_version is 'Of the buy, when this order was made or last added to.';
comment on column public.orders.buyer_fee_bps is 'Rates of its buy, or those in force when the cart was ordered: an old order is never recomputed from today''s settings.';
comment on column public.orders.settled_at is 'When the final price of its buy was written; null for orders from the cart.';
comment on column public.orders.hold_expires_at is '@filled by the join where the place must be paid on joining: unpaid until then, the order expires. Null: payment is due with the buy.';
comment on column public.orders.charged_kobo is 'What was paid for it, in naira and PEPS together (peps_kobo of it in PEPS, which come back first).';
comment on column public.orders.return_to is 'Where a difference goes: the buyer''s choice. Null: PEPS below ₦5,000, the source above.';
comment on column public.orders.returned_goods_kobo is 'Of its goods, what was given back in parts (partial_refunds).';
comment on column public.orders.promised_at is '@filled by the join. When its ceiling was promised for the units it has. Null: before this was recorded, on joining.';
comment on column public.orders.left_late_at is 'Left after the free time. Its money is held until the price is final, because it may be needed for what others were promised.';
comment on column public.orders.leave_least_kobo is 'The least and the most that leaving late costs, as the buyer was told.';
comment on column public.orders.leave_charge_kobo is 'What leaving late cost in the end; it goes to the vendor. Null until the buy is settled or over.';
comment on column public.orders.leave_paid_at is 'When the rest was given back.';
create unique index one_pending_order_per_person_and_buy on public.orders (group_buy_id, user_id) where status = 'pending';
create index orders_of_person on public.orders (user_id, created_at desc);
create index orders_of_buy on public.orders (group_buy_id, user_id);
create index orders_paid_lately on public.orders (group_buy_id, paid_at) where is_paid;
create index orders_of_checkout on public.orders (checkout_id) where checkout_id is not null;
create index orders_held on public.orders (hold_expires_at) where status = 'pending' and hold_expires_at is not null;
create index orders_unpaid_of_person on public.orders (user_id) where status in ('pending', 'expired');
create index orders_to_refund on public.orders (group_buy_id) where status in ('paid', 'confirmed');
create index orders_refunding on public.orders (updated_at) where status = 'refunding';
create index orders_ready_at_place on public.orders (pickup_point_id, status) where pickup_point_id is not null;
create index orders_ready_of_shop on public.orders (vendor_id) where status = 'ready';
-- Orders that go on are few, however long the past: figures of a shop do not pass over its past to find them.
create index orders_going_on_of_shop on public.orders (vendor_id) where status in ('pending', 'paid', 'confirmed', 'ready', 'collected', 'delivered');
create index orders_newest on public.orders (created_at desc, id);
create index orders_left_late on public.orders (group_buy_id) where left_late_at is not null and leave_paid_at is null;
-- Staff look for one order among a million, by what they were told on the telephone. Each thing that can be said (a person, a shop, a product) has few rows
-- of its own: they are looked up by trigrams, and their newest orders are read from an index each, never all orders.
create index orders_of_vendor_by_status on public.orders (vendor_id, status, created_at desc, id);
create index orders_by_status on public.orders (status, created_at desc, id);
create index orders_bulk_newest on public.orders (created_at desc, id) where group_buy_id is null;
create index orders_of_vendor on public.orders (vendor_id, created_at desc, id);
alter table public.orders enable row level security;
alter table public.order_addresses add foreign key (order_id) references public.orders (id) on delete no action;
alter table public.hand_overs add foreign key (order_id) references public.orders (id) on delete no action;

create table public.order_lines (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete no action,
  product_name text not null,
  unit text not null,
  image_url text,
  quantity integer not null check (quantity between 1 and 1000000),
  base_price numeric(14,2) not null check (base_price > 0),
  unit_price numeric(14,2) not null check (unit_price > 0),
  packed_at timestamptz,
  -- Ordering a cart, taking less of an order, and leaving an order alone while it is being paid.
  
  -- A bulk order has its sharing day from the moment it was placed: the vendor's next day is for the next orders.
  share_date date,
  vat_class text not null default 'zero' check (vat_class in ('zero', 'exempt', 'standard')),
  vat_bps integer not null default 0 check (vat_bps between 0 and 10000),
  kg_per_unit numeric(9,3) check (kg_per_unit > 0),
  unique (order_id, product_id),
  constraint picture_is_on_this_site check (public.is_own_path(image_url) and image_url <> '/'),
  constraint vat_is_of_its_class check (vat_class = 'standard' or vat_bps = 0)
);
comment on table public.order_lines is 'What is in an order. An order from a group buy has one line, which follows it (count_orders).';
comment on column public.order_lines.base_price is 'Naira per unit before any tier, at acceptance.';
comment on column public.order_lines.share_date is 'Of an order from the cart, as it was when the order was placed; a group buy has its own.';
comment on column public.order_lines.vat_bps is 'At acceptance: a later change of the product or of the rate never changes an order.';
comment on column public.order_lines.kg_per_unit is 'About; as it was at acceptance. Null: not known.';
create index order_lines_product on public.order_lines (product_id);
alter table public.order_lines enable row level security;
alter table public.hand_over_lines add foreign key (line_id) references public.order_lines (id) on delete no action;

create table public.verified_accounts (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  verified_by uuid references public.profiles (id) on delete no action,
  verified_at timestamptz not null default now()
);
comment on table public.verified_accounts is 'Accounts that an operator knows, such as restaurants: they may owe more. Written by a command.';
alter table public.verified_accounts enable row level security;

-- Each change of a paid order's fee, with how it was settled: the key of its journal.
create table public.order_fee_changes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete no action,
  from_kobo bigint not null check (from_kobo >= 0),
  to_kobo bigint not null check (to_kobo >= 0),
  refund_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  payment_id uuid,
  constraint the_fee_changes check (from_kobo <> to_kobo)
);
comment on table public.order_fee_changes is 'Delivery fees that changed after their order was paid: less comes back (journal `delivery-fee:<id>`), more is paid first.';
comment on column public.order_fee_changes.payment_id is 'What paid the difference.';
create index order_fee_changes_of_order on public.order_fee_changes (order_id);
alter table public.order_fee_changes enable row level security;
