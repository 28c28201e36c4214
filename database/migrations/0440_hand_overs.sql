-- From "confirmed" to food in the right hands. Places and zones are the market's; a person is let into a place or a shop by a membership, which
-- is no role: what it allows ends with its row, at the tables too.
create table public.pickup_points (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(trim(name)) between 2 and 80),
  state text not null references public.nigerian_states (name),
  lga text not null check (char_length(trim(lga)) between 2 and 60),
  street text not null check (char_length(trim(street)) between 4 and 160),
  instructions text not null default '' check (char_length(instructions) <= 500),
  -- For a link to a map; within Nigeria.
  latitude numeric(8,5) check (latitude between 3.5 and 14.5),
  longitude numeric(8,5) check (longitude between 2 and 15.5),
  phone text check (phone ~ '^\+234[0-9]{10}$'),
  -- Opening hours in Lagos, a row a day that it is open: {"day": 1 (Monday) to 7, "opens": "08:00", "closes": "18:00"}.
  opening_hours jsonb not null default '[]' check (jsonb_typeof(opening_hours) = 'array' and jsonb_array_length(opening_hours) <= 14),
  -- The shop whose own place it is; null: a hub of the market.
  vendor_id uuid references public.vendors (id),
  stockpile_capacity_kg integer not null default 0 check (stockpile_capacity_kg between 0 and 10000000),
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint a_whole_place_on_the_map check (num_nonnulls(latitude, longitude) in (0, 2))
);
comment on table public.pickup_points is 'Where goods are collected: hubs of the market, and shops'' own places. A closed one takes no new orders and keeps those it has.';
create index pickup_points_open on public.pickup_points (state, name) where closed_at is null;
create index pickup_points_of_shop on public.pickup_points (vendor_id) where vendor_id is not null;
create trigger pickup_points_touch before update on public.pickup_points for each row execute function public.touch_updated_at();

create table public.delivery_zones (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(trim(name)) between 2 and 80),
  state text not null references public.nigerian_states (name),
  -- Local governments it covers; none: the whole state.
  lgas text[] not null default '{}' check (cardinality(lgas) <= 60),
  fee_kobo bigint not null check (fee_kobo between 0 and 100000000),
  -- Whose income the fee is.
  delivered_by text not null default 'market' check (delivered_by in ('market', 'vendor')),
  -- Null: for every shop of the state.
  vendor_id uuid references public.vendors (id),
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint own_zone_is_delivered_by_its_shop check (vendor_id is not null or delivered_by = 'market')
);
create index delivery_zones_open on public.delivery_zones (state) where closed_at is null;
create trigger delivery_zones_touch before update on public.delivery_zones for each row execute function public.touch_updated_at();

create table public.addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id),
  label text not null check (char_length(trim(label)) between 1 and 40),
  recipient text not null check (char_length(trim(recipient)) between 2 and 80),
  phone text not null check (phone ~ '^\+234[0-9]{10}$'),
  street text not null check (char_length(trim(street)) between 4 and 160),
  landmark text not null default '' check (char_length(landmark) <= 160),
  state text not null references public.nigerian_states (name),
  lga text not null check (char_length(trim(lga)) between 2 and 60),
  archived_at timestamptz,
  created_at timestamptz not null default now()
);
create index addresses_of_person on public.addresses (user_id) where archived_at is null;

create table public.memberships (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.profiles (id),
  vendor_id uuid references public.vendors (id),
  pickup_point_id uuid references public.pickup_points (id),
  duty text not null check (duty in ('hand-over', 'delivery')),
  added_by uuid references public.profiles (id),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint of_a_shop_or_a_place check (num_nonnulls(vendor_id, pickup_point_id) = 1)
);
comment on table public.memberships is 'Who hands goods over or delivers, and for which shop or place. No role: rights end with ended_at.';
create unique index one_membership_of_a_kind on public.memberships (person_id, coalesce(vendor_id, pickup_point_id), duty) where ended_at is null;
create index memberships_of_shop on public.memberships (vendor_id) where ended_at is null;
create index memberships_of_place on public.memberships (pickup_point_id) where ended_at is null;

-- Whom a signed-in person serves: the shop they own while they are a vendor, and what living memberships name.
create function rights.served_vendor_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select v.id from public.vendors v where v.id = rights.my_vendor_id() and v.status in ('active', 'suspended')
  union
  select m.vendor_id from public.memberships m join public.vendors v on v.id = m.vendor_id join public.profiles o on o.id = v.owner_id and o.role = 'vendor'
  where m.person_id = auth.uid() and m.ended_at is null and not rights.owes_second_step()
$$;
create function rights.served_place_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select m.pickup_point_id from public.memberships m where m.person_id = auth.uid() and m.ended_at is null and m.pickup_point_id is not null and not rights.owes_second_step()
  union
  select p.id from public.pickup_points p where p.vendor_id in (select rights.served_vendor_ids())
$$;
grant execute on function rights.served_vendor_ids(), rights.served_place_ids() to authenticated, service_role;

alter table public.orders
  add column pickup_point_id uuid references public.pickup_points (id),
  add column delivery_zone_id uuid references public.delivery_zones (id),
  -- Whose income the delivery fee is: the zone's, when it was chosen.
  add column delivered_by text not null default 'market' check (delivered_by in ('market', 'vendor')),
  add constraint where_it_goes check (case fulfilment when 'delivery' then pickup_point_id is null else delivery_zone_id is null end);
create index orders_ready_at_place on public.orders (pickup_point_id, status) where pickup_point_id is not null;

