-- What hangs on somebody whose membership is about to end: orders on their runs, and goods at a place where nobody else hands over.
create or replace view public.staff_members as
select m.id, m.person_id, m.vendor_id, m.pickup_point_id, m.duty, m.created_at, p.full_name,
  (select count(*) from public.hand_over_overrides x where x.person_id = m.person_id and x.created_at > now() - interval '30 days')::integer as overrides,
  case m.duty when 'delivery' then (select count(*) from public.delivery_runs r join public.delivery_stops s on s.run_id = r.id and s.status = 'open'
    where r.rider_id = m.person_id and r.status in ('planned', 'out') and (r.pickup_point_id = m.pickup_point_id or r.vendor_id = m.vendor_id)) else 0 end::integer as orders_on_runs,
  case when m.duty = 'hand-over' and not exists (select from public.memberships n where n.pickup_point_id = m.pickup_point_id and n.duty = 'hand-over' and n.ended_at is null and n.id <> m.id)
    then (select count(*) from public.hand_overs h where h.pickup_point_id = m.pickup_point_id and h.status = 'open') else 0 end::integer as goods_left_alone
from public.memberships m join public.profiles p on p.id = m.person_id
where m.ended_at is null and not (select rights.owes_second_step())
  and (m.vendor_id = (select rights.my_vendor_id()) or (select rights.has_role('coordinator', 'chief')));
comment on column public.staff_members.goods_left_alone is 'Orders ready at a place of the market where nobody else hands over. A shop''s owner can always hand over its own.';
