-- A group buy carries its own copy of the product's facts from the moment it is published.
create table public.group_buys (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id),
  vendor_id uuid not null references public.vendors (id),
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
  share_date date,
  payment_due_at timestamptz,
  starts_at timestamptz not null default now(),
  end_date timestamptz not null,
  target_quantity integer not null check (target_quantity between 1 and 1000000),
  current_quantity integer not null default 0,
  min_participants integer not null default 1 check (min_participants >= 1),
  max_participants integer check (max_participants >= min_participants),
  current_participants integer not null default 0,
  paid_quantity integer not null default 0 check (paid_quantity >= 0),
  paid_participants integer not null default 0 check (paid_participants >= 0),
  set_aside integer not null default 0 check (set_aside >= 0),
  payment_mode text not null default 'reserve' check (payment_mode in ('reserve', 'pay_to_join')),
  allow_extension boolean not null default false,
  extended_at timestamptz,
  buyer_fee_bps integer not null default 250 check (buyer_fee_bps between 0 and 10000),
  vendor_fee_bps integer not null default 500 check (vendor_fee_bps between 0 and 10000),
  referral_bps integer not null default 50 check (referral_bps between 0 and 10000),
  current_price numeric(14,2) generated always as (public.price_at(price_tiers, base_price, current_participants)) stored,
  final_price numeric(14,2),
  end_reason text check (char_length(end_reason) <= 300),
  published_at timestamptz,
  closed_at timestamptz,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint places_are_not_oversold check (current_quantity between 0 and target_quantity),
  constraint people_are_not_oversold check (current_participants >= 0 and (max_participants is null or current_participants <= max_participants)),
  constraint price_tiers_are_valid check (public.price_tiers_fault(price_tiers, base_price, max_participants) is null),
  constraint window_closes_before_payment check (payment_due_at is null or extended_at is not null or end_date <= payment_due_at)
);
comment on column public.group_buys.price_tiers is 'JSON text: [{"participants": 5, "price": 76000}, ...], prices in naira.';
comment on column public.group_buys.set_aside is 'Units taken from the product''s stock for this buy and not yet given back.';
comment on column public.group_buys.paid_participants is 'People with a paid live order: settlement prices by them, screens show both counts.';
create index group_buys_ending on public.group_buys (end_date, id) where status = 'active';
create index group_buys_popular on public.group_buys (current_participants desc, id) where status = 'active';
create index group_buys_cheapest on public.group_buys (current_price, id) where status = 'active';
create index group_buys_category on public.group_buys (category, end_date) where status = 'active';
create index group_buys_vendor on public.group_buys (vendor_id, created_at desc);
create index group_buys_product on public.group_buys (product_id);
create index group_buys_location on public.group_buys (vendor_location) where status = 'active';
create index group_buys_search on public.group_buys using gin (product_name public.gin_trgm_ops) where status = 'active';

create function public.copy_product_facts(buy public.group_buys) returns public.group_buys
language plpgsql security definer set search_path = '' as $$
declare product public.products;
begin
  select * into product from public.products where id = buy.product_id and archived_at is null;
  if product.id is null then raise exception 'Choose one of your products for this group buy' using errcode = 'PT400'; end if;
  buy.vendor_id := product.vendor_id;
  buy.product_name := product.name;
  buy.product_description := product.description;
  buy.category := product.category;
  buy.unit := product.unit;
  buy.image_url := product.image_url;
  buy.vendor_location := product.vendor_location;
  buy.min_quantity := product.min_quantity;
  buy.max_quantity := product.max_quantity;
  buy.base_price := product.base_price;
  buy.share_date := product.share_date;
  buy.payment_due_at := public.payment_due_at(product.share_date);
  return buy;
end $$;
revoke execute on function public.copy_product_facts(public.group_buys) from public;

alter table public.group_buys enable row level security;
create policy published on public.group_buys for select using (status <> 'draft');
create policy own_buys on public.group_buys for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy own_buys_add on public.group_buys for insert to authenticated with check (vendor_id = (select rights.my_vendor_id()));
create policy own_buys_edit on public.group_buys for update to authenticated
  using (vendor_id = (select rights.my_vendor_id())) with check (vendor_id = (select rights.my_vendor_id()));

grant select on public.group_buys to anon, authenticated;
grant insert (id, product_id, status, price_tiers, end_date, target_quantity, current_quantity, min_participants, max_participants,
  current_participants, payment_mode, allow_extension) on public.group_buys to authenticated;
grant update (status, price_tiers, end_date, target_quantity, min_participants, max_participants, payment_mode, allow_extension)
  on public.group_buys to authenticated;
grant all on public.group_buys to service_role;
