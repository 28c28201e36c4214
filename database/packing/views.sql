create view public.live_weights as
select distinct on (w.line_id) w.line_id, w.id, w.number, w.units, w.grams, w.cut_kobo, w.photo, w.shortfall_id, w.created_at, coalesce(f.status = 'waiting', false) as waits
from public.line_weights w left join public.shortfalls f on f.id = w.shortfall_id where f.id is null or f.status in ('waiting', 'entered', 'carried-out')
order by w.line_id, w.number desc;
comment on view public.live_weights is 'The single definition of the weight that a line costs: the last one that was neither taken back nor refused.';

-- Found through the index of live orders and then their lines, without scanning all lines.
create view public.packing_lines as
select l.id, l.order_id, o.order_no::integer, o.vendor_id, o.group_buy_id, coalesce(o.group_buy_id::text, 'bulk-' || coalesce(d.share_date::text, 'any') || '-' || o.vendor_id) as batch,
  coalesce(g.share_date, d.share_date) as share_date, coalesce(g.product_name, 'Bulk orders') as batch_name, coalesce(g.status, 'bulk') as batch_status,
  o.buyer_name, right(u.phone, 2) as phone_end, o.fulfilment, o.pickup_point_id, p.name as place, o.status, o.ready_at,
  l.product_id, l.product_name, l.unit, greatest(0, l.quantity - rights.short_units(l.id)) as quantity, l.packed_at, v.business_name as shop,
  coalesce(s.missing, 0)::bigint as missing_thousandths, coalesce(s.entries, 0)::integer as shortfalls, l.kg_per_unit, l.most_kg_per_unit, w.grams as weight_grams,
  coalesce(w.waits, false) as weight_waits, (select count(*)::integer from public.line_weights x where x.line_id = l.id) as weights, coalesce(g.category, q.category) as category,
  p.closed_at is not null and o.status in ('paid', 'confirmed') as is_waiting, o.user_id as buyer_id,
  k.run_id, k.window_from as run_from, k.window_until as run_until, k.rider as run_rider, g.pack_size, g.pack_unit
from public.orders o cross join lateral (select * from public.order_lines where order_id = o.id offset 0) l
join public.vendors v on v.id = o.vendor_id left join public.group_buys g on g.id = o.group_buy_id
left join public.pickup_points p on p.id = o.pickup_point_id left join auth.users u on u.id = o.user_id join public.products q on q.id = l.product_id
left join lateral (select min(c.share_date) as share_date from public.order_lines c where c.order_id = o.id and o.group_buy_id is null) d on true
left join lateral (select sum(h.missing_thousandths) filter (where f.status not in ('withdrawn', 'refused')) as missing, count(*) as entries
  from public.shortfall_shares h join public.shortfalls f on f.id = h.shortfall_id where h.line_id = l.id) s on true
left join lateral (select x.grams, x.waits from public.live_weights x where x.line_id = l.id) w on l.most_kg_per_unit is not null
left join lateral (select r.id as run_id, r.window_from, r.window_until, e.full_name as rider from public.delivery_stops t join public.delivery_runs r on r.id = t.run_id
  join public.profiles e on e.id = r.rider_id where t.order_id = o.id and t.status = 'open' and r.status <> 'ended') k on o.fulfilment = 'delivery'
where o.vendor_id in (select rights.served_vendor_ids()) and o.is_paid and o.status <> 'completed' and (o.group_buy_id is null or o.status <> 'paid')
  -- Repeats the index's predicate, so that the planner uses it.
  and o.status in ('pending', 'paid', 'confirmed', 'ready', 'collected', 'delivered');
comment on view public.packing_lines is 'Lines to be packed by the reader''s shops, or packed and not yet completed.';
comment on column public.packing_lines.run_id is 'The delivery run that takes it to its door; null before one is planned.';
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

create view public.counted_loads as
select w.id, w.pickup_point_id, w.vendor_id, w.group_buy_id, w.order_id, coalesce(w.group_buy_id, w.order_id) as subject_id, w.product_id, w.part, w.shelf, w.created_at,
  w.units_expected, w.grams_expected, coalesce(c.units_counted, w.units_counted) as units_counted,
  case when c.id is null then w.grams_counted when c.units_counted = 0 then 0 else c.grams_counted end as grams_counted, coalesce(c.number, 0) as corrections
