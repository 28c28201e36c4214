-- The day before hand-over: what is to be packed, what a hub has weighed in, and what came short. Shop staff and hub staff work through
-- views that show no money and nobody who has not paid.

-- The same as served_vendor_ids and served_place_ids, for commands: they act as the service and name the person.
create function rights.packs_for(person uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.vendors v join public.profiles o on o.id = v.owner_id and o.role = 'vendor' where v.id = shop and (
    v.owner_id = person and v.status in ('active', 'suspended')
    or exists (select from public.memberships m where m.person_id = person and m.vendor_id = v.id and m.ended_at is null)))
$$;
create function rights.keeps_place(person uuid, place uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.memberships m where m.person_id = person and m.pickup_point_id = place and m.ended_at is null)
    or exists (select from public.pickup_points p where p.id = place and rights.packs_for(person, p.vendor_id))
$$;
comment on function rights.packs_for is 'Whether the person owns the shop or is its staff: served_vendor_ids, asked of anybody.';
comment on function rights.keeps_place is 'Whether the person is staff of the place: served_place_ids, asked of anybody.';
revoke execute on function rights.packs_for(uuid, uuid), rights.keeps_place(uuid, uuid) from public;
grant execute on function rights.packs_for(uuid, uuid), rights.keeps_place(uuid, uuid) to service_role;

-- A mark on a line says that it is packed. It can be taken back until the order is ready, and nobody packs what is not paid.
create function public.guard_packing() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.orders o where o.id = new.order_id and (o.status = 'confirmed' or o.status = 'paid' and o.group_buy_id is null)) then
    raise exception 'Only what is paid for and not yet ready can be marked as packed' using errcode = 'PT409';
  end if;
  return new;
end $$;
revoke execute on function public.guard_packing() from public;
create trigger guard_packing before update of packed_at on public.order_lines for each row
  when (old.packed_at is distinct from new.packed_at) execute function public.guard_packing();

-- What a vendor's delivery to a place was found to be: a row for each load of one product for one buy, or one order from the cart.
create table public.weigh_ins (
  id uuid primary key default gen_random_uuid(),
  pickup_point_id uuid not null references public.pickup_points (id),
  vendor_id uuid not null references public.vendors (id),
  group_buy_id uuid references public.group_buys (id),
  order_id uuid references public.orders (id),
  product_id uuid not null references public.products (id),
  part integer not null check (part between 1 and 50),
  units_expected integer not null check (units_expected >= 0),
  grams_expected bigint check (grams_expected >= 0),
  units_counted integer not null check (units_counted between 1 and 1000000),
  grams_counted bigint check (grams_counted between 1 and 1000000000),
  photo text check (char_length(photo) <= 300),
  shelf text not null default '' check (char_length(shelf) <= 40),
  note text not null default '' check (char_length(note) <= 300),
  weighed_by uuid references public.profiles (id),
  created_at timestamptz not null default clock_timestamp(),
  constraint of_a_buy_or_an_order check (num_nonnulls(group_buy_id, order_id) = 1)
);
comment on table public.weigh_ins is 'Loads that a place has counted and weighed. part: 1 for the first load, 2 for what was brought later.';
comment on column public.weigh_ins.units_expected is 'What was still to come when this load arrived.';
comment on column public.weigh_ins.photo is 'Name of the picture in the bucket `deliveries`.';
create unique index each_load_once on public.weigh_ins (pickup_point_id, coalesce(group_buy_id, order_id), product_id, part);
create index weigh_ins_of_shop on public.weigh_ins (vendor_id, created_at desc);
create index weigh_ins_by_photo on public.weigh_ins (photo) where photo is not null;

