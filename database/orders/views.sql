-- Lists of orders: read once, in index order, and counted without reading details.
create view public.order_figures with (security_invoker = true) as
select o.id, o.vendor_id, o.user_id, o.buyer_name, o.group_buy_id, o.status, o.created_at, public.lagos_month(o.created_at) as month, o.is_paid,
  o.status = 'pending' as is_promised, w.goods,
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
from public.pickup_points p left join public.orders o on o.pickup_point_id = p.id and o.status in ('pending', 'paid', 'confirmed', 'ready')
where (select rights.has_role('coordinator', 'chief')) group by p.id;
comment on view public.place_orders is 'Orders to be collected at each place, their number of people, stockpiled goods and staff; for coordinators and chiefs.';

create view public.zone_orders as
select z.id, count(o.id) filter (where o.status <> 'pending')::integer as paid, count(distinct o.user_id) filter (where o.status <> 'pending')::integer as people,
  coalesce(sum(o.delivery_fee_kobo) filter (where o.status <> 'pending'), 0)::bigint as fees_kobo, count(o.id) filter (where o.status = 'pending')::integer as unpaid
from public.delivery_zones z left join public.orders o on o.delivery_zone_id = z.id and o.status in ('pending', 'paid', 'confirmed', 'ready')
where (select rights.has_role('coordinator', 'chief')) group by z.id;
comment on view public.zone_orders is 'Orders to be delivered in each zone, and their delivery fees; for coordinators and chiefs.';
