-- The last check on pending orders: all new ones of a statement, or one that grows. One that waits to take over a share promises
-- nothing to its buy. The name sorts before count_orders, so that
-- the counters of buys do not include these orders yet.
create function public.bound_promises() returns trigger language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  ids uuid[];
  people uuid[];
  businesses uuid[];
  -- The former state of a pending order that grows.
  has_grown boolean := false;
  former_units integer := 0;
  former_hold timestamptz;
  limits jsonb;
  fault text;
begin
  if tg_op = 'INSERT' then
    ids := array(select f.id from fresh f where f.status = 'pending' and f.is_live);
    if ids = '{}' then return null; end if;
    select array_agg(f.user_id order by f.user_id), array_agg(f.business_id order by f.user_id) into people, businesses
    from (select distinct f.user_id, f.business_id from fresh f where f.status = 'pending' and f.is_live) f;
  else
    ids := array[new.id];
    people := array[new.user_id];
    businesses := array[new.business_id];
    if old.status = 'pending' then
      has_grown := true;
      former_units := old.quantity;
      former_hold := old.hold_expires_at;
    end if;
  end if;
  -- Serialises the writers of one person or company: the second then sees the first one's promises.
  perform pg_advisory_xact_lock(k.key) from (select distinct public.promises_key(p.id, p.business) as key from unnest(people, businesses) p (id, business) order by 1) k;
  limits := public.unpaid_limits();
  with requested as (
    select w.user_id, w.business_id, w.order_no, w.group_buy_id, w.quantity, w.hold_expires_at, w.quantity - former_units as added
    from public.orders w where w.id = any (ids)
  ), unpaid as materialized (
    select g.id, (g.current_quantity - g.paid_quantity + a.added)::integer as units, public.most_of_new(g.min_quantity, coalesce(g.former_target_quantity, g.target_quantity), limits) as most
    from (select group_buy_id, sum(added) as added from requested group by 1 having sum(added) > 0) a join public.group_buys g on g.id = a.group_buy_id
  ), held as materialized (
    -- The holds of new accounts are added up only if much is unpaid and a new account requests more of it.
    select u.id, u.most, case when u.units > u.most and exists (select from requested a where a.group_buy_id = u.id and not public.has_paid_before(a.user_id))
      then public.held_by_new(u.id, u.units, 0) end as units
    from unpaid u
  ), judged as materialized (
    select a.*, s.grade, s.orders, s.kobo, public.most_unpaid_units(g.min_quantity, g.max_quantity, coalesce(g.former_target_quantity, g.target_quantity), limits) as most_units,
      h.units as held_by_new, h.most as most_of_new, case when h.units > h.most then public.has_paid_before(a.user_id) end as has_paid,
      -- Stock of orders from the cart is held by their checkout.
      case when g.id is not null then public.hold_of(g.payment_mode, s.lapses, limits) end as hold
    from requested a join public.unpaid_standings(people, businesses) s on s.person = a.user_id and s.business is not distinct from a.business_id
    left join public.group_buys g on g.id = a.group_buy_id left join held h on h.id = a.group_buy_id
  ), refused as (
    select j.order_no, public.promise_fault(limits, j.grade, j.orders, j.kobo, j.quantity, j.most_units, j.has_paid, j.held_by_new, j.most_of_new,
      -- Units added to a held order are held no longer than the rest of it.
      case when j.hold is not null then coalesce(former_hold, j.hold) end, has_grown and former_hold is null, j.hold_expires_at) as fault
    from judged j
  )
  select r.fault into fault from refused r where r.fault is not null order by r.order_no limit 1;
  if fault is not null then raise exception '%', fault using errcode = 'PT409'; end if;
  return null;
end $$;
comment on function public.bound_promises() is 'Applies promise_fault to the orders of a statement, or to one that grows.';

create function public.guard_unpaid_setting() returns trigger language plpgsql security definer set search_path = '' as $$
declare most integer := case when new.key like '%\_naira' then 1000000000 when new.key like '%\_percent' then 100 else 10000 end;
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between 0 and most or (new.value #>> '{}')::numeric % 1 <> 0 then
    raise exception 'This setting is a whole number from 0 to %', most using errcode = 'PT400';
  end if;
  return new;
end $$;

create function public.guard_unpaid_share() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between 10 and 100 or (new.value #>> '{}')::numeric % 1 <> 0 then
    raise exception 'New accounts together hold 10 to 100 percent of a group buy unpaid' using errcode = 'PT400';
  end if;
  return new;
end $$;