-- Goods that came short or damaged, entered once for all orders they were meant for. Quantities are thousandths of the product's unit.
create table public.shortfalls (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.vendors (id),
  group_buy_id uuid references public.group_buys (id),
  line_id uuid references public.order_lines (id),
  pickup_point_id uuid references public.pickup_points (id),
  kind text not null check (kind in ('short', 'damaged')),
  missing_thousandths bigint not null check (missing_thousandths > 0),
  of_thousandths bigint not null,
  by_vendor_thousandths bigint not null check (by_vendor_thousandths >= 0),
  by_hub_thousandths bigint not null check (by_hub_thousandths >= 0),
  orders integer not null check (orders > 0),
  goods_kobo bigint not null check (goods_kobo > 0),
  back_kobo bigint not null check (back_kobo >= goods_kobo),
  reason text not null check (char_length(reason) between 5 and 300),
  photo text check (char_length(photo) <= 300),
  entered_by uuid references public.profiles (id),
  created_at timestamptz not null default clock_timestamp(),
  constraint of_a_buy_or_a_line check (num_nonnulls(group_buy_id, line_id) = 1),
  constraint no_more_missing_than_there_was check (missing_thousandths <= of_thousandths),
  constraint borne_in_whole check (by_vendor_thousandths + by_hub_thousandths = missing_thousandths)
);
comment on table public.shortfalls is 'Short or damaged deliveries, shared out over their orders (shortfall_shares) and given back without a claim.';
comment on column public.shortfalls.of_thousandths is 'What the orders still had coming when it was entered.';
comment on column public.shortfalls.by_hub_thousandths is 'Lost after the hub had weighed it in; the rest was short on arrival and is the vendor''s.';
create index shortfalls_of_buy on public.shortfalls (group_buy_id) where group_buy_id is not null;
create index shortfalls_of_line on public.shortfalls (line_id) where line_id is not null;
create index shortfalls_of_shop on public.shortfalls (vendor_id, created_at desc);
create index shortfalls_by_photo on public.shortfalls (photo) where photo is not null;

create table public.shortfall_shares (
  shortfall_id uuid not null references public.shortfalls (id),
  line_id uuid not null references public.order_lines (id),
  missing_thousandths bigint not null check (missing_thousandths >= 0),
  -- Null: too little to be worth a kobo.
  return_id uuid unique references public.order_returns (id),
  primary key (shortfall_id, line_id)
);
comment on table public.shortfall_shares is 'What each order bears of a shortfall: by largest remainder, then earlier payment.';
create index shortfall_shares_of_line on public.shortfall_shares (line_id);

