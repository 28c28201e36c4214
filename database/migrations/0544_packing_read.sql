-- What is to be packed is found among the orders that go on, by the index of those, and its lines by their orders: not in all lines there have been.
create or replace view public.packing_lines as
select l.id, l.order_id, o.order_no::integer, o.vendor_id, o.group_buy_id, coalesce(o.group_buy_id::text, 'bulk-' || coalesce(d.share_date::text, 'any') || '-' || o.vendor_id) as batch,
  coalesce(g.share_date, d.share_date) as share_date, coalesce(g.product_name, 'Bulk orders') as batch_name, coalesce(g.status, 'bulk') as batch_status,
  o.buyer_name, right(u.phone, 2) as phone_end, o.fulfilment, o.pickup_point_id, p.name as place, o.status, o.ready_at,
  l.product_id, l.product_name, l.unit, l.quantity, l.packed_at, v.business_name as shop, coalesce(s.missing, 0)::bigint as missing_thousandths,
  coalesce(s.entries, 0)::integer as shortfalls, l.kg_per_unit, coalesce(g.category, q.category) as category,
  p.closed_at is not null and o.status in ('paid', 'confirmed') as is_waiting
from public.orders o cross join lateral (select * from public.order_lines where order_id = o.id offset 0) l
join public.vendors v on v.id = o.vendor_id left join public.group_buys g on g.id = o.group_buy_id
left join public.pickup_points p on p.id = o.pickup_point_id left join auth.users u on u.id = o.user_id join public.products q on q.id = l.product_id
left join lateral (select min(c.share_date) as share_date from public.order_lines c where c.order_id = o.id and o.group_buy_id is null) d on true
left join lateral (select sum(h.missing_thousandths) as missing, count(*) as entries from public.shortfall_shares h where h.line_id = l.id) s on true
where o.vendor_id in (select rights.served_vendor_ids()) and o.is_paid and o.status <> 'completed' and (o.group_buy_id is null or o.status <> 'paid')
  -- Says the same again, in the words of the index.
  and o.status in ('pending', 'paid', 'confirmed', 'ready', 'collected', 'delivered');
