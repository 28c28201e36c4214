-- Lists of orders: read once, in index order, and counted without reading details.
create view public.order_figures with (security_invoker = true) as
select o.id, o.vendor_id, o.user_id, o.buyer_name, o.group_buy_id, o.status, o.created_at, public.lagos_month(o.created_at) as month, o.is_paid,
  o.status = 'pending' and o.is_live as is_promised, w.goods,
  case when o.is_paid then floor(w.goods * o.buyer_fee_bps / 100) else 0 end::bigint as buyer_fee_kobo,
  case when o.is_paid then floor(w.goods * o.vendor_fee_bps / 100) else 0 end::bigint as vendor_fee_kobo,
  o.order_no, o.quantity, o.unit_price, o.total_amount, o.fee_kobo, o.amount_due_kobo, o.returned_kobo, o.fulfilment, o.is_live, o.delivered_by,
  o.pickup_point_id, o.delivery_zone_id, rights.order_quantity_left(o.id) as quantity_left,
  w.goods - (o.returned_goods_kobo + rights.order_reserved_kobo(o.id)) / 100.0 as goods_left,
  greatest(0, o.fee_kobo - rights.order_fee_returned_kobo(o.id)) as fee_left_kobo,
  case when o.is_paid then floor((w.goods - (o.returned_goods_kobo + rights.order_reserved_kobo(o.id)) / 100.0) * o.vendor_fee_bps / 100) else 0 end::bigint as vendor_fee_left_kobo
from public.orders o left join public.group_buys g on g.id = o.group_buy_id
cross join lateral (select case when o.is_live and o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end as goods) w;
comment on view public.order_figures is 'One row per order. is_paid: it counts as an order in every figure; is_promised: not paid yet, counted separately, never as sold.';
comment on column public.order_figures.goods is 'Naira: at the final price, and at the current price of its buy until that is settled: one buy has one price.';
comment on column public.order_figures.vendor_fee_kobo is 'For paid orders, at the order''s rates: the amount that settlement will write.';
comment on column public.order_figures.goods_left is 'Goods without refunds, finished or under way. goods: as sold, which figures add up.';
comment on column public.order_figures.quantity_left is 'Current units of the order, without those that came short.';

-- A left join, which PostgreSQL removes if none of its columns is selected: a count does not sum lines.
create view public.all_orders with (security_invoker = true) as
select f.id, case when f.group_buy_id is null then 'bulk' else 'group_buy' end as kind, f.order_no, f.vendor_id, v.business_name as vendor_name,
  v.state as vendor_state, f.group_buy_id, l.names as product_name, f.quantity, l.unit, f.user_id, f.buyer_name, f.status, f.unit_price,
  f.total_amount, l.base_amount, f.fee_kobo, f.vendor_fee_kobo, f.amount_due_kobo, f.returned_kobo, f.fulfilment, f.created_at, f.is_live, f.month,
  f.is_paid, f.is_promised, f.goods, f.delivered_by, p.name as place, p.street || ', ' || p.lga as place_street, p.opening_hours as place_hours,
  p.closed_at is not null as is_place_closed, z.name as zone, a.recipient || ', ' || a.street || ', ' || a.lga as door, l.kg,
  f.quantity_left, f.goods_left, f.fee_left_kobo, f.vendor_fee_left_kobo
from public.order_figures f left join public.vendors v on v.id = f.vendor_id
left join public.pickup_points p on p.id = f.pickup_point_id left join public.delivery_zones z on z.id = f.delivery_zone_id
left join public.order_addresses a on a.order_id = f.id
left join lateral (
  select string_agg(product_name, ', ' order by product_name) as names, case when count(distinct unit) = 1 then min(unit) end as unit,
    sum(base_price * quantity) as base_amount,
    case when bool_and(kg_per_unit is not null) then sum(kg_per_unit * (quantity - rights.short_units(id))) end as kg
  from public.order_lines where order_id = f.id) l on true;
comment on view public.all_orders is 'Orders that the reader can see, with their contents and amounts. base_amount: naira of the goods at the base price.';
comment on column public.all_orders.kg is 'Approximate; null if a weight is unknown.';

-- Sales by line: an order from a buy has one, at the order's price.
create view public.sold_lines with (security_invoker = true) as
select f.id as order_id, f.vendor_id, l.product_id, l.product_name, l.unit, l.quantity, f.is_paid,
  case when f.group_buy_id is null then l.unit_price * l.quantity else f.goods end as goods
from public.order_figures f join public.order_lines l on l.order_id = f.id
where (f.is_paid or f.is_promised) and f.created_at >= public.first_reported_month();
comment on view public.sold_lines is 'One row per product of each paid or promised order that the reader can see, of this month and the eleven before it; goods in naira.';

