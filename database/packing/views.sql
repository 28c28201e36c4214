-- Found through the index of live orders and then their lines, without scanning all lines.
create view public.packing_lines as
select l.id, l.order_id, o.order_no::integer, o.vendor_id, o.group_buy_id, coalesce(o.group_buy_id::text, 'bulk-' || coalesce(d.share_date::text, 'any') || '-' || o.vendor_id) as batch,
  coalesce(g.share_date, d.share_date) as share_date, coalesce(g.product_name, 'Bulk orders') as batch_name, coalesce(g.status, 'bulk') as batch_status,
  o.buyer_name, right(u.phone, 2) as phone_end, o.fulfilment, o.pickup_point_id, p.name as place, o.status, o.ready_at,
  l.product_id, l.product_name, l.unit, greatest(0, l.quantity - rights.short_units(l.id)) as quantity, l.packed_at, v.business_name as shop,
  coalesce(s.missing, 0)::bigint as missing_thousandths, coalesce(s.entries, 0)::integer as shortfalls, l.kg_per_unit, coalesce(g.category, q.category) as category,
  p.closed_at is not null and o.status in ('paid', 'confirmed') as is_waiting, o.user_id as buyer_id
from public.orders o cross join lateral (select * from public.order_lines where order_id = o.id offset 0) l
join public.vendors v on v.id = o.vendor_id left join public.group_buys g on g.id = o.group_buy_id
left join public.pickup_points p on p.id = o.pickup_point_id left join auth.users u on u.id = o.user_id join public.products q on q.id = l.product_id
left join lateral (select min(c.share_date) as share_date from public.order_lines c where c.order_id = o.id and o.group_buy_id is null) d on true
left join lateral (select sum(h.missing_thousandths) filter (where f.status not in ('withdrawn', 'refused')) as missing, count(*) as entries
  from public.shortfall_shares h join public.shortfalls f on f.id = h.shortfall_id where h.line_id = l.id) s on true
where o.vendor_id in (select rights.served_vendor_ids()) and o.is_paid and o.status <> 'completed' and (o.group_buy_id is null or o.status <> 'paid')
  -- Repeats the index's predicate, so that the planner uses it.
  and o.status in ('pending', 'paid', 'confirmed', 'ready', 'collected', 'delivered');
comment on view public.packing_lines is 'Lines to be packed by the reader''s shops, or packed and not yet completed.';
comment on column public.packing_lines.quantity is 'To pack and to hand over: without units that came short (missing_thousandths).';

-- Packed goods may wait for their buyers for weeks; is_ready lets the page sort them below what must be packed for tomorrow.
create view public.packing_batches as
select b.batch, b.vendor_id, b.shop, b.group_buy_id, b.batch_name, b.batch_status, b.share_date, count(distinct b.order_id)::integer as orders,
  count(*)::integer as lines, count(*) filter (where b.packed_at is not null or b.status not in ('paid', 'confirmed'))::integer as packed_lines,
  count(distinct b.order_id) filter (where b.status in ('paid', 'confirmed') and not b.is_waiting)::integer as open_orders,
  count(distinct b.order_id) filter (where b.status = 'ready')::integer as ready_orders, sum(b.quantity)::bigint as units,
  coalesce(sum(b.quantity) filter (where b.packed_at is not null or b.status not in ('paid', 'confirmed')), 0)::bigint as packed_units,
  case when count(distinct b.unit) = 1 then min(b.unit) end as unit,
  count(distinct b.order_id) filter (where b.is_waiting)::integer as waiting_orders,
  count(*) filter (where b.packed_at is null and b.status in ('paid', 'confirmed') and not b.is_waiting)::integer as unpacked_lines,
  coalesce(bool_and(b.status not in ('paid', 'confirmed') and not b.is_waiting), true) as is_ready
from public.packing_lines b
group by b.batch, b.vendor_id, b.shop, b.group_buy_id, b.batch_name, b.batch_status, b.share_date;
comment on view public.packing_batches is 'A buy, or the orders from the cart of one sharing day: units in total and units packed.';
comment on column public.packing_batches.open_orders is 'Paid and not ready, and their place is open.';
comment on column public.packing_batches.waiting_orders is 'Their place has closed, and their buyers have not chosen another one.';
comment on column public.packing_batches.is_ready is 'Nothing left to pack or to choose: it waits for its buyers.';