create table public.order_addresses (
  order_id uuid primary key references public.orders (id),
  recipient text not null check (char_length(trim(recipient)) between 2 and 80),
  phone text not null check (phone ~ '^\+234[0-9]{10}$'),
  street text not null check (char_length(trim(street)) between 4 and 160),
  landmark text not null default '' check (char_length(landmark) <= 160),
  state text not null references public.nigerian_states (name),
  lga text not null check (char_length(trim(lga)) between 2 and 60)
);
comment on table public.order_addresses is 'Where an order is delivered: a copy of the address when it was chosen. Apart from the order, because a shop sees it only if it delivers itself.';

-- One row for each time that goods change hands, or shall. When an order is ready it has one open hand-over of everything that is left; if only a part is
-- taken, that one is done and another is opened for the rest.
create table public.hand_overs (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  kind text not null check (kind in ('pickup', 'delivery', 'stockpile')),
  pickup_point_id uuid references public.pickup_points (id),
  status text not null default 'open' check (status in ('open', 'done', 'ended')),
  due_from timestamptz not null,
  due_until timestamptz,
  done_at timestamptz,
  handled_by uuid references public.profiles (id),
  -- What proved that the goods are in the right hands.
  proof text check (proof in ('code', 'nominee', 'override')),
  taken_by text not null default '' check (char_length(taken_by) <= 80),
  note text not null default '' check (char_length(note) <= 300),
  goods_kobo bigint not null default 0 check (goods_kobo >= 0),
  -- Until then the buyer may claim; then the vendor's money is released, if no claim is open.
  claim_until timestamptz,
  released_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint done_has_proof check ((status = 'done') = (done_at is not null and proof is not null and claim_until is not null)),
  constraint released_when_done check (released_at is null or status = 'done'),
  constraint a_place_or_a_door check (kind <> 'delivery' or pickup_point_id is null)
);
create unique index one_open_hand_over_an_order on public.hand_overs (order_id) where status = 'open';
create index hand_overs_of_order on public.hand_overs (order_id);
create index hand_overs_at_place on public.hand_overs (pickup_point_id, due_from) where status = 'open';
create index hand_overs_to_release on public.hand_overs (claim_until) where status = 'done' and released_at is null;

create table public.hand_over_lines (
  hand_over_id uuid not null references public.hand_overs (id),
  line_id uuid not null references public.order_lines (id),
  quantity integer not null check (quantity > 0),
  primary key (hand_over_id, line_id)
);
comment on table public.hand_over_lines is 'Units of a line that changed hands in a hand-over that is done.';
create index hand_over_lines_of_line on public.hand_over_lines (line_id);

alter table public.pickup_points enable row level security;
create policy points_are_public on public.pickup_points for select to public using (true);
grant select on public.pickup_points to anon, authenticated;
alter table public.delivery_zones enable row level security;
create policy zones_are_public on public.delivery_zones for select to public using (true);
grant select on public.delivery_zones to anon, authenticated;
alter table public.addresses enable row level security;
create policy own_addresses on public.addresses for select to authenticated using (user_id = (select auth.uid()));
create policy second_step on public.addresses as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.addresses to authenticated;
alter table public.order_addresses enable row level security;
create policy own_order_addresses on public.order_addresses for select to authenticated using (order_id in (
  select o.id from public.orders o where o.user_id = (select auth.uid()) or o.delivered_by = 'vendor' and o.is_paid and o.vendor_id = (select rights.my_vendor_id())));
create policy second_step on public.order_addresses as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.order_addresses to authenticated;
alter table public.memberships enable row level security;
create policy own_memberships on public.memberships for select to authenticated
  using (person_id = (select auth.uid()) or vendor_id = (select rights.my_vendor_id()) or (select rights.has_role('coordinator', 'chief')));
create policy second_step on public.memberships as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.memberships to authenticated;
alter table public.hand_overs enable row level security;
create policy hand_overs_with_order on public.hand_overs for select to authenticated using (order_id in (select rights.my_order_ids()));
create policy second_step on public.hand_overs as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select (id, order_id, kind, pickup_point_id, status, due_from, due_until, done_at, proof, taken_by, claim_until, released_at, created_at) on public.hand_overs to authenticated;
alter table public.hand_over_lines enable row level security;
create policy lines_with_hand_over on public.hand_over_lines for select to authenticated
  using (hand_over_id in (select h.id from public.hand_overs h where h.order_id in (select rights.my_order_ids())));
grant select on public.hand_over_lines to authenticated;
grant delete on public.order_addresses to service_role;
grant select, insert, update on public.pickup_points, public.delivery_zones, public.addresses, public.order_addresses, public.memberships, public.hand_overs, public.hand_over_lines to service_role;

create trigger log_act after insert or update or delete on public.pickup_points for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('pickup-point', 'id', '');
create trigger log_act after insert or update or delete on public.delivery_zones for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('delivery-zone', 'id', '');
create trigger log_act after insert or update or delete on public.addresses for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('address', 'id', 'recipient phone street landmark');
create trigger log_act after insert or update or delete on public.order_addresses for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('order-address', 'order_id', 'recipient phone street landmark');
create trigger log_act after insert or update or delete on public.memberships for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('membership', 'id', '');
create trigger log_act after insert or update or delete on public.hand_overs for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('hand-over', 'order_id', 'taken_by');
create trigger log_act after insert or update or delete on public.hand_over_lines for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('hand-over-line', 'hand_over_id', '');