-- Free room for everyone who chooses a place, and order counts for its managers.
create view public.place_rooms as
select p.id, greatest(0, floor(p.stockpile_capacity_kg - public.stockpiled_kg(p.id)))::integer as free_kg from public.pickup_points p where p.closed_at is null;
comment on view public.place_rooms is 'Kilograms that can still be stockpiled at each open place.';

-- Only ready orders can be handed over; confirmed ones are still to come.
create view public.place_orders as
select p.id, count(o.id) filter (where o.status in ('pending', 'paid', 'confirmed'))::integer as to_come, count(o.id) filter (where o.status = 'ready')::integer as to_hand_over,
  ceil(public.stockpiled_kg(p.id))::integer as stockpiled_kg, count(distinct o.user_id)::integer as people,
  (select count(distinct m.person_id)::integer from public.memberships m where m.pickup_point_id = p.id and m.ended_at is null) as staff
from public.pickup_points p left join public.orders o on o.pickup_point_id = p.id and o.is_live and o.status in ('pending', 'paid', 'confirmed', 'ready')
where (select rights.has_role('coordinator', 'chief')) group by p.id;
comment on view public.place_orders is 'Orders to be collected at each place, their number of people, stockpiled goods and staff; for coordinators and chiefs.';

create view public.zone_orders as
select z.id, count(o.id) filter (where o.status <> 'pending')::integer as paid, count(distinct o.user_id) filter (where o.status <> 'pending')::integer as people,
  coalesce(sum(o.delivery_fee_kobo) filter (where o.status <> 'pending'), 0)::bigint as fees_kobo, count(o.id) filter (where o.status = 'pending')::integer as unpaid
from public.delivery_zones z left join public.orders o on o.delivery_zone_id = z.id and o.is_live and o.status in ('pending', 'paid', 'confirmed', 'ready')
where (select rights.has_role('coordinator', 'chief')) group by z.id;
comment on view public.zone_orders is 'Orders to be delivered in each zone, and their delivery fees; for coordinators and chiefs.';

-- Facts about a person that their orders at one shop tell. For one customer at a time: it reads all of their orders there.
create view public.shop_customers with (security_invoker = false) as
select o.user_id, (array_agg(o.buyer_name order by o.created_at desc, o.id))[1] as buyer_name, count(*)::integer as placed,
  count(*) filter (where o.is_paid)::integer as orders, count(*) filter (where o.status = 'pending' and o.is_live)::integer as promised_orders,
  count(*) filter (where o.status = 'expired' and o.takes_over_order_id is null)::integer as unpaid_orders, count(u.order_id)::integer as uncollected_orders,
  coalesce(sum(case when o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end) filter (where o.is_paid), 0) as goods,
  coalesce(sum(o.returned_goods_kobo) filter (where o.is_paid), 0)::bigint as returned_kobo,
  coalesce(sum(c.claims), 0)::integer as claims, coalesce(sum(c.upheld), 0)::integer as upheld_claims,
  min(o.created_at) as first_order_at, max(o.created_at) as last_order_at
from public.orders o left join public.uncollected u on u.order_id = o.id left join public.group_buys g on g.id = o.group_buy_id
left join lateral (select count(*) as claims, count(*) filter (where k.status in ('upheld', 'upheld_final')) as upheld
  from public.claims k where k.order_id = o.id and k.status <> 'withdrawn') c on true
where o.vendor_id = (select rights.my_vendor_id()) group by o.user_id;
comment on view public.shop_customers is 'Buyers of the reader''s own shop by what their orders there tell. uncollected_orders: not collected in time. goods: in paid orders, as sold; returned_kobo: what was given back of them in parts.';

