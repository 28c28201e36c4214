create function public.price_at(thresholds integer[], prices numeric[], base_price numeric, participants integer) returns numeric
language sql immutable parallel safe as $$ select coalesce(prices[width_bucket(participants, thresholds)], base_price)::numeric(14,2) $$;
comment on function public.price_at(integer[], numeric[], numeric, integer) is 'Naira: the price of the highest threshold the count meets, else the base price (specification, section 4).';

create table public.group_buys (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete no action,
  vendor_id uuid not null references public.vendors (id) on delete no action,
  status text not null default 'draft'
    check (status in ('draft', 'active', 'closed', 'settling', 'confirmed', 'ready', 'completed', 'failed', 'cancelled')),
  product_name text not null,
  product_description text not null default '',
  category text not null,
  unit text not null,
  image_url text,
  vendor_location text not null,
  min_quantity integer not null default 1 check (min_quantity >= 1),
  max_quantity integer check (max_quantity >= min_quantity),
  base_price numeric(14,2) not null check (base_price > 0),
  price_tiers text not null default '[]',
  tier_thresholds integer[] not null default '{}',
  tier_prices numeric(14,2)[] not null default '{}',
  terms_version integer not null default 1,
  share_date date,
  payment_due_at timestamptz,
  starts_at timestamptz not null default now(),
  end_date timestamptz not null constraint end_date_is_within_reach
    check (end_date between '2000-01-01T00:00:00Z' and '2100-01-01T00:00:00Z'),
  target_quantity integer not null check (target_quantity between 1 and 1000000),
  current_quantity integer not null default 0,
  min_participants integer not null default 1 check (min_participants >= 1),
  max_participants integer check (max_participants >= min_participants),
  current_participants integer not null default 0,
  paid_quantity integer not null default 0 check (paid_quantity >= 0),
  paid_participants integer not null default 0 check (paid_participants >= 0),
  payment_mode text not null default 'reserve' check (payment_mode in ('reserve', 'pay_to_join')),
  allow_extension boolean not null default false,
  extended_at timestamptz,
  buyer_fee_bps integer not null default 250 check (buyer_fee_bps between 0 and 10000),
  vendor_fee_bps integer not null default 500 check (vendor_fee_bps between 0 and 10000),
  referral_bps integer not null default 50 check (referral_bps between 0 and 10000),
  late_leave_charge_bps integer not null default 1000 check (late_leave_charge_bps between 0 and 10000),
  current_price numeric(14,2) not null generated always as (public.price_at(tier_thresholds, tier_prices, base_price, current_participants)) stored,
  set_aside integer not null generated always as (case when status = 'active' then target_quantity
    when status in ('draft', 'failed', 'cancelled') then 0 else current_quantity end) stored,
  final_price numeric(14,2),
  end_reason text check (char_length(end_reason) <= 300),
  published_at timestamptz,
  closed_at timestamptz,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Settling, honouring, failing: what the clock needs to do each of them in steps, so that a kill half-way costs nothing.
  honoured_at timestamptz,
  left_late integer not null default 0 check (left_late >= 0),
  -- Copied where terms are: onto a buy when it is published, onto a line when it is accepted.
  kg_per_unit numeric(9,3) check (kg_per_unit > 0),
  settled_participants integer check (settled_participants > 0),
  constraint places_are_not_oversold check (current_quantity between 0 and target_quantity),
  constraint people_are_not_oversold check (current_participants >= 0 and (max_participants is null or current_participants <= max_participants)),
  constraint window_closes_before_payment check (payment_due_at is null or extended_at is not null or end_date <= payment_due_at),
  -- Copies of the product's.
  constraint picture_is_on_this_site check (public.is_own_path(image_url) and image_url <> '/'),
  constraint vendor_keeps_95_percent check (vendor_fee_bps <= 500)
);
comment on table public.group_buys is 'Its counters are the orders'' to move (count_orders), its stock the product''s (move_stock).';
comment on column public.group_buys.price_tiers is 'JSON text: [{"participants": 5, "price": 76000}, ...], prices in naira.';
comment on column public.group_buys.tier_thresholds is 'Participants of each tier, rising; made from price_tiers.';
comment on column public.group_buys.terms_version is 'Rises with every change of price, target, limits or dates. An order keeps the version it was made under.';
comment on column public.group_buys.buyer_fee_bps is 'Rates are those in force on publishing (public.settings); later changes of a setting leave them alone.';
comment on column public.group_buys.set_aside is 'Units taken from the product''s stock: an open buy holds its whole target, a closed one what was joined, an ended one nothing.';
comment on column public.group_buys.paid_participants is 'People with a paid live order: settlement prices by them, screens show both counts.';
comment on column public.group_buys.honoured_at is 'When the vendor took a buy short of its minimum upon themselves.';
comment on column public.group_buys.left_late is 'People who left after the free time, or whose bank took the payment back.';
comment on column public.group_buys.kg_per_unit is 'About; a copy on publishing. Null: not known.';
comment on column public.group_buys.settled_participants is 'People whose payments made the final price: they stayed. Null for buys settled before this was recorded.';
create index group_buys_ending on public.group_buys (end_date, id) where status = 'active';
create index group_buys_popular on public.group_buys (current_participants desc, id) where status = 'active';
create index group_buys_category on public.group_buys (category, end_date) where status = 'active';
create index group_buys_vendor on public.group_buys (vendor_id, created_at desc);
create index group_buys_product on public.group_buys (product_id);
create index group_buys_location on public.group_buys (vendor_location) where status = 'active';
create index group_buys_search on public.group_buys using gin (product_name public.gin_trgm_ops) where status = 'active';
alter table public.group_buys enable row level security;
alter table public.shown_names add foreign key (group_buy_id) references public.group_buys (id) on delete cascade;
