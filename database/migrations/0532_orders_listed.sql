-- What is in an order is read for the orders that are shown, not for those that are only counted or sorted: as columns of their own,
-- which PostgreSQL leaves out of a count and works out after the page is cut.
create or replace view public.all_orders with (security_invoker = true) as
select o.id, case when o.group_buy_id is null then 'bulk' else 'group_buy' end as kind, o.order_no, o.vendor_id, v.business_name as vendor_name,
  v.state as vendor_state, o.group_buy_id,
  (select string_agg(l.product_name, ', ' order by l.product_name) from public.order_lines l where l.order_id = o.id) as product_name, o.quantity,
  (select case when count(distinct l.unit) = 1 then min(l.unit) end from public.order_lines l where l.order_id = o.id) as unit,
  o.user_id, o.buyer_name, o.status, o.unit_price, o.total_amount,
  (select sum(l.base_price * l.quantity) from public.order_lines l where l.order_id = o.id) as base_amount,
  o.fee_kobo, f.vendor_fee_kobo, o.amount_due_kobo, o.returned_kobo, o.fulfilment, o.created_at, o.is_live, f.month, f.is_paid, f.is_promised, f.goods,
  o.delivered_by, p.name as place, p.street || ', ' || p.lga as place_street, p.opening_hours as place_hours, p.closed_at is not null as is_place_closed,
  z.name as zone, a.recipient || ', ' || a.street || ', ' || a.lga as door,
  (select case when bool_and(l.kg_per_unit is not null) then sum(l.kg_per_unit * l.quantity) end from public.order_lines l where l.order_id = o.id) as kg
from public.order_figures f join public.orders o on o.id = f.id left join public.vendors v on v.id = o.vendor_id
left join public.pickup_points p on p.id = o.pickup_point_id left join public.delivery_zones z on z.id = o.delivery_zone_id
left join public.order_addresses a on a.order_id = o.id;
