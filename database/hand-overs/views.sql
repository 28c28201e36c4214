-- Riders see their own deliveries on the hand-over page too: same code, same command.
create view public.expected_hand_overs as
select h.id, h.order_id, o.order_no, o.user_id as buyer_id, o.buyer_name, h.kind, h.pickup_point_id, o.vendor_id, h.status, h.due_from, h.due_until,
  h.done_at, h.proof, h.taken_by, coalesce(p.full_name, '') as handled_by_name, coalesce(l.name, v.business_name) as place_name, v.business_name as shop_name,
  o.user_id = (select auth.uid()) as is_own,
  rights.goods_of_hand_over(h.id) as lines,
  (select f.acted_at from public.offline_hand_overs f where f.hand_over_id = h.id and f.conflict is null) as acted_at
from public.hand_overs h join public.orders o on o.id = h.order_id join public.vendors v on v.id = o.vendor_id
  left join public.pickup_points l on l.id = h.pickup_point_id left join public.profiles p on p.id = h.handled_by
where not (select rights.owes_second_step())
  and (h.status = 'open' or h.status = 'done' and h.done_at > now() - interval '24 hours')
  and case when h.kind = 'delivery' then (h.status = 'done' and h.handled_by = (select auth.uid()) or h.status = 'open' and o.id in (select s.order_id from public.delivery_stops s join public.delivery_runs r on r.id = s.run_id
        where s.status = 'open' and r.status = 'out' and r.id in (select rights.own_runs_of((select auth.uid())))))
    when h.pickup_point_id is null then o.vendor_id in (select rights.hand_over_shops_of(auth.uid()))
    else h.pickup_point_id in (select rights.hand_over_places_of(auth.uid())) end;
comment on column public.expected_hand_overs.acted_at is 'When it was written down without a network; done_at is then when it was sent.';
comment on view public.expected_hand_overs is 'For the staff of a place, by membership: names and goods, no money.';

-- For the buyer, the person who wrote it down, the shop, and while it matters the staff of the place.
create view public.visible_offline_hand_overs as
select f.id, f.hand_over_id, h.order_id, o.order_no::integer, o.buyer_name, h.kind, h.pickup_point_id, o.vendor_id, coalesce(l.name, v.business_name) as place_name,
  f.acted_at, f.received_at, f.is_scanned, f.conflict, f.settlement, f.settled_at, f.note, p.full_name as person_name, coalesce(s.full_name, '') as settled_by_name,
  o.user_id = (select auth.uid()) as is_own, f.person_id = (select auth.uid()) as is_by_reader,
  f.conflict is not null and f.settled_at is null and o.user_id <> (select auth.uid()) and rights.minds_hand_over((select auth.uid()), f.hand_over_id) as may_settle
from public.offline_hand_overs f join public.hand_overs h on h.id = f.hand_over_id join public.orders o on o.id = h.order_id join public.vendors v on v.id = o.vendor_id
  join public.profiles p on p.id = f.person_id left join public.pickup_points l on l.id = h.pickup_point_id left join public.profiles s on s.id = f.settled_by
where not (select rights.owes_second_step()) and (o.user_id = (select auth.uid()) or f.person_id = (select auth.uid()) or o.vendor_id = (select rights.my_vendor_id())
  or (f.conflict is not null and f.settled_at is null or f.received_at > now() - interval '7 days') and rights.minds_hand_over((select auth.uid()), f.hand_over_id));
comment on view public.visible_offline_hand_overs is 'Hand-overs written down without a network. conflict: why one did not count.';

create view public.own_invitations as
select i.id, i.duty, i.created_at, coalesce(v.business_name, p.name) as place_name, coalesce(v.location, p.street || ', ' || p.lga) as place_location
from public.staff_invitations i left join public.vendors v on v.id = i.vendor_id left join public.pickup_points p on p.id = i.pickup_point_id
where i.id in (select rights.invitations_of((select auth.uid()))) and not (select rights.owes_second_step());

