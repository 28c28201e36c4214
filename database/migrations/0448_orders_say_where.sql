-- Where an order goes, for everybody who may see it; the door of a buyer only for those who may read its address.
create or replace view public.all_orders with (security_invoker = true) as
select o.id, case when o.group_buy_id is null then 'bulk' else 'group_buy' end as kind, o.order_no, o.vendor_id, v.business_name as vendor_name,
  v.state as vendor_state, o.group_buy_id, l.names as product_name, o.quantity, l.unit, o.user_id, o.buyer_name, o.status, o.unit_price, o.total_amount,
  l.base_amount, o.fee_kobo, f.vendor_fee_kobo, o.amount_due_kobo, o.returned_kobo, o.fulfilment, o.created_at, o.is_live,
  f.month, f.is_paid, f.is_promised, f.goods, o.delivered_by, p.name as place, p.street || ', ' || p.lga as place_street, p.opening_hours as place_hours,
  p.closed_at is not null as is_place_closed, z.name as zone, a.recipient || ', ' || a.street || ', ' || a.lga as door, l.kg
from public.order_figures f join public.orders o on o.id = f.id left join public.vendors v on v.id = o.vendor_id
left join public.pickup_points p on p.id = o.pickup_point_id left join public.delivery_zones z on z.id = o.delivery_zone_id
left join public.order_addresses a on a.order_id = o.id
cross join lateral (
  select string_agg(product_name, ', ' order by product_name) as names, case when count(distinct unit) = 1 then min(unit) end as unit,
    sum(base_price * quantity) as base_amount, case when bool_and(kg_per_unit is not null) then sum(kg_per_unit * quantity) end as kg
  from public.order_lines where order_id = o.id) l;
comment on column public.all_orders.kg is 'About; null where a weight is not known.';