-- The board of the reader's own shop: the orders of each stage whose cut-off comes first. Each group buy contributes a page in index
-- order, whatever it holds.
create function public.shop_board(most integer default 10)
returns table (stage text, id uuid, due_at timestamptz, due_day date, is_late boolean, is_packed boolean)
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
  with shop as materialized (
    select rights.my_vendor_id() as id, (clock_timestamp() at time zone 'Africa/Lagos')::date as today, least(greatest(most, 1), 50) as most
  ), stages (stage, status) as (values ('unpaid', 'pending'), ('to-pack', 'paid'), ('to-pack', 'confirmed'), ('ready', 'ready')
  ), buys as materialized (
    select g.id, g.share_date, g.payment_due_at from shop s join public.group_buys g on g.vendor_id = s.id
    where g.status in ('active', 'closed', 'settling', 'confirmed', 'ready')
  ), first_open as materialized (
    select t.stage, f.* from shop s cross join stages t cross join buys b cross join lateral (
      select o.id, o.created_at, coalesce(o.hold_expires_at, b.payment_due_at) as pay_by, b.share_date as shared from public.orders o
      where o.vendor_id = s.id and o.group_buy_id = b.id and o.status = t.status and o.is_live order by o.created_at, o.id limit s.most) f
    union all
    select t.stage, f.* from shop s cross join stages t cross join lateral (
      select o.id, o.created_at, c.hold_expires_at, (select min(l.share_date) from public.order_lines l where l.order_id = o.id) from (
        select p.id, p.checkout_id, p.created_at from public.orders p
        where p.vendor_id = s.id and p.group_buy_id is null and p.status = t.status order by p.created_at, p.id limit 300) o
      left join public.checkouts c on c.id = o.checkout_id) f
  ), dated as (
    select f.stage, f.id, f.created_at, case f.stage when 'unpaid' then f.pay_by when 'ready' then (
        select h.due_until from public.hand_overs h where h.order_id = f.id and h.status = 'open' and h.kind <> 'delivery') end as due_at,
      case when f.stage <> 'unpaid' then f.shared end as due_day
    from first_open f
  ), ranked as (
    select d.*, row_number() over (partition by d.stage order by coalesce(d.due_at, (d.due_day + 1)::timestamp at time zone 'Africa/Lagos'), d.created_at, d.id) as place
    from dated d
  ), handed_over as (
    select f.id, f.handed_over_at from shop s cross join (values ('collected'), ('delivered')) t (status) cross join lateral (
      select o.id, o.handed_over_at from public.orders o where o.vendor_id = s.id and o.status = t.status order by o.created_at desc, o.id limit s.most) f
  )
  (select r.stage, r.id, r.due_at, r.due_day,
    case r.stage when 'to-pack' then coalesce(r.due_day < s.today, false) else coalesce(r.due_at < clock_timestamp(), false) end,
    r.stage = 'to-pack' and not exists (select from public.order_lines l where l.order_id = r.id and l.packed_at is null)
  from ranked r cross join shop s where r.place <= s.most order by r.stage, r.place)
  union all
  (select 'handed-over', h.id, (select max(d.claim_until) from public.hand_overs d where d.order_id = h.id and d.status = 'done' and d.released_at is null),
    null, false, false
  from handed_over h cross join shop s order by h.handed_over_at desc nulls last, h.id limit (select most from shop))
$$;
comment on function public.shop_board(integer) is 'due_at: to pay, to collect, or until when there may be claims. due_day: the sharing day. Never more than fifty of a stage. @null due_at, due_day';

-- Counts stop at a thousand, so that they cost the same in a shop of any size.
create function public.shop_board_counts() returns table (stage text, amount integer, late integer)
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
  with shop as materialized (
    select rights.my_vendor_id() as id, (clock_timestamp() at time zone 'Africa/Lagos')::date as today
  ), stages (stage, statuses) as (
    values ('unpaid', array['pending']), ('to-pack', array['paid', 'confirmed']), ('ready', array['ready']), ('handed-over', array['collected', 'delivered'])
  ), late (stage, amount) as (
    select 'to-pack', count(*) from (
      select from shop s join public.group_buys g on g.vendor_id = s.id and g.status in ('active', 'closed', 'settling', 'confirmed', 'ready') and g.share_date < s.today
      join public.orders o on o.vendor_id = s.id and o.group_buy_id = g.id and o.status in ('paid', 'confirmed')
      union all
      select from shop s cross join lateral (select o.id from public.orders o
        where o.vendor_id = s.id and o.group_buy_id is null and o.status = 'paid' order by o.created_at, o.id limit 1000) o
      where (select min(l.share_date) from public.order_lines l where l.order_id = o.id) < s.today
      limit 1000) w
    union all
    -- The oldest are those that were not collected.
    select 'ready', count(*) from shop s cross join lateral (select o.id from public.orders o
      where o.vendor_id = s.id and o.status = 'ready' order by o.created_at, o.id limit 1000) o
    where exists (select from public.hand_overs h where h.order_id = o.id and h.status = 'open' and h.kind <> 'delivery' and h.due_until < clock_timestamp())
  )
  select t.stage, (select count(*) from (select from unnest(t.statuses) w (status) cross join lateral (
      select from public.orders o where o.vendor_id = s.id and o.status = w.status and o.is_live limit 1000) n limit 1000) c)::integer,
    coalesce((select l.amount from late l where l.stage = t.stage), 0)::integer
  from shop s cross join stages t
$$;
comment on function public.shop_board_counts() is 'Orders of each stage of the reader''s own shop, and how many of them are late; 1,000 means at least so many. @null none';
