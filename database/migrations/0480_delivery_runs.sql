-- Goods go to the door: a run is what one rider takes out in one window, a stop is one order of it. A stop that has ended stays as it is, so
-- the stops of an order are what was tried. Commands decide (domain/delivery-runs); here is the last gate.
create table public.delivery_runs (
  id uuid primary key default gen_random_uuid(),
  -- A hub of the market, or the shop that delivers itself.
  pickup_point_id uuid references public.pickup_points (id),
  vendor_id uuid references public.vendors (id),
  rider_id uuid not null references public.profiles (id),
  window_from timestamptz not null,
  window_until timestamptz not null,
  status text not null default 'planned' check (status in ('planned', 'out', 'ended')),
  started_at timestamptz,
  ended_at timestamptz,
  planned_by uuid references public.profiles (id),
  created_at timestamptz not null default clock_timestamp(),
  constraint of_a_hub_or_a_shop check (num_nonnulls(pickup_point_id, vendor_id) = 1),
  constraint a_window_of_one_day check (window_until > window_from and window_until <= window_from + interval '16 hours'),
  constraint out_has_started check (status <> 'out' or started_at is not null),
  constraint ended_has_its_time check ((status = 'ended') = (ended_at is not null))
);
comment on table public.delivery_runs is 'What one rider takes to people''s doors in one window. Ends with its last stop.';
create index delivery_runs_of_rider on public.delivery_runs (rider_id) where status <> 'ended';
create index delivery_runs_of_hub on public.delivery_runs (pickup_point_id, window_from);
create index delivery_runs_of_shop on public.delivery_runs (vendor_id, window_from);