-- Units due, without those that came short. Ready goods count as at the place, also where they were not weighed in; handed-over
-- goods have been there.
create view public.expected_deliveries as
select e.*, coalesce(w.parts, 0)::integer as parts, coalesce(w.units, 0)::bigint as units_counted, w.grams as grams_counted,
  coalesce(s.entries, 0)::integer as shortfalls, coalesce(s.missing, 0)::bigint as missing_thousandths, coalesce(t.ready, 0)::bigint as units_ready, coalesce(t.taken, 0)::bigint as units_taken
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
left join lateral (select count(*) as entries, sum(f.missing_thousandths) filter (where f.pickup_point_id is not distinct from e.pickup_point_id
    and f.status not in ('withdrawn', 'refused')) as missing
  from public.shortfalls f where f.group_buy_id = e.group_buy_id or f.line_id = e.line_id) s on true
left join lateral (select sum(greatest(0, l.quantity - rights.short_units(l.id) - t.units)) filter (where o.status = 'ready') as ready, sum(t.units) as taken
  from public.orders o join public.order_lines l on l.order_id = o.id
  cross join lateral (select coalesce(sum(x.quantity), 0) as units from public.hand_over_lines x where x.line_id = l.id) t
  where o.pickup_point_id = e.pickup_point_id and coalesce(o.group_buy_id, o.id) = e.subject_id and l.product_id = e.product_id
    and o.status in ('ready', 'collected', 'delivered', 'completed')) t on true;
comment on view public.expected_deliveries is 'By place, buy (or order from the cart) and product: units on their way, counted, entered as missing, ready there and handed over.';

-- For the public settlement sheet: quantities only, of the buys that have one.
create view public.buy_shortfalls as
select f.group_buy_id, f.kind, sum(f.missing_thousandths)::bigint as missing_thousandths
from public.shortfalls f join public.group_buys g on g.id = f.group_buy_id and g.status in ('confirmed', 'ready', 'completed')
where f.status = 'carried-out' group by f.group_buy_id, f.kind;
comment on view public.buy_shortfalls is 'Units of a buy that came short or damaged. Public: no people, no amounts.';

create view public.live_shortfall_shares as
select s.shortfall_id, s.line_id, s.missing_thousandths, s.goods_kobo, s.partial_refund_id, f.status, f.status <> 'carried-out' as is_reserved, f.created_at
from public.shortfall_shares s join public.shortfalls f on f.id = s.shortfall_id where f.status in ('waiting', 'entered', 'carried-out');
comment on view public.live_shortfall_shares is 'The single definition of what orders have lost to short deliveries: without those withdrawn or refused.';

create view public.order_lines_left with (security_invoker = true) as
select l.id, l.order_id, greatest(0, l.quantity - rights.short_units(l.id)) as quantity_left from public.order_lines l;
comment on view public.order_lines_left is 'Current units of each line: as ordered, without those that came short.';

create view public.short_deliveries as
select f.id, f.vendor_id, v.business_name as shop, v.state, f.group_buy_id, f.line_id, coalesce(g.product_name, l.product_name) as what, coalesce(g.unit, l.unit) as unit,
  p.name as place, f.kind, f.missing_thousandths, f.of_thousandths, f.orders, f.goods_kobo, f.reason, f.photo, f.status, f.by_shop, f.answer_by, f.contested_at, f.created_at,
  e.full_name as entered_by_name, rights.may_answer_shortfall(f.id) as may_answer
from public.shortfalls f join public.vendors v on v.id = f.vendor_id left join public.group_buys g on g.id = f.group_buy_id left join public.order_lines l on l.id = f.line_id
  left join public.pickup_points p on p.id = f.pickup_point_id left join public.profiles e on e.id = f.entered_by
where not (select rights.owes_second_step()) and (f.vendor_id = (select rights.my_vendor_id()) or f.vendor_id in (select rights.overseen_vendor_ids()));
comment on view public.short_deliveries is 'Short deliveries of the reader''s shop, or of the shops that the reader oversees, with their value.';
