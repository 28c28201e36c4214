-- Hubs and shops for which the viewer plans runs.
create view public.run_depots as
select p.id as pickup_point_id, null::uuid as vendor_id, p.name, p.state from public.pickup_points p
where p.id in (select rights.run_hubs_of((select auth.uid()))) and p.closed_at is null and not (select rights.owes_second_step())
union all
select null, v.id, v.business_name, v.state from public.vendors v
where v.id in (select rights.hand_over_shops_of((select auth.uid()))) and not (select rights.owes_second_step());

-- Riders of those hubs and shops.
create view public.run_riders as
select h.pickup_point_id, h.vendor_id, p.id as rider_id, p.full_name
from public.run_depots h
  join public.memberships m on m.duty = 'delivery' and m.ended_at is null and coalesce(m.pickup_point_id, m.vendor_id) = coalesce(h.pickup_point_id, h.vendor_id)
  join public.profiles p on p.id = m.person_id
union
select null, h.vendor_id, p.id, p.full_name from public.run_depots h join public.vendors v on v.id = h.vendor_id join public.profiles p on p.id = v.owner_id;

-- Orders that are ready for delivery and not on a run, by area.
create view public.orders_to_send as
select o.id, o.order_no, o.buyer_name, a.state, a.lga, z.name as zone, v.business_name as shop, case o.delivered_by when 'vendor' then o.vendor_id end as vendor_id,
  o.ready_at, rights.counted_tries(o.id) as tries, g.lines, rights.kg_of_goods(g.lines) as kg
from public.orders o join public.order_addresses a on a.order_id = o.id join public.vendors v on v.id = o.vendor_id
  join public.hand_overs h on h.order_id = o.id and h.status = 'open' and h.kind = 'delivery'
  left join public.delivery_zones z on z.id = o.delivery_zone_id
  cross join lateral (select rights.goods_of_hand_over(h.id) as lines) g
where o.status = 'ready' and o.fulfilment = 'delivery' and not (select rights.owes_second_step())
  and case o.delivered_by when 'vendor' then o.vendor_id in (select rights.hand_over_shops_of((select auth.uid())))
    else a.state in (select p.state from public.pickup_points p where p.id in (select rights.run_hubs_of((select auth.uid())))) end
  and not exists (select from public.delivery_stops s where s.order_id = o.id and s.status = 'open');
comment on view public.orders_to_send is 'For planners of runs: the buyer''s name, goods and area of each order; no address and no amounts.';

create view public.visible_runs as
select r.id, r.pickup_point_id, r.vendor_id, coalesce(p.name, v.business_name) as place_name, r.rider_id, u.full_name as rider_name,
  rights.rides_for(r.rider_id, r.pickup_point_id, r.vendor_id) as rider_serves, r.window_from, r.window_until, r.status, r.started_at, r.ended_at,
  r.rider_id = (select auth.uid()) as is_own, rights.plans_for((select auth.uid()), r.pickup_point_id, r.vendor_id) as may_plan
from public.delivery_runs r join public.profiles u on u.id = r.rider_id left join public.pickup_points p on p.id = r.pickup_point_id
  left join public.vendors v on v.id = r.vendor_id
where not (select rights.owes_second_step()) and (rights.plans_for((select auth.uid()), r.pickup_point_id, r.vendor_id)
  or r.rider_id = (select auth.uid()) and rights.rides_for((select auth.uid()), r.pickup_point_id, r.vendor_id));

create view public.visible_stops as
select s.id, s.run_id, s.order_id, o.order_no, o.buyer_name, s.position, s.status, s.reason, s.note, s.ended_at, r.is_own, a.state, a.lga,
  case when f.shown then a.recipient end as recipient, case when f.shown then a.phone end as phone,
  case when f.shown then a.street end as street, case when f.shown then a.landmark end as landmark,
  rights.counted_tries(o.id) as tries, coalesce(g.lines, '[]') as lines, rights.kg_of_goods(g.lines) as kg,
  s.status = 'open' and rights.may_weigh((select auth.uid()), o.id) as may_weigh
from public.visible_runs r join public.delivery_stops s on s.run_id = r.id join public.orders o on o.id = s.order_id
  left join public.order_addresses a on a.order_id = o.id
  cross join lateral (select r.is_own and r.status <> 'ended' and s.status = 'open'
    and rights.rides_for((select auth.uid()), r.pickup_point_id, r.vendor_id) as shown) f
  left join public.hand_overs h on h.order_id = o.id and h.status = 'open' and s.status = 'open'
  left join lateral (select rights.goods_of_hand_over(h.id) as lines where h.id is not null) g on true;
comment on view public.visible_stops is 'Stops of the viewer''s runs: the area for planners; address and phone number for the rider while the stop is open.';

-- Delivery attempts, for the buyer's timeline and everyone else who can read the order.
create view public.order_stops as
select s.id, s.order_id, s.status, s.reason, s.created_at, s.out_at, s.ended_at, r.window_from, r.window_until
from public.delivery_stops s join public.delivery_runs r on r.id = s.run_id
where s.order_id in (select rights.my_order_ids()) and not (select rights.owes_second_step());

-- Both branches are found by the partial indexes of their rows.
create view public.overseen_runs as
with runs as (
  select r.* from public.delivery_runs r where r.status <> 'ended'
  union all
  select r.* from public.delivery_runs r where r.status = 'ended' and r.ended_at > now() - interval '1 day'
)
select r.id, coalesce(p.state, v.state) as state, coalesce(p.name, v.business_name) as place_name, r.vendor_id, r.pickup_point_id, r.rider_id,
  u.full_name as rider_name, rights.rides_for(r.rider_id, r.pickup_point_id, r.vendor_id) as rider_serves, r.window_from, r.window_until, r.status, r.started_at,
  r.ended_at, s.open, s.delivered, s.failed
from runs r join public.profiles u on u.id = r.rider_id left join public.pickup_points p on p.id = r.pickup_point_id left join public.vendors v on v.id = r.vendor_id
  cross join lateral (select count(*) filter (where d.status = 'open')::integer as open, count(*) filter (where d.status = 'delivered')::integer as delivered,
    count(*) filter (where d.status = 'failed')::integer as failed from public.delivery_stops d where d.run_id = r.id) s
where rights.oversees(coalesce(p.state, v.state)) and not (select rights.owes_second_step());
comment on view public.overseen_runs is 'For managers, coordinators and chiefs: planned runs, runs on the way and those that ended in the last day, of the places in their states, with the number of their stops.';
