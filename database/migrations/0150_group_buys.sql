-- A group buy carries its own copy of the product's facts, tiers and rates from the moment it is published.

-- Tiers travel as JSON text (specification, section 3). The price is looked up in two sorted arrays made from it when it is written, so that
-- a change of the counters parses nothing. domain/group-buys/price-tiers.ts says the same in TypeScript; a database test compares the two.
create function public.tier_thresholds(price_tiers text) returns integer[] language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg((tier ->> 'participants')::numeric::integer order by place), '{}')
  from jsonb_array_elements(price_tiers::jsonb) with ordinality as t (tier, place)
$$;
create function public.tier_prices(price_tiers text) returns numeric[] language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg((tier ->> 'price')::numeric(14,2) order by place), '{}')
  from jsonb_array_elements(price_tiers::jsonb) with ordinality as t (tier, place)
$$;
create function public.price_at(thresholds integer[], prices numeric[], base_price numeric, participants integer) returns numeric
language sql immutable parallel safe as $$ select coalesce(prices[width_bucket(participants, thresholds)], base_price)::numeric(14,2) $$;
comment on function public.price_at is 'Naira: the price of the highest threshold the count meets, else the base price (specification, section 4).';

create function public.price_tiers_fault(price_tiers text, base_price numeric, max_participants integer) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  entries jsonb;
  entry jsonb;
  threshold numeric;
  price numeric;
  last_threshold numeric := 0;
  last_price numeric := base_price;
begin
  -- The text travels with every list of buys, so it is as short as ten tiers need.
  if char_length(price_tiers) > 4000 then return 'Price tiers must fit in 4000 characters'; end if;
  begin
    entries := price_tiers::jsonb;
  exception when others then
    return 'Price tiers must be a JSON list';
  end;
  if jsonb_typeof(entries) is distinct from 'array' then return 'Price tiers must be a JSON list'; end if;
  if jsonb_array_length(entries) > 10 then return 'At most 10 price tiers are allowed'; end if;
  for entry in select value from jsonb_array_elements(entries) loop
    if jsonb_typeof(entry) <> 'object' or jsonb_typeof(entry -> 'participants') is distinct from 'number'
      or jsonb_typeof(entry -> 'price') is distinct from 'number' then
      return 'Each price tier needs a number of participants and a price';
    end if;
    threshold := (entry ->> 'participants')::numeric;
    price := (entry ->> 'price')::numeric;
    if threshold <> trunc(threshold) or threshold < 1 or threshold > 1000000 then return 'Tier participants must be a whole number from 1'; end if;
    if threshold <= last_threshold then return 'Tier participants must rise from tier to tier'; end if;
    if price <= 0 or price <> round(price, 2) then return 'Tier prices must be above 0, with at most two decimals'; end if;
    if price >= last_price then return 'Tier prices must fall from tier to tier, the first below the base price'; end if;
    last_threshold := threshold;
    last_price := price;
  end loop;
  if max_participants is not null and last_threshold > max_participants then
    return 'The last tier must not need more people than the buy takes';
  end if;
  return null;
end $$;

create function public.payment_due_at(share_date date) returns timestamptz language sql immutable set search_path = '' as
$$ select ((share_date - 2) + time '23:59:59') at time zone 'Africa/Lagos' $$;
comment on function public.payment_due_at is 'Payment is due 2 days before the sharing day (specification, section 9), end of that day in Lagos.';
revoke execute on function public.payment_due_at(date) from public;
grant execute on function public.price_at(integer[], numeric[], numeric, integer) to anon, authenticated, service_role;
grant execute on function public.payment_due_at(date) to service_role;

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
  constraint places_are_not_oversold check (current_quantity between 0 and target_quantity),
  constraint people_are_not_oversold check (current_participants >= 0 and (max_participants is null or current_participants <= max_participants)),
  constraint window_closes_before_payment check (payment_due_at is null or extended_at is not null or end_date <= payment_due_at)
);
comment on table public.group_buys is 'Its counters are the orders'' to move (count_order), its stock the product''s (move_stock).';
comment on column public.group_buys.price_tiers is 'JSON text: [{"participants": 5, "price": 76000}, ...], prices in naira.';
comment on column public.group_buys.tier_thresholds is 'Participants of each tier, rising; made from price_tiers.';
comment on column public.group_buys.terms_version is 'Rises with every change of price, target, limits or dates. An order keeps the version it was made under.';
comment on column public.group_buys.buyer_fee_bps is 'Rates are those in force on publishing (public.settings); later changes of a setting leave them alone.';
comment on column public.group_buys.set_aside is 'Units taken from the product''s stock: an open buy holds its whole target, a closed one what was joined, an ended one nothing.';
comment on column public.group_buys.paid_participants is 'People with a paid live order: settlement prices by them, screens show both counts.';
create index group_buys_ending on public.group_buys (end_date, id) where status = 'active';
create index group_buys_popular on public.group_buys (current_participants desc, id) where status = 'active';
create index group_buys_cheapest on public.group_buys (current_price, id) where status = 'active';
create index group_buys_category on public.group_buys (category, end_date) where status = 'active';
create index group_buys_vendor on public.group_buys (vendor_id, created_at desc);
create index group_buys_product on public.group_buys (product_id);
create index group_buys_location on public.group_buys (vendor_location) where status = 'active';
create index group_buys_search on public.group_buys using gin (product_name public.gin_trgm_ops) where status = 'active';

alter table public.group_buys enable row level security;
-- A draft that was thrown away stays what it was: the shop's own business.
create policy published on public.group_buys for select using (status <> 'draft' and (status <> 'cancelled' or published_at is not null));
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
-- Counters, stock and what is made from tiers are written by their triggers alone, not even by the service.
grant select, insert, delete on public.group_buys to service_role;
grant update (status, price_tiers, share_date, payment_due_at, end_date, target_quantity, min_participants, max_participants, payment_mode,
  allow_extension, extended_at, final_price, end_reason, closed_at, settled_at) on public.group_buys to service_role;

create trigger watch_status after insert or update of status on public.group_buys for each row execute function public.watch_status('group_buy');
create trigger announce after insert or update or delete on public.group_buys for each row execute function realtime.announce_change();