from public.weigh_ins w left join lateral (select * from public.load_corrections x where x.weigh_in_id = w.id order by x.number desc limit 1) c on true;
comment on view public.counted_loads is 'The single definition of what a place has counted: each load with its last correction.';

create view public.load_entries as
select e.id, e.weigh_in_id, e.number, e.units_counted, e.grams_counted, e.reason, e.photo, e.created_at, coalesce(p.full_name, '') as entered_by_name
from (
  select w.id, w.id as weigh_in_id, 0 as number, w.units_counted, w.grams_counted, '' as reason, w.photo, w.created_at, w.weighed_by as person_id, w.vendor_id, w.pickup_point_id
  from public.weigh_ins w
  union all
  select c.id, c.weigh_in_id, c.number, c.units_counted, c.grams_counted, c.reason, c.photo, c.created_at, c.corrected_by, w.vendor_id, w.pickup_point_id
  from public.load_corrections c join public.weigh_ins w on w.id = c.weigh_in_id
) e left join public.profiles p on p.id = e.person_id
where rights.sees_delivery(e.vendor_id, e.pickup_point_id) and not (select rights.owes_second_step());
comment on view public.load_entries is 'Every count of a load, for its shop, its place and the shop''s overseers: number 0 is the load as it was weighed in, then its corrections.';

-- Only refunds lower what can be handed over below what is left of the units; see units_left, which costs more.
create view public.goods_of_lines as
select l.id as line_id, o.id as order_id, o.vendor_id, o.group_buy_id, coalesce(o.group_buy_id, o.id) as subject_id, l.product_id, l.product_name, l.unit, l.share_date,
  p.place_id, o.fulfilment = 'delivery' and p.place_id is null as is_delivery,
  o.status in ('confirmed', 'ready') or o.status = 'paid' and o.group_buy_id is null as is_expected, o.status as order_status,
  l.quantity as due, s.short, h.handed, r.ready,
  case when o.ready_at is null then 0 else greatest(0, l.quantity - s.short - h.handed - r.ready) end as taken_back
from public.orders o join public.order_lines l on l.order_id = o.id
cross join lateral (select case when o.fulfilment <> 'delivery' then o.pickup_point_id
    else (select m.lies_at from public.hand_overs m where m.order_id = o.id and m.lies_at is not null order by m.created_at desc limit 1) end as place_id) p
cross join lateral (select rights.short_units(l.id) as short) s
cross join lateral (select coalesce(sum(x.quantity), 0)::integer as handed from public.hand_over_lines x where x.line_id = l.id) h
cross join lateral (select case when o.status <> 'ready' then 0 when o.returned_goods_kobo = 0 and s.short = 0 then l.quantity - h.handed
    else (select u.quantity from rights.units_left_of(o.id) u where u.line_id = l.id) end as ready) r
where o.status in ('confirmed', 'ready', 'collected', 'delivered', 'completed') or o.status = 'paid' and o.group_buy_id is null
  or o.status in ('refunding', 'refunded') and (o.ready_at is not null or s.short > 0);
comment on view public.goods_of_lines is 'What became of the units of each paid line: due, short, handed over, ready to be collected at place_id, and taken back after they were ready.';

-- units_here = units_counted + units_unweighed - units_taken - units_lost, and never less than units_ready. Units that never came
-- are not gone: a shortage takes from what was counted only beyond what was still to come.
create view public.goods_at_places as
select k.pickup_point_id, k.is_delivery, k.is_keeper, k.is_shop, coalesce(p.name, v.business_name) as place, k.pickup_point_id is not null and p.vendor_id is null as is_hub, k.vendor_id, v.business_name as shop,
  k.subject_id, k.group_buy_id, k.order_id, o.order_no::integer as order_no, case when k.group_buy_id is null then t.line_id end as line_id, k.product_id,
  coalesce(t.product_name, q.name) as product_name, coalesce(t.unit, q.unit) as unit, coalesce(g.share_date, t.share_date) as share_date, t.orders, t.units,
  w.parts, w.units as units_counted, w.grams as grams_counted, s.entries as shortfalls, s.missing as missing_thousandths,
  t.ready as units_ready, t.taken as units_taken, n.lost as units_lost, greatest(0, t.ready + t.taken + n.lost - w.units) as units_unweighed,
  greatest(t.ready, w.units - t.taken - n.lost) as units_here
