-- Shops that a signed-in person serves: the one they own while they are a vendor, and those of active memberships.
create function rights.served_vendor_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select v.id from public.vendors v where v.id = rights.my_vendor_id() and v.status in ('active', 'suspended')
  union
  select m.vendor_id from public.memberships m join public.vendors v on v.id = m.vendor_id join public.profiles o on o.id = v.owner_id and o.role = 'vendor'
  where m.person_id = auth.uid() and m.duty = 'hand-over' and m.ended_at is null and not rights.owes_second_step()
$$;

-- A membership of a shop's own place ends with the shop owner's role too.
create function rights.served_place_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select m.pickup_point_id from public.memberships m join public.pickup_points p on p.id = m.pickup_point_id
    left join public.vendors v on v.id = p.vendor_id left join public.profiles o on o.id = v.owner_id
  where m.person_id = auth.uid() and m.duty = 'hand-over' and m.ended_at is null and (v.id is null or o.role = 'vendor') and not rights.owes_second_step()
  union
  select p.id from public.pickup_points p where p.vendor_id in (select rights.served_vendor_ids())
$$;

create function public.are_local_governments(of_state text, names text[]) returns boolean language sql stable set search_path = '' as $$
  select not exists (select from unnest(names) as n where not exists (select from public.local_governments l where l.state = of_state and l.name = n))
$$;
