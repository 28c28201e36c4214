-- Lists of orders: read once each, in the order of an index, and counted without looking into them.
create or replace view public.order_figures with (security_invoker = true) as
select o.id, o.vendor_id, o.user_id, o.buyer_name, o.group_buy_id, o.status, o.created_at, public.lagos_month(o.created_at) as month, o.is_paid,
  o.status = 'pending' as is_promised, w.goods,
  case when o.is_paid then floor(w.goods * o.buyer_fee_bps / 100) else 0 end::bigint as buyer_fee_kobo,
  case when o.is_paid then floor(w.goods * o.vendor_fee_bps / 100) else 0 end::bigint as vendor_fee_kobo,
  o.order_no, o.quantity, o.unit_price, o.total_amount, o.fee_kobo, o.amount_due_kobo, o.returned_kobo, o.fulfilment, o.is_live, o.delivered_by,
  o.pickup_point_id, o.delivery_zone_id
from public.orders o left join public.group_buys g on g.id = o.group_buy_id
cross join lateral (select case when o.is_live and o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end as goods) w;

-- A left join, because PostgreSQL leaves it out where nothing of it is asked for: a count does not add up lines.
create or replace view public.all_orders with (security_invoker = true) as
select f.id, case when f.group_buy_id is null then 'bulk' else 'group_buy' end as kind, f.order_no, f.vendor_id, v.business_name as vendor_name,
  v.state as vendor_state, f.group_buy_id, l.names as product_name, f.quantity, l.unit, f.user_id, f.buyer_name, f.status, f.unit_price,
  f.total_amount, l.base_amount, f.fee_kobo, f.vendor_fee_kobo, f.amount_due_kobo, f.returned_kobo, f.fulfilment, f.created_at, f.is_live, f.month,
  f.is_paid, f.is_promised, f.goods, f.delivered_by, p.name as place, p.street || ', ' || p.lga as place_street, p.opening_hours as place_hours,
  p.closed_at is not null as is_place_closed, z.name as zone, a.recipient || ', ' || a.street || ', ' || a.lga as door, l.kg
from public.order_figures f left join public.vendors v on v.id = f.vendor_id
left join public.pickup_points p on p.id = f.pickup_point_id left join public.delivery_zones z on z.id = f.delivery_zone_id
left join public.order_addresses a on a.order_id = f.id
left join lateral (
  select string_agg(product_name, ', ' order by product_name) as names, case when count(distinct unit) = 1 then min(unit) end as unit,
    sum(base_price * quantity) as base_amount,
    case when bool_and(kg_per_unit is not null) then sum(kg_per_unit * quantity) end as kg
  from public.order_lines where order_id = f.id) l on true;
create index orders_newest on public.orders (created_at desc, id);
