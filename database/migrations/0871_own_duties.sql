-- What somebody does for a shop or place, for the menu and the top of their dashboard: none of it is a role, so nothing else leads them to their desk.
create view public.own_duties as
select m.id, m.duty, m.vendor_id, m.pickup_point_id, coalesce(v.business_name, p.name) as place_name
from public.memberships m left join public.vendors v on v.id = m.vendor_id left join public.pickup_points p on p.id = m.pickup_point_id
where m.person_id = (select auth.uid()) and m.ended_at is null and not (select rights.owes_second_step())
  and case when m.duty = 'delivery' then rights.rides_for(m.person_id, m.pickup_point_id, m.vendor_id)
    else m.vendor_id in (select rights.hand_over_shops_of(m.person_id)) or m.pickup_point_id in (select rights.hand_over_places_of(m.person_id)) end
union all
select i.id, 'invitation', null, null, i.place_name from public.own_invitations i;
comment on view public.own_duties is 'Places and shops where the reader hands goods over or delivers, and open invitations to do so (duty invitation).';
grant select on public.own_duties to authenticated, service_role;