from rights.goods_keys() k join public.vendors v on v.id = k.vendor_id join public.products q on q.id = k.product_id
left join public.pickup_points p on p.id = k.pickup_point_id left join public.group_buys g on g.id = k.group_buy_id left join public.orders o on o.id = k.order_id
cross join lateral (
  select min(l.product_name) as product_name, min(l.unit) as unit, min(l.share_date) as share_date, (array_agg(l.line_id order by l.line_id))[1] as line_id,
    (count(distinct l.order_id) filter (where l.is_expected))::integer as orders, coalesce(sum(l.due) filter (where l.is_expected), 0)::bigint as units,
    coalesce(sum(l.due), 0)::bigint as due, coalesce(sum(l.short), 0)::bigint as short, coalesce(sum(l.handed), 0)::bigint as taken,
    coalesce(sum(l.ready), 0)::bigint as ready, coalesce(sum(l.taken_back), 0)::bigint as taken_back
  from (select k.order_id as id union all select x.id from public.orders x where x.group_buy_id = k.group_buy_id) i join public.goods_of_lines l on l.order_id = i.id
  where l.product_id = k.product_id and l.place_id is not distinct from k.pickup_point_id and l.is_delivery = k.is_delivery
) t
cross join lateral (select coalesce(max(x.part), 0)::integer as parts, coalesce(sum(x.units_counted), 0)::bigint as units, sum(x.grams_counted)::bigint as grams
  from public.counted_loads x where x.pickup_point_id = k.pickup_point_id and x.subject_id = k.subject_id and x.product_id = k.product_id) w
cross join lateral (select t.taken_back + greatest(0, t.short - greatest(0, t.due - w.units)) as lost) n
cross join lateral (select count(*)::integer as entries, coalesce(sum(f.missing_thousandths) filter (where f.pickup_point_id is not distinct from k.pickup_point_id
    and f.status not in ('withdrawn', 'refused')), 0)::bigint as missing
  from public.shortfalls f where f.group_buy_id = k.group_buy_id or k.group_buy_id is null and f.line_id = t.line_id) s;
comment on view public.goods_at_places is 'The single definition of what lies at a place, by product and buy (or order from the cart), for the reader''s shops and places. No place: at the shop itself, or (is_delivery) on its way to doors.';
comment on column public.goods_at_places.units_unweighed is 'Made ready or handed over there beyond what was counted.';
comment on column public.goods_at_places.units_lost is 'Came, and was then found missing or damaged, or was taken back because its order was refunded.';

create view public.shop_goods as
select g.pickup_point_id, g.is_delivery, g.place, g.is_hub, g.vendor_id, g.product_id, g.product_name, g.unit, g.group_buy_id, g.share_date, sum(g.orders)::integer as orders,
  sum(g.units)::bigint as units, sum(g.units_counted)::bigint as units_counted, sum(g.units_unweighed)::bigint as units_unweighed, sum(g.units_ready)::bigint as units_ready,
  sum(g.units_taken)::bigint as units_taken, sum(g.units_lost)::bigint as units_lost, sum(g.units_here)::bigint as units_here
from public.goods_at_places g where g.is_shop and (g.orders > 0 or g.units_here > 0)
group by g.pickup_point_id, g.is_delivery, g.place, g.is_hub, g.vendor_id, g.product_id, g.product_name, g.unit, g.group_buy_id, g.share_date;
comment on view public.shop_goods is 'Goods of the reader''s shops by place, product and buy, at hubs too; orders from the cart of one product and sharing day together.';

