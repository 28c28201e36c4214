-- A duty is a right: a membership with the duty "delivery" delivers and does nothing else. Packing, weighing in and what comes short
-- belong to the duty "hand-over".
create or replace function rights.packs_for(person uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.vendors v join public.profiles o on o.id = v.owner_id and o.role = 'vendor' where v.id = shop and (
    v.owner_id = person and v.status in ('active', 'suspended')
    or exists (select from public.memberships m where m.person_id = person and m.vendor_id = v.id and m.duty = 'hand-over' and m.ended_at is null)))
$$;
create or replace function rights.keeps_place(person uuid, place uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.memberships m join public.pickup_points p on p.id = m.pickup_point_id
      left join public.vendors v on v.id = p.vendor_id left join public.profiles o on o.id = v.owner_id
      where m.person_id = person and m.pickup_point_id = place and m.duty = 'hand-over' and m.ended_at is null and (v.id is null or o.role = 'vendor'))
    or exists (select from public.pickup_points p where p.id = place and rights.packs_for(person, p.vendor_id))
$$;
create or replace function rights.served_vendor_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select v.id from public.vendors v where v.id = rights.my_vendor_id() and v.status in ('active', 'suspended')
  union
  select m.vendor_id from public.memberships m join public.vendors v on v.id = m.vendor_id join public.profiles o on o.id = v.owner_id and o.role = 'vendor'
  where m.person_id = auth.uid() and m.duty = 'hand-over' and m.ended_at is null and not rights.owes_second_step()
$$;
create or replace function rights.served_place_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select m.pickup_point_id from public.memberships m join public.pickup_points p on p.id = m.pickup_point_id
    left join public.vendors v on v.id = p.vendor_id left join public.profiles o on o.id = v.owner_id
  where m.person_id = auth.uid() and m.duty = 'hand-over' and m.ended_at is null and (v.id is null or o.role = 'vendor') and not rights.owes_second_step()
  union
  select p.id from public.pickup_points p where p.vendor_id in (select rights.served_vendor_ids())
$$;
comment on function rights.packs_for is 'Whether the person owns the shop or has the duty "hand-over" there: served_vendor_ids, asked of anybody.';
comment on function rights.keeps_place is 'Whether the person has the duty "hand-over" at the place: served_place_ids, asked of anybody.';