-- Who may see what was weighed, and its picture: the shop, the place, and those who look after the shop.
create function rights.sees_delivery(shop uuid, place uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select shop in (select rights.served_vendor_ids()) or place in (select rights.served_place_ids()) or shop in (select rights.overseen_vendor_ids())
$$;
create function rights.sees_delivery_photo(picture text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.weigh_ins w where w.photo = picture and rights.sees_delivery(w.vendor_id, w.pickup_point_id))
    or exists (select from public.shortfalls s where s.photo = picture and rights.sees_delivery(s.vendor_id, s.pickup_point_id))
$$;
create function rights.is_delivery_evidence(picture text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.weigh_ins where photo = picture) or exists (select from public.shortfalls where photo = picture)
$$;
grant execute on function rights.sees_delivery(uuid, uuid), rights.sees_delivery_photo(text), rights.is_delivery_evidence(text) to authenticated, service_role;

alter table public.weigh_ins enable row level security;
create policy loads_of_mine on public.weigh_ins for select to authenticated using (vendor_id in (select rights.served_vendor_ids())
  or pickup_point_id in (select rights.served_place_ids()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy second_step on public.weigh_ins as restrictive for all to authenticated using (not (select rights.owes_second_step()));
alter table public.shortfalls enable row level security;
create policy shortfalls_of_mine on public.shortfalls for select to authenticated using (vendor_id in (select rights.served_vendor_ids())
  or pickup_point_id in (select rights.served_place_ids()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy second_step on public.shortfalls as restrictive for all to authenticated using (not (select rights.owes_second_step()));
alter table public.shortfall_shares enable row level security;
create policy shares_with_shortfall on public.shortfall_shares for select to authenticated using (shortfall_id in (select s.id from public.shortfalls s));
create policy second_step on public.shortfall_shares as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.weigh_ins, public.shortfall_shares to authenticated;
-- Without its sums: staff of shops and hubs see no money.
grant select (id, vendor_id, group_buy_id, line_id, pickup_point_id, kind, missing_thousandths, of_thousandths, by_vendor_thousandths, by_hub_thousandths,
  orders, reason, photo, entered_by, created_at) on public.shortfalls to authenticated;
grant select, insert on public.weigh_ins, public.shortfalls, public.shortfall_shares to service_role;
create trigger log_act after insert or update or delete on public.weigh_ins for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('weigh-in', 'id', '');
create trigger log_act after insert or update or delete on public.shortfalls for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('shortfall', 'id', '');
create trigger log_act after insert or update or delete on public.shortfall_shares for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('shortfall-share', 'shortfall_id', '');

-- Pictures of deliveries are evidence: added by those who serve a shop or a place, changed by nobody, and removed by their owner only while
-- nothing that was entered names them.
insert into storage.buckets (id, public, file_size_limit) values ('deliveries', false, 5242880);
create policy delivery_pictures_read on storage.objects for select to authenticated using (bucket_id = 'deliveries'
  and ((storage.foldername(name))[1] = (select auth.uid())::text or rights.sees_delivery_photo(name)));
create policy delivery_pictures_add on storage.objects for insert to authenticated with check (bucket_id = 'deliveries'
  and (storage.foldername(name))[1] = (select auth.uid())::text
  and (exists (select rights.served_vendor_ids()) or exists (select rights.served_place_ids())));
create policy delivery_pictures_drop on storage.objects for delete to authenticated using (bucket_id = 'deliveries'
  and (storage.foldername(name))[1] = (select auth.uid())::text and not rights.is_delivery_evidence(name));

-- Every line that is paid for and not in somebody's hands for good, by the day and the buy it belongs to. No money, two digits of the phone.
create view public.packing_lines as
select l.id, l.order_id, o.order_no::integer, o.vendor_id, o.group_buy_id, coalesce(o.group_buy_id::text, 'bulk-' || coalesce(d.share_date::text, 'any') || '-' || o.vendor_id) as batch,
  coalesce(g.share_date, d.share_date) as share_date, coalesce(g.product_name, 'Bulk orders') as batch_name, coalesce(g.status, 'bulk') as batch_status,
  o.buyer_name, right(u.phone, 2) as phone_end, o.fulfilment, o.pickup_point_id, p.name as place, o.status, o.ready_at,
  l.product_id, l.product_name, l.unit, l.quantity, l.packed_at, v.business_name as shop, coalesce(s.missing, 0)::bigint as missing_thousandths,
  coalesce(s.entries, 0)::integer as shortfalls
from public.orders o join public.order_lines l on l.order_id = o.id join public.vendors v on v.id = o.vendor_id left join public.group_buys g on g.id = o.group_buy_id
left join public.pickup_points p on p.id = o.pickup_point_id left join auth.users u on u.id = o.user_id
left join lateral (select min(c.share_date) as share_date from public.order_lines c where c.order_id = o.id and o.group_buy_id is null) d on true
left join lateral (select sum(h.missing_thousandths) as missing, count(*) as entries from public.shortfall_shares h where h.line_id = l.id) s on true
where o.vendor_id in (select rights.served_vendor_ids()) and o.is_paid and o.status <> 'completed' and (o.group_buy_id is null or o.status <> 'paid');
comment on view public.packing_lines is 'What the shops that one serves have to pack, or have packed and not yet completed.';

create view public.packing_batches as
select b.batch, b.vendor_id, b.shop, b.group_buy_id, b.batch_name, b.batch_status, b.share_date, count(distinct b.order_id)::integer as orders,
  count(*)::integer as lines, count(*) filter (where b.packed_at is not null or b.status not in ('paid', 'confirmed'))::integer as packed_lines,
  count(distinct b.order_id) filter (where b.status in ('paid', 'confirmed'))::integer as open_orders,
  count(distinct b.order_id) filter (where b.status = 'ready')::integer as ready_orders, sum(b.quantity)::bigint as units,
  coalesce(sum(b.quantity) filter (where b.packed_at is not null or b.status not in ('paid', 'confirmed')), 0)::bigint as packed_units,
  case when count(distinct b.unit) = 1 then min(b.unit) end as unit
from public.packing_lines b
group by b.batch, b.vendor_id, b.shop, b.group_buy_id, b.batch_name, b.batch_status, b.share_date;
comment on view public.packing_batches is 'A buy, or the orders from the cart of one sharing day: how much there is and how much is packed.';

-- What is to arrive at the places one serves, and what has.
create view public.expected_deliveries as
select e.*, coalesce(w.parts, 0)::integer as parts, coalesce(w.units, 0)::bigint as units_counted, w.grams as grams_counted,
  coalesce(s.entries, 0)::integer as shortfalls, coalesce(s.missing, 0)::bigint as missing_thousandths
from (
  select o.pickup_point_id, p.name as place, p.vendor_id is null as is_hub, o.vendor_id, v.business_name as shop, coalesce(o.group_buy_id, o.id) as subject_id,
    o.group_buy_id, case when o.group_buy_id is null then o.id end as order_id, case when o.group_buy_id is null then o.order_no::integer end as order_no,
    case when o.group_buy_id is null then l.id end as line_id, l.product_id, l.product_name, l.unit, coalesce(g.share_date, l.share_date) as share_date,
    count(*)::integer as orders, sum(l.quantity)::bigint as units
  from public.orders o join public.order_lines l on l.order_id = o.id join public.pickup_points p on p.id = o.pickup_point_id
  join public.vendors v on v.id = o.vendor_id left join public.group_buys g on g.id = o.group_buy_id
  where o.pickup_point_id in (select rights.served_place_ids()) and (o.status in ('confirmed', 'ready') or o.status = 'paid' and o.group_buy_id is null)
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
) e
left join lateral (select max(x.part) as parts, sum(x.units_counted) as units, sum(x.grams_counted) as grams from public.weigh_ins x
  where x.pickup_point_id = e.pickup_point_id and coalesce(x.group_buy_id, x.order_id) = e.subject_id and x.product_id = e.product_id) w on true
left join lateral (select count(*) as entries, sum(f.missing_thousandths) filter (where f.pickup_point_id is not distinct from e.pickup_point_id) as missing
  from public.shortfalls f where f.group_buy_id = e.group_buy_id or f.line_id = e.line_id) s on true;
comment on view public.expected_deliveries is 'By place, buy (or order from the cart) and product: units on their way, counted, and entered as missing.';
grant select on public.packing_lines, public.packing_batches, public.expected_deliveries to authenticated, service_role;

-- For the public settlement sheet: quantities alone, of the buys that have one.
create view public.buy_shortfalls as
select f.group_buy_id, f.kind, sum(f.missing_thousandths)::bigint as missing_thousandths
from public.shortfalls f join public.group_buys g on g.id = f.group_buy_id and g.status in ('confirmed', 'ready', 'completed') group by f.group_buy_id, f.kind;
comment on view public.buy_shortfalls is 'What of a buy came short or damaged, for everybody: no person, no sum.';
grant select on public.buy_shortfalls to anon, authenticated, service_role;

-- A hub may find that goods came short, or that nothing of an order came.
update public.allowed_moves set causes = causes || 'hub'::text where (subject, to_status) = ('order', 'refunding') and from_status in ('paid', 'confirmed')
  or (subject, from_status, to_status) = ('refund', 'new', 'requested');