create view public.expected_deliveries as
select * from public.goods_at_places where is_keeper and orders > 0;
comment on view public.expected_deliveries is 'Goods that are still to come to the reader''s places or still to be handed over there.';

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

-- The buyer sees the weight with the order, its photograph included.
create view public.weights_of_orders as
select l.order_id, w.line_id, l.product_name, l.unit, w.number, w.units, w.grams, l.least_kg_per_unit, l.most_kg_per_unit, w.cut_kobo, w.photo, w.waits, w.created_at,
  (select coalesce(sum(r.goods_kobo + r.fee_kobo + r.delivery_kobo), 0)::bigint from public.line_weights x join public.shortfall_shares s on s.shortfall_id = x.shortfall_id
    join public.partial_refunds r on r.id = s.partial_refund_id where x.line_id = w.line_id) as returned_kobo
from public.orders o join public.order_lines l on l.order_id = o.id cross join lateral (select * from public.live_weights x where x.line_id = l.id) w
where not (select rights.owes_second_step())
  and (o.user_id = (select auth.uid()) or rights.sees_delivery(o.vendor_id, rights.place_of_goods(o.id)));
comment on view public.weights_of_orders is 'Final weights for the buyer, the shop, its overseers and the staff of the place: what was weighed, and what came back for it.';

create view public.lines_to_weigh as
select l.id as line_id, l.order_id, o.order_no::integer, o.buyer_name, l.product_name, l.unit, coalesce(u.quantity, 0) as units, l.least_kg_per_unit, l.most_kg_per_unit,
  w.grams, w.photo, coalesce(w.waits, false) as waits, case when w.waits then w.shortfall_id end as waiting_shortfall_id, (select count(*)::integer from public.line_weights x where x.line_id = l.id) as weights, o.status = 'ready' as is_ready,
  (o.status in ('confirmed', 'ready') or o.status = 'paid' and o.group_buy_id is null) and not exists (select from public.hand_over_lines h where h.line_id = l.id) as is_open
from public.orders o join public.order_lines l on l.order_id = o.id and l.most_kg_per_unit is not null
left join lateral (select c.quantity from rights.units_left_of(o.id) c where c.line_id = l.id) u on true
left join lateral (select x.grams, x.photo, x.waits, x.shortfall_id from public.live_weights x where x.line_id = l.id) w on true
where o.is_paid and not (select rights.owes_second_step()) and rights.may_weigh((select auth.uid()), o.id);
comment on column public.lines_to_weigh.waiting_shortfall_id is 'The short delivery that waits for an answer about the weight.';
comment on view public.lines_to_weigh is 'Lines sold by weight that the reader weighs: no prices, and nothing of the buyer but the name.';

create view public.order_lines_left with (security_invoker = true) as
select l.id, l.order_id, greatest(0, l.quantity - rights.short_units(l.id)) as quantity_left from public.order_lines l;
comment on view public.order_lines_left is 'Current units of each line: as ordered, without those that came short.';

create view public.short_deliveries as
select f.id, f.vendor_id, v.business_name as shop, v.state, f.group_buy_id, f.line_id, coalesce(g.product_name, l.product_name) as what, coalesce(g.unit, l.unit) as unit,
  p.name as place, f.kind, f.missing_thousandths, f.of_thousandths, f.orders, f.goods_kobo, f.reason, coalesce(f.photo, w.photo) as photo, f.status, f.by_shop, f.answer_by, f.contested_at, f.created_at,
  e.full_name as entered_by_name, rights.may_answer_shortfall(f.id) as may_answer
from public.shortfalls f join public.vendors v on v.id = f.vendor_id left join public.group_buys g on g.id = f.group_buy_id left join public.order_lines l on l.id = f.line_id
  left join public.pickup_points p on p.id = f.pickup_point_id left join public.profiles e on e.id = f.entered_by
  left join public.line_weights w on w.shortfall_id = f.id
where not (select rights.owes_second_step()) and (f.vendor_id = (select rights.my_vendor_id()) or f.vendor_id in (select rights.overseen_vendor_ids()));
comment on view public.short_deliveries is 'Short deliveries of the reader''s shop, or of the shops that the reader oversees, with their value.';
