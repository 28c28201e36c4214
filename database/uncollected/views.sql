-- Goods left of the reader's own ready orders, line by line.
create view public.own_goods_left as
select o.id as order_id, u.line_id, u.quantity from public.orders o cross join lateral rights.units_left_of(o.id) u
where o.user_id = (select auth.uid()) and o.status = 'ready' and not (select rights.owes_second_step());

-- Ends of the reader's own collection periods and of the grace periods after them.
create view public.own_collections as
select h.order_id, h.kind, h.due_from, h.due_until, rights.grace_of(h.order_id, h.due_until) as grace_until
from public.hand_overs h join public.orders o on o.id = h.order_id
where o.user_id = (select auth.uid()) and h.status = 'open' and h.due_until is not null and not (select rights.owes_second_step());

-- Goods stored at a place: for whom, since when, where, until when. For its staff and the overseers of its shops; no amounts.
create view public.held_goods as
select h.id, h.order_id, o.order_no::integer, o.user_id as buyer_id, o.buyer_name, h.kind, h.pickup_point_id, o.vendor_id, v.business_name as shop_name, v.state,
  coalesce(p.name, v.business_name) as place_name, h.due_from, h.due_until, rights.grace_of(o.id, h.due_until) as grace_until, s.shelf,
  rights.goods_of_hand_over(h.id) as lines,
  (select coalesce(sum(u.quantity * coalesce(l.kg_per_unit, 0)), 0)::float8 from rights.units_left_of(o.id) u join public.order_lines l on l.id = u.line_id) as kg,
  n.opened_at, n.preferred_outcome, (select count(*) from public.uncollected m where m.buyer_id = o.user_id)::integer as missed
from public.hand_overs h join public.orders o on o.id = h.order_id join public.vendors v on v.id = o.vendor_id left join public.pickup_points p on p.id = h.pickup_point_id
left join public.uncollected n on n.order_id = o.id and n.closed_at is null
left join lateral (select string_agg(distinct w.shelf, ', ') as shelf from public.counted_loads w join public.order_lines l on l.order_id = o.id and l.product_id = w.product_id
  where w.pickup_point_id = h.pickup_point_id and w.subject_id = coalesce(o.group_buy_id, o.id) and w.shelf <> '' and w.units_counted > 0) s on true
where not (select rights.owes_second_step()) and h.status = 'open' and h.kind <> 'delivery'
  and (o.vendor_id in (select rights.overseen_vendor_ids()) or case when h.pickup_point_id is null then o.vendor_id in (select rights.hand_over_shops_of(auth.uid()))
    else h.pickup_point_id in (select rights.hand_over_places_of(auth.uid())) end);
comment on view public.held_goods is 'missed: how often this buyer has left goods until the grace period ended.';

create view public.held_rooms as
select p.id, p.name, p.stockpile_capacity_kg as capacity_kg, ceil(public.stockpiled_kg(p.id))::integer as stockpiled_kg
from public.pickup_points p where p.stockpile_capacity_kg > 0 and not (select rights.owes_second_step()) and p.id in (select rights.hand_over_places_of(auth.uid()));
comment on view public.held_rooms is 'Capacity of the places where the reader hands over: used and reserved.';