-- Work that depends on a member whose membership is about to end: orders on their runs, and goods at a place where they are the only
-- hand-over staff.
create view public.staff_members as
select m.id, m.person_id, m.vendor_id, m.pickup_point_id, m.duty, m.created_at, p.full_name,
  (select count(*) from public.hand_over_overrides x where x.person_id = m.person_id and x.created_at > now() - interval '30 days')::integer as overrides,
  case m.duty when 'delivery' then (select count(*) from public.delivery_runs r join public.delivery_stops s on s.run_id = r.id and s.status = 'open'
    where r.rider_id = m.person_id and r.status in ('planned', 'out') and (r.pickup_point_id = m.pickup_point_id or r.vendor_id = m.vendor_id)) else 0 end::integer as orders_on_runs,
  case when m.duty = 'hand-over' and not exists (select from public.memberships n where n.pickup_point_id = m.pickup_point_id and n.duty = 'hand-over' and n.ended_at is null and n.id <> m.id)
    then (select count(*) from public.hand_overs h where h.pickup_point_id = m.pickup_point_id and h.status = 'open') else 0 end::integer as goods_left_alone
from public.memberships m join public.profiles p on p.id = m.person_id
where m.ended_at is null and not (select rights.owes_second_step())
  and (m.vendor_id = (select rights.my_vendor_id()) or (select rights.has_role('coordinator', 'chief')));
comment on column public.staff_members.goods_left_alone is 'Ready orders at a place of the market where there is no other hand-over staff. A shop''s owner can always hand over its own.';

-- Aggregated here, because a large hub expects more people than one page of rows.
create view public.own_counters as
select h.pickup_point_id, case when h.pickup_point_id is null then h.vendor_id end as vendor_id, h.place_name,
  count(distinct h.buyer_id) filter (where h.status = 'open')::integer as people,
  count(distinct h.buyer_id) filter (where h.status = 'open' and (h.due_until is null or h.due_until >= now()))::integer as expected,
  count(distinct h.buyer_id) filter (where h.status = 'open' and h.due_until < now())::integer as late,
  min(h.due_until) filter (where h.status = 'open' and h.due_until >= now()) as next_due_until,
  count(*) filter (where h.status = 'done')::integer as done
from public.expected_hand_overs h where h.kind <> 'delivery' group by 1, 2, 3;
comment on view public.own_counters is 'Places where the reader hands over: all people with goods there, people expected, people whose time to collect has ended, and orders handed over in the last 24 hours.';

-- Places where the viewer hands over, for the menu and the page.
create view public.own_places as
select s.id as vendor_id, null::uuid as pickup_point_id, v.business_name as name
from rights.hand_over_shops_of(auth.uid()) s (id) join public.vendors v on v.id = s.id where not (select rights.owes_second_step())
union all
select p.vendor_id, p.id, p.name from rights.hand_over_places_of(auth.uid()) h (id) join public.pickup_points p on p.id = h.id where not (select rights.owes_second_step());

-- For the buyer, who confirms or disputes it, and for the shop's overseers; without the photograph, which coordinators and chiefs
-- read from the table.
create view public.shop_overrides as
select x.hand_over_id, h.order_id, o.order_no::integer, o.vendor_id, v.business_name as shop, v.state, x.identity, x.reason, x.created_at, x.confirmed_at, h.claim_until,
  h.released_at, h.goods_kobo, p.full_name as handled_by_name, o.user_id = (select auth.uid()) as is_own,
  (select count(*) from public.hand_over_overrides y where y.person_id = x.person_id and y.created_at > now() - interval '30 days')::integer as overrides
from public.hand_over_overrides x join public.hand_overs h on h.id = x.hand_over_id join public.orders o on o.id = h.order_id
  join public.vendors v on v.id = o.vendor_id join public.profiles p on p.id = x.person_id
where x.by_shop and not (select rights.owes_second_step()) and (o.user_id = (select auth.uid()) or o.vendor_id in (select rights.overseen_vendor_ids()));
comment on view public.shop_overrides is 'Goods that a shop itself gave out without a code. overrides: by the same person in 30 days.';
