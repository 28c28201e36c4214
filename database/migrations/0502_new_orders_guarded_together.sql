-- The guards of new orders, for all orders of a statement at once (docs/decisions/0051). Those of changed orders stay with their row.
--
-- Plans are kept for as long as a connection lives, and the first ones are often made while a table is still small: these functions are kept from
-- reading whole tables, so that a join costs the same when a market has grown.

create function public.unpaid_standings(people uuid[]) returns table (person uuid, grade text, orders integer, kobo bigint, lapses integer)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  limits jsonb := public.unpaid_limits();
  known_after integer := (limits ->> 'unpaid_known_after')::integer;
  lapse_from timestamptz := now() - make_interval(days => (limits ->> 'unpaid_lapse_days')::integer);
begin
  return query
  select p.id,
    case when exists (select from public.verified_accounts v where v.profile_id = p.id) then 'verified'
      when (select count(*) from (select from public.orders o where o.user_id = p.id and o.is_paid limit known_after) paid) >= known_after then 'known'
      else 'new' end,
    mine.orders::integer, mine.kobo::bigint, mine.lapses::integer
  from unnest(people) p (id)
  cross join lateral (select count(*) filter (where o.status = 'pending') as orders, coalesce(sum(o.amount_due_kobo) filter (where o.status = 'pending'), 0) as kobo,
    -- A reservation is what could be paid later. A hold that ran out is none, and a cart is none.
    count(*) filter (where o.status = 'expired' and o.hold_expires_at is null and o.group_buy_id is not null and o.ended_at > lapse_from) as lapses
    from public.orders o where o.user_id = p.id and o.status in ('pending', 'expired')) mine;
end $$;
comment on function public.unpaid_standings is 'What people have promised and not paid, and what they let lapse. grade: new, known or verified.';
create or replace function public.unpaid_standing(person uuid) returns table (grade text, orders integer, kobo bigint, lapses integer, limits jsonb)
language sql stable security definer set search_path = '' as
$$ select s.grade, s.orders, s.kobo, s.lapses, public.unpaid_limits() from public.unpaid_standings(array[unpaid_standing.person]) s $$;

-- Whether a place must be paid on joining, and until when it is held.
create function public.hold_of(mode text, lapses integer, limits jsonb) returns timestamptz language sql stable set search_path = '' as $$
  select case when mode = 'pay_to_join' or lapses >= (limits ->> 'unpaid_lapses')::integer
    then now() + make_interval(mins => (limits ->> 'pay_to_join_hold_minutes')::integer) end
$$;
create function public.fill_hold() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select public.hold_of(g.payment_mode, s.lapses, s.limits) into new.hold_expires_at
  from public.group_buys g cross join public.unpaid_standing(new.user_id) s where g.id = new.group_buy_id;
  return new;
end $$;
create trigger fill_hold before insert on public.orders for each row
  when (new.status = 'pending' and new.group_buy_id is not null and new.hold_expires_at is null and not public.orders_are_filled()) execute function public.fill_hold();

create function public.bound_new_promises() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  limits jsonb := public.unpaid_limits();
  fault text;
begin
  if not exists (select from fresh where status = 'pending') then return null; end if;
  -- Two writers of one person stand in line here, and the second then counts what the first has promised.
  perform public.await_own_promises(p.id) from (select distinct user_id as id from fresh where status = 'pending' order by 1) p;
  select case
    when s.orders > (limits ->> ('unpaid_' || s.grade || '_orders'))::integer then 'Too many orders are unpaid'
    when s.kobo > (limits ->> ('unpaid_' || s.grade || '_naira'))::bigint * 100 then 'Too much is unpaid'
    when g.max_quantity is null and f.quantity > greatest(g.min_quantity, g.target_quantity * (limits ->> 'unpaid_share_percent')::integer / 100)
      then 'Too large a part of this group buy is unpaid'
    when coalesce(f.hold_expires_at, 'infinity') > public.hold_of(g.payment_mode, s.lapses, limits) then 'This place is paid on joining' end into fault
  from fresh f
  join public.unpaid_standings(array(select distinct user_id from fresh where status = 'pending')) s on s.person = f.user_id
  left join public.group_buys g on g.id = f.group_buy_id
  where f.status = 'pending' and (s.orders > (limits ->> ('unpaid_' || s.grade || '_orders'))::integer
    or s.kobo > (limits ->> ('unpaid_' || s.grade || '_naira'))::bigint * 100
    or (g.max_quantity is null and f.quantity > greatest(g.min_quantity, g.target_quantity * (limits ->> 'unpaid_share_percent')::integer / 100))
    or coalesce(f.hold_expires_at, 'infinity') > public.hold_of(g.payment_mode, s.lapses, limits))
  order by f.order_no limit 1;
  if fault is not null then raise exception '%', fault using errcode = 'PT409'; end if;
  return null;
