-- A membership of a shop's own place ends with the role of the shop's owner for commands too: served_place_ids, asked of anybody.
create or replace function rights.keeps_place(person uuid, place uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.memberships m join public.pickup_points p on p.id = m.pickup_point_id
      left join public.vendors v on v.id = p.vendor_id left join public.profiles o on o.id = v.owner_id
      where m.person_id = person and m.pickup_point_id = place and m.ended_at is null and (v.id is null or o.role = 'vendor'))
    or exists (select from public.pickup_points p where p.id = place and rights.packs_for(person, p.vendor_id))
$$;