create table public.delivery_stops (
  id uuid primary key default gen_random_uuid(),
  run_id uuid not null references public.delivery_runs (id),
  order_id uuid not null references public.orders (id),
  position integer not null check (position > 0),
  -- `taken-out`: by whoever plans, or because nothing was left to bring.
  status text not null default 'open' check (status in ('open', 'delivered', 'failed', 'taken-out')),
  out_at timestamptz,
  ended_at timestamptz,
  reason text check (reason in ('nobody-there', 'address-not-found', 'no-code', 'refused', 'not-reached', 'goods')),
  -- Of the two tries that the fee pays for. What was the rider's or ours is not counted.
  counts boolean generated always as (status = 'failed' and reason in ('nobody-there', 'address-not-found', 'no-code', 'refused')) stored,
  note text not null default '' check (char_length(note) <= 300),
  photo text check (char_length(photo) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  constraint failed_has_a_reason check ((status = 'failed') = (reason is not null)),
  constraint open_has_no_end check ((status = 'open') = (ended_at is null)),
  constraint tried_on_a_run check (status <> 'failed' or out_at is not null)
);
comment on table public.delivery_stops is 'An order on a run. At most one of an order is open; those that ended say what was tried.';
create unique index one_open_stop_an_order on public.delivery_stops (order_id) where status = 'open';
create unique index one_place_in_a_run on public.delivery_stops (run_id, position);
create index delivery_stops_of_order on public.delivery_stops (order_id);

-- Who plans: the staff of a hub and the manager of its state; of a shop, who hands over there.
create function rights.run_hubs_of(person uuid) returns setof uuid language sql stable security definer set search_path = '' as $$
  select p.id from public.pickup_points p where p.vendor_id is null and p.id in (select rights.hand_over_places_of(person))
  union
  select p.id from public.pickup_points p join public.manager_regions r on r.state = p.state join public.profiles m on m.id = r.manager_id
  where p.vendor_id is null and m.id = person and m.role = 'manager'
$$;
create function rights.plans_for(person uuid, hub uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(hub in (select rights.run_hubs_of(person)), false) or coalesce(shop in (select rights.hand_over_shops_of(person)), false)
$$;
-- Who rides: by a living membership; a shop's owner for their own shop.
create function rights.rides_for(person uuid, hub uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.memberships m where m.person_id = person and m.duty = 'delivery' and m.ended_at is null and m.pickup_point_id = hub)
    or exists (select from public.vendors v join public.profiles o on o.id = v.owner_id and o.role = 'vendor'
      where v.id = shop and v.status in ('active', 'suspended') and (v.owner_id = person
        or exists (select from public.memberships m where m.person_id = person and m.duty = 'delivery' and m.ended_at is null and m.vendor_id = v.id)))
$$;
-- Runs that a person is out with now, while they may ride.
create function rights.own_runs_of(person uuid) returns setof uuid language sql stable security definer set search_path = '' as $$
  select r.id from public.delivery_runs r where r.rider_id = person and r.status <> 'ended' and rights.rides_for(person, r.pickup_point_id, r.vendor_id)
$$;

create function rights.counted_tries(order_id uuid) returns integer language sql stable security definer set search_path = '' as $$
  select count(*)::integer from public.delivery_stops s where s.order_id = $1 and s.counts
$$;
-- Ready, for the door, from this house, and not tried in vain twice.
create function public.may_be_sent(order_id uuid, hub uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.orders o join public.order_addresses a on a.order_id = o.id
      join public.hand_overs h on h.order_id = o.id and h.status = 'open' and h.kind = 'delivery'
    where o.id = $1 and o.status = 'ready' and o.fulfilment = 'delivery' and rights.counted_tries(o.id) < 2
      and case o.delivered_by when 'vendor' then o.vendor_id = shop else a.state = (select p.state from public.pickup_points p where p.id = hub) end)
$$;

create function public.guard_delivery_run() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and (old.status = 'ended' or (new.pickup_point_id, new.vendor_id) is distinct from (old.pickup_point_id, old.vendor_id)
    or (old.status, new.status) in (('out', 'planned'))) then
    raise exception 'This run does not change any more' using errcode = 'PT409';
  end if;
  if new.status <> 'ended' and (tg_op = 'INSERT' or new.rider_id <> old.rider_id or new.status <> old.status)
    and not rights.rides_for(new.rider_id, new.pickup_point_id, new.vendor_id) then
    raise exception 'This person delivers nothing from here' using errcode = 'PT409';
  end if;
  if tg_op = 'UPDATE' and new.status <> 'ended' and exists (select from public.delivery_stops s join public.orders o on o.id = s.order_id
    where s.run_id = new.id and s.status = 'open' and o.user_id = new.rider_id) then
    raise exception 'Nobody delivers to themselves' using errcode = 'PT403';
  end if;
  return new;
end $$;
create trigger guard_delivery_run before insert or update on public.delivery_runs for each row execute function public.guard_delivery_run();

create function public.guard_delivery_stop() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  run public.delivery_runs;
begin
  select * into run from public.delivery_runs r where r.id = new.run_id;
  if tg_op = 'UPDATE' then
    if old.status <> 'open' or (new.run_id, new.order_id, new.position) is distinct from (old.run_id, old.order_id, old.position) then
      raise exception 'This stop does not change any more' using errcode = 'PT409';
    end if;
    if new.status = 'failed' and run.status <> 'out' then raise exception 'This run is not out' using errcode = 'PT409'; end if;
    return new;
  end if;
  if new.status <> 'open' or run.status <> 'planned' then raise exception 'Orders are put into a run before it starts' using errcode = 'PT409'; end if;
  if not public.may_be_sent(new.order_id, run.pickup_point_id, run.vendor_id) then
    raise exception 'This order does not go out from here' using errcode = 'PT409';
  end if;
  if run.rider_id = (select user_id from public.orders where id = new.order_id) then
    raise exception 'Nobody delivers to themselves' using errcode = 'PT403';
  end if;
  return new;
end $$;
create trigger guard_delivery_stop before insert or update on public.delivery_stops for each row execute function public.guard_delivery_stop();

-- A run ends with its last stop. Whoever closes a stop awaits the run's row, so that of two who close the last two, one sees it.
create function public.end_delivery_run() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.delivery_runs where id = new.run_id for no key update;
  update public.delivery_runs r set status = 'ended', ended_at = clock_timestamp() where r.id = new.run_id and r.status <> 'ended'
    and not exists (select from public.delivery_stops s where s.run_id = r.id and s.status = 'open');
  return null;
end $$;
create trigger end_delivery_run after update of status on public.delivery_stops for each row when (old.status = 'open' and new.status <> 'open')
  execute function public.end_delivery_run();

-- What became of the goods becomes of the stop, whoever moved them: all handed over, or nothing left because it was refunded or came short.
create function public.end_delivery_stop() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'done' and public.goods_left_kobo(new.order_id) > 0 then return null; end if;
  update public.delivery_stops set status = case when new.status = 'done' and new.kind = 'delivery' then 'delivered' else 'taken-out' end,
    ended_at = coalesce(new.done_at, clock_timestamp()) where order_id = new.order_id and status = 'open';
  return null;
end $$;
create trigger end_delivery_stop after update of status on public.hand_overs for each row when (old.status = 'open' and new.status <> 'open')
  execute function public.end_delivery_stop();

-- Where an order goes does not change while it is on a run.
create function public.guard_door() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed uuid := case tg_table_name when 'orders' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'order_id' end;
begin
  if exists (select from public.delivery_stops s where s.order_id = changed and s.status = 'open') then
    raise exception 'This order is on a delivery run. Its address cannot change now.' using errcode = 'PT409';
  end if;
  return coalesce(new, old);
end $$;
create trigger guard_door before update or delete on public.order_addresses for each row execute function public.guard_door();
create trigger guard_door before update of fulfilment, pickup_point_id, delivery_zone_id, delivered_by on public.orders for each row
  when ((old.fulfilment, old.pickup_point_id, old.delivery_zone_id, old.delivered_by) is distinct from
    (new.fulfilment, new.pickup_point_id, new.delivery_zone_id, new.delivered_by)) execute function public.guard_door();

-- At the door hands over who is out with that order, and nobody else.
create or replace function rights.may_hand_over(person uuid, hand_over uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.hand_overs h join public.orders o on o.id = h.order_id where h.id = $2
    and case when h.kind = 'delivery' then h.status = 'done' and h.handled_by = $1 or exists (select from public.delivery_stops s join public.delivery_runs r on r.id = s.run_id
        where s.order_id = o.id and s.status = 'open' and r.status = 'out' and r.id in (select rights.own_runs_of($1)))
      when h.pickup_point_id is null then o.vendor_id in (select rights.hand_over_shops_of($1))
      else h.pickup_point_id in (select rights.hand_over_places_of($1)) end)
$$;

alter table public.delivery_runs enable row level security;
alter table public.delivery_stops enable row level security;
create policy stops_with_order on public.delivery_stops for select to authenticated using (order_id in (select rights.my_order_ids()));
create policy second_step on public.delivery_stops as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select (id, order_id, status, out_at, ended_at, reason, created_at) on public.delivery_stops to authenticated;
grant select, insert, update on public.delivery_runs, public.delivery_stops to service_role;
create trigger announce after insert or update on public.delivery_stops for each row execute function realtime.announce_change('id');
create trigger log_act after insert or update or delete on public.delivery_runs for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('delivery-run', 'id', '');
create trigger log_act after insert or update or delete on public.delivery_stops for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('delivery-stop', 'order_id', 'note');
grant execute on function rights.run_hubs_of(uuid), rights.plans_for(uuid, uuid, uuid), rights.rides_for(uuid, uuid, uuid), rights.own_runs_of(uuid),
  rights.counted_tries(uuid), public.may_be_sent(uuid, uuid, uuid) to service_role;
revoke execute on function rights.run_hubs_of(uuid), rights.plans_for(uuid, uuid, uuid), rights.rides_for(uuid, uuid, uuid), rights.own_runs_of(uuid),
  rights.counted_tries(uuid), public.may_be_sent(uuid, uuid, uuid), public.guard_delivery_run(), public.guard_delivery_stop(), public.end_delivery_run(),
  public.end_delivery_stop(), public.guard_door() from public;
