-- Planners of runs: for a hub, its staff and the manager of its state; for a shop, its hand-over staff.
create function rights.run_hubs_of(person uuid) returns setof uuid language sql stable security definer set search_path = '' as $$
  select p.id from public.pickup_points p where p.vendor_id is null and p.id in (select rights.hand_over_places_of(person))
  union
  select p.id from public.pickup_points p join public.manager_regions r on r.state = p.state join public.profiles m on m.id = r.manager_id
  where p.vendor_id is null and m.id = person and m.role = 'manager'
$$;

create function rights.plans_for(person uuid, hub uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(hub in (select rights.run_hubs_of(person)), false) or coalesce(shop in (select rights.hand_over_shops_of(person)), false)
$$;

-- Riders: people with an active membership; a shop's owner for their own shop.
create function rights.rides_for(person uuid, hub uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.memberships m where m.person_id = person and m.duty = 'delivery' and m.ended_at is null and m.pickup_point_id = hub)
    or exists (select from public.vendors v join public.profiles o on o.id = v.owner_id and o.role = 'vendor'
      where v.id = shop and v.status in ('active', 'suspended') and (v.owner_id = person
        or exists (select from public.memberships m where m.person_id = person and m.duty = 'delivery' and m.ended_at is null and m.vendor_id = v.id)))
$$;

-- The person's current runs, while they may ride.
create function rights.own_runs_of(person uuid) returns setof uuid language sql stable security definer set search_path = '' as $$
  select r.id from public.delivery_runs r where r.rider_id = person and r.status <> 'ended' and rights.rides_for(person, r.pickup_point_id, r.vendor_id)
$$;

create function rights.counted_tries(order_id uuid) returns integer language sql stable security definer set search_path = '' as $$
  select count(*)::integer from public.delivery_stops s where s.order_id = $1 and s.counts
$$;

-- True for an order that is ready, to be delivered from this hub or shop, with fewer than two failed attempts.
create function public.may_be_sent(order_id uuid, hub uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.orders o join public.order_addresses a on a.order_id = o.id
      join public.hand_overs h on h.order_id = o.id and h.status = 'open' and h.kind = 'delivery'
    where o.id = $1 and o.status = 'ready' and o.fulfilment = 'delivery' and rights.counted_tries(o.id) < 2
      and case o.delivered_by when 'vendor' then o.vendor_id = shop else a.state = (select p.state from public.pickup_points p where p.id = hub) end)
$$;

-- Riders have no scales, so goods by weight are weighed before they leave. A weight that waits for an answer is none yet.
create function public.unweighed_of_run(run uuid) returns table (order_no integer, product_name text, waits boolean) language sql stable security definer set search_path = '' as $$
  select o.order_no::integer, l.product_name, exists (select from public.live_weights w where w.line_id = l.id and w.waits)
  from public.delivery_stops s join public.orders o on o.id = s.order_id cross join lateral public.units_left(o.id) u join public.order_lines l on l.id = u.line_id
  where s.run_id = run and s.status = 'open' and u.quantity > 0 and l.most_kg_per_unit is not null and public.weight_of(l.id) is null order by s.position, l.id
$$;
comment on function public.unweighed_of_run(uuid) is 'Goods by weight on the open stops of a run whose weight does not count yet.';

-- The view of planners and riders. No amounts; address and phone number for the rider only, and only until that stop has ended.
create function rights.kg_of_goods(lines jsonb) returns numeric language sql stable security definer set search_path = '' as $$
  select case when bool_and(l.kg_per_unit is not null) then sum(l.kg_per_unit * (g ->> 'quantity')::integer) end
  from jsonb_array_elements(lines) g join public.order_lines l on l.id = (g ->> 'line_id')::uuid
$$;
