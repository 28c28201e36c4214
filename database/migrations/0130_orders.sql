-- Orders of group buys. Nobody writes them through the table API: joining, leaving and the clock are commands and jobs.
create sequence public.order_numbers start 10001;

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  order_no bigint not null unique default nextval('public.order_numbers'),
  group_buy_id uuid not null references public.group_buys (id),
  user_id uuid not null references public.profiles (id),
  vendor_id uuid not null references public.vendors (id),
  buyer_name text not null default '',
  quantity integer not null check (quantity between 1 and 1000000),
  unit_price numeric(14,2) not null check (unit_price > 0),
  total_amount numeric(16,2) not null,
  ceiling_unit_price numeric(14,2) not null check (ceiling_unit_price > 0),
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
  paid_at timestamptz,
  ready_at timestamptz,
  handed_over_at timestamptz,
  completed_at timestamptz,
  ended_at timestamptz,
  end_reason text check (char_length(end_reason) <= 300),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint total_is_price_times_quantity check (total_amount = unit_price * quantity),
  constraint final_price_is_at_most_the_ceiling
    check (status not in ('confirmed', 'ready', 'collected', 'delivered', 'completed') or unit_price <= ceiling_unit_price),
  constraint nothing_due_once_paid check (amount_due_kobo = 0 or status = 'pending')
);
comment on table public.orders is 'One person''s share of a group buy. Amounts: docs/decisions/0001-states-amounts-clocks.md.';
comment on column public.orders.buyer_name is 'Copy of the name at acceptance, for packing lists.';
create unique index one_pending_order_per_person_and_buy on public.orders (group_buy_id, user_id) where status = 'pending';
create index orders_of_person on public.orders (user_id, created_at desc);
create index orders_of_buy on public.orders (group_buy_id, created_at);
create index orders_of_vendor on public.orders (vendor_id, created_at desc);
create index orders_live on public.orders (group_buy_id, user_id)
  where status in ('pending', 'paid', 'confirmed', 'ready', 'collected', 'delivered', 'completed');

create table public.checkouts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id),
  status text not null default 'open' check (status in ('open', 'paid', 'expired', 'cancelled')),
  hold_expires_at timestamptz not null default now() + interval '30 minutes',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.checkouts is 'One payment for bulk orders at one or several vendors.';
create index checkouts_of_person on public.checkouts (user_id, created_at desc);
create index checkouts_open on public.checkouts (hold_expires_at) where status = 'open';

create table public.bulk_orders (
  id uuid primary key default gen_random_uuid(),
  order_no bigint not null unique default nextval('public.order_numbers'),
  checkout_id uuid not null references public.checkouts (id),
  user_id uuid not null references public.profiles (id),
  vendor_id uuid not null references public.vendors (id),
  buyer_name text not null default '',
  total_amount numeric(16,2) not null check (total_amount > 0),
  fee_kobo bigint not null default 0 check (fee_kobo >= 0),
  vendor_fee_kobo bigint not null default 0 check (vendor_fee_kobo >= 0),
  referral_kobo bigint not null default 0 check (referral_kobo >= 0),
  delivery_fee_kobo bigint not null default 0 check (delivery_fee_kobo >= 0),
  peps_kobo bigint not null default 0 check (peps_kobo >= 0),
  amount_due_kobo bigint not null default 0 check (amount_due_kobo >= 0),
  returned_kobo bigint not null default 0 check (returned_kobo >= 0),
  fulfilment text not null default 'pickup' check (fulfilment in ('pickup', 'delivery', 'stockpile')),
  status text not null default 'pending' check (status in
    ('pending', 'paid', 'ready', 'collected', 'delivered', 'completed', 'expired', 'cancelled', 'refunding', 'refunded')),
  paid_at timestamptz,
  ready_at timestamptz,
  handed_over_at timestamptz,
  completed_at timestamptz,
  ended_at timestamptz,
  end_reason text check (char_length(end_reason) <= 300),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint nothing_due_once_paid check (amount_due_kobo = 0 or status = 'pending')
);
create index bulk_orders_of_person on public.bulk_orders (user_id, created_at desc);
create index bulk_orders_of_vendor on public.bulk_orders (vendor_id, created_at desc);
create index bulk_orders_of_checkout on public.bulk_orders (checkout_id);

create table public.bulk_order_items (
  id uuid primary key default gen_random_uuid(),
  bulk_order_id uuid not null references public.bulk_orders (id) on delete cascade,
  product_id uuid not null references public.products (id),
  product_name text not null,
  unit text not null,
  image_url text,
  unit_price numeric(14,2) not null check (unit_price > 0),
  quantity integer not null check (quantity between 1 and 1000000),
  packed_at timestamptz,
  unique (bulk_order_id, product_id)
);
create index bulk_order_items_product on public.bulk_order_items (product_id);

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.vendors (id) on delete cascade,
  author_id uuid not null references public.profiles (id),
  order_id uuid unique references public.orders (id),
  bulk_order_id uuid unique references public.bulk_orders (id),
  rating integer not null check (rating between 1 and 5),
  comment text not null default '' check (char_length(comment) <= 1000),
  created_at timestamptz not null default now(),
  check (num_nonnulls(order_id, bulk_order_id) = 1)
);
comment on table public.reviews is 'One rating for one completed order: the vendor''s rating is their mean.';
create index reviews_vendor on public.reviews (vendor_id, created_at desc);