end $$;
comment on function public.bound_new_promises is 'bound_promise for the orders of one statement: the last gate, for whatever writes pending ones.';
drop trigger bound_promise on public.orders;
create trigger bound_promise before update of status, quantity, amount_due_kobo on public.orders for each row when (new.status = 'pending') execute function public.bound_promise();
create trigger bound_new_promises after insert on public.orders referencing new table as fresh for each statement execute function public.bound_new_promises();

create or replace function public.bound_promise() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- What the row counted before: its own part is in the standing already.
  former_orders integer := case when old.status = 'pending' then 1 else 0 end;
  former_kobo bigint := case when former_orders = 1 then old.amount_due_kobo else 0 end;
  former_units integer := case when former_orders = 1 then old.quantity else 0 end;
  mine record;
  buy record;
begin
  if former_orders = 1 and new.quantity <= former_units and new.amount_due_kobo <= former_kobo then return new; end if;
  perform public.await_own_promises(new.user_id);
  select * into mine from public.unpaid_standing(new.user_id);
  if mine.orders - former_orders + 1 > (mine.limits ->> ('unpaid_' || mine.grade || '_orders'))::integer then
    raise exception 'Too many orders are unpaid' using errcode = 'PT409';
  end if;
  if mine.kobo - former_kobo + new.amount_due_kobo > (mine.limits ->> ('unpaid_' || mine.grade || '_naira'))::bigint * 100 then
    raise exception 'Too much is unpaid' using errcode = 'PT409';
  end if;
  if new.group_buy_id is null then return new; end if;
  select g.target_quantity, g.min_quantity, g.max_quantity, g.payment_mode into buy from public.group_buys g where g.id = new.group_buy_id;
  if buy.max_quantity is null
    and new.quantity > greatest(buy.min_quantity, buy.target_quantity * (mine.limits ->> 'unpaid_share_percent')::integer / 100) then
    raise exception 'Too large a part of this group buy is unpaid' using errcode = 'PT409';
  end if;
  if buy.payment_mode = 'pay_to_join' or mine.lapses >= (mine.limits ->> 'unpaid_lapses')::integer then
    if former_orders = 1 and old.hold_expires_at is null then
      raise exception 'Pay for what is reserved before you add to it' using errcode = 'PT409';
    end if;
    -- What is added to a held order is held no longer than the rest of it.
    new.hold_expires_at := coalesce(case when former_orders = 1 then old.hold_expires_at end,
      public.hold_of(buy.payment_mode, mine.lapses, mine.limits));
  end if;
  return new;
end $$;

-- Where a new order goes. A place that is being closed is only read here, because its buyer is told if it closes.
create function public.guard_new_choices() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from fresh f join public.vendors v on v.id = f.vendor_id join public.pickup_points p on p.id = f.pickup_point_id
    where p.closed_at is not null or p.vendor_id <> f.vendor_id or (p.vendor_id is null and p.state <> v.state)) then
    raise exception 'This order cannot be collected at that place.' using errcode = 'PT409';
  end if;
  if exists (select from fresh where delivery_zone_id is not null) and exists (
    select from fresh f join public.vendors v on v.id = f.vendor_id join public.delivery_zones z on z.id = f.delivery_zone_id
    where z.closed_at is not null or z.state <> v.state or z.vendor_id <> f.vendor_id or z.delivered_by <> f.delivered_by
      or not exists (select from public.order_addresses a where a.order_id = f.id and a.state = z.state and (z.lgas = '{}' or a.lga = any (z.lgas)))) then
    raise exception 'This order cannot be delivered to that address.' using errcode = 'PT409';
  end if;
  if exists (select from fresh where fulfilment = 'stockpile' and pickup_point_id is not null and is_live) then
    -- Whoever comes second waits here, and then counts what the first has taken.
    perform from public.pickup_points where id in (select pickup_point_id from fresh where fulfilment = 'stockpile' and is_live) order by id for no key update;
    if exists (select from public.pickup_points p where p.id in (select pickup_point_id from fresh where fulfilment = 'stockpile' and is_live)
      and public.stockpiled_kg(p.id) > p.stockpile_capacity_kg) then
      raise exception 'There is no room left at this place for so much.' using errcode = 'PT409';
    end if;
  end if;
  return null;
end $$;
comment on function public.guard_new_choices is 'guard_choice for the orders of one statement.';
drop trigger guard_choice on public.orders;
create trigger guard_choice after update of fulfilment, pickup_point_id, delivery_zone_id, delivered_by, delivery_fee_kobo, quantity on public.orders
  for each row execute function public.guard_choice();
create trigger guard_new_choices after insert on public.orders referencing new table as fresh for each statement execute function public.guard_new_choices();

revoke execute on function public.unpaid_standings(uuid[]), public.hold_of(text, integer, jsonb), public.fill_hold(), public.bound_new_promises(),
  public.guard_new_choices() from public;
grant execute on function public.unpaid_standings(uuid[]), public.hold_of(text, integer, jsonb) to service_role;
