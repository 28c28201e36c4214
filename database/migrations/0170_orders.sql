-- Orders: one person's share of a group buy, or one vendor's part of a cart. Nobody writes them through the table API: joining, leaving,
-- paying and the clock are commands and jobs. Amounts: docs/decisions/0001.
create sequence public.order_numbers start 10001;

create table public.checkouts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id),
  status text not null default 'open' check (status in ('open', 'paid', 'expired', 'cancelled')),
  hold_expires_at timestamptz not null default now() + make_interval(mins => public.whole_setting('bulk_hold_minutes')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.checkouts is 'One payment of several orders.';
comment on column public.checkouts.hold_expires_at is 'An open checkout keeps the stock of its orders until then.';
create index checkouts_of_person on public.checkouts (user_id, created_at desc);
create index checkouts_open on public.checkouts (hold_expires_at) where status = 'open';

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  order_no bigint not null unique default nextval('public.order_numbers'),
  group_buy_id uuid references public.group_buys (id),
  checkout_id uuid references public.checkouts (id),
  user_id uuid not null references public.profiles (id),
  vendor_id uuid not null references public.vendors (id),
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
  constraint from_a_buy_or_the_cart check (num_nonnulls(group_buy_id, unit_price, ceiling_unit_price) in (0, 3)
    and (group_buy_id is not null or checkout_id is not null)),
  constraint total_is_price_times_quantity check (total_amount = unit_price * quantity),
  constraint final_price_is_at_most_the_ceiling check (settled_at is null or unit_price <= ceiling_unit_price),
  -- The price step is a group buy's alone, and none of its orders is handed out without it.
  constraint settled_before_ready check (case when group_buy_id is null then status <> 'confirmed'
    else settled_at is not null or status not in ('confirmed', 'ready', 'collected', 'delivered', 'completed') end),
  constraint nothing_due_once_paid check (amount_due_kobo = 0 or status = 'pending')
);
comment on column public.orders.group_buy_id is 'Null for an order from the cart (`bulk_orders`), whose prices stand on its lines.';
comment on column public.orders.buyer_name is 'Copy of the name at acceptance, for packing lists.';
comment on column public.orders.quantity is 'Units in all lines.';
comment on column public.orders.is_live is 'Counts in its buy: pending or further, and not ended early. is_paid: live and not pending.';
comment on column public.orders.terms_version is 'Of the buy, when this order was made or last added to.';
comment on column public.orders.buyer_fee_bps is 'Rates of its buy, or those in force when the cart was ordered: an old order is never recomputed from today''s settings.';
comment on column public.orders.settled_at is 'When the final price of its buy was written; null for orders from the cart.';
create unique index one_pending_order_per_person_and_buy on public.orders (group_buy_id, user_id) where status = 'pending';
create index orders_of_person on public.orders (user_id, created_at desc);
create index orders_of_buy on public.orders (group_buy_id, user_id);
create index orders_paid_lately on public.orders (group_buy_id, paid_at) where is_paid;
create index orders_of_vendor on public.orders (vendor_id, created_at desc);
create index orders_of_checkout on public.orders (checkout_id) where checkout_id is not null;

create table public.order_lines (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id uuid not null references public.products (id),
  product_name text not null,
  unit text not null,
  image_url text,
  quantity integer not null check (quantity between 1 and 1000000),
  base_price numeric(14,2) not null check (base_price > 0),
  unit_price numeric(14,2) not null check (unit_price > 0),
  packed_at timestamptz,
  unique (order_id, product_id)
);
comment on table public.order_lines is 'What is in an order. An order from a group buy has one line, which follows it (count_order).';
comment on column public.order_lines.base_price is 'Naira per unit before any tier, at acceptance.';
create index order_lines_product on public.order_lines (product_id);

create trigger orders_touch before update on public.orders for each row execute function public.touch_updated_at();
create trigger checkouts_touch before update on public.checkouts for each row execute function public.touch_updated_at();
create trigger watch_status after insert or update of status on public.orders for each row execute function public.watch_status('order');
create trigger watch_status after insert or update of status on public.checkouts for each row execute function public.watch_status('checkout');
create trigger announce after insert or update on public.orders for each row execute function realtime.announce_change();

create function rights.my_order_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select id from public.orders where user_id = auth.uid() and not rights.owes_second_step()
  union all select id from public.orders where vendor_id = rights.my_vendor_id()
  union all select id from public.orders where vendor_id in (select rights.overseen_vendor_ids())
$$;

alter table public.checkouts enable row level security;
alter table public.orders enable row level security;
alter table public.order_lines enable row level security;
create policy own_checkouts on public.checkouts for select to authenticated using (user_id = (select auth.uid()));
create policy second_step on public.checkouts as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy own_orders on public.orders for select to authenticated using (user_id = (select auth.uid()));
create policy shop_orders on public.orders for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy second_step on public.orders as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy lines_with_order on public.order_lines for select to authenticated using (order_id in (select rights.my_order_ids()));
create policy history_with_subject on public.status_changes for select to authenticated using (
  (subject = 'order' and exists (select from public.orders o where o.id = subject_id))
  or (subject = 'group_buy' and exists (select from public.group_buys g where g.id = subject_id))
  or (subject = 'vendor' and exists (select from public.vendors v where v.id = subject_id and v.owner_id = (select auth.uid())))
  or (select rights.has_role('chief', 'coordinator')));

grant select on public.orders, public.checkouts, public.order_lines to authenticated;
grant select, insert, update on public.orders, public.checkouts to service_role;
grant all on public.order_lines to service_role;
grant usage on sequence public.order_numbers to service_role;
grant execute on function rights.my_order_ids() to authenticated, service_role;
