-- Maintains the counters of buys and the lines of their orders, for all rows of a statement or one order that moves. Every new
-- order is pending (allowed_moves) and priced by its own count. Cached plans never scan whole tables, however small these were
-- when the plan was made.
--
-- A share that is taken over moves once, with the order of its receiver: its buy never has more or fewer units in between, and what
-- it keeps is not offered to the waiting list.
--
-- A move that changes no count takes no lock (the condition of the trigger). Otherwise an arriving refund, which ends an order that
-- is no longer counted, would lock the buy after the order, and a payment reversal the other way round: a deadlock.
create function public.count_orders() returns trigger language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  -- The orders that are counted, and their contribution before.
  ids uuid[];
  former_units integer := 0;
  former_paid_units integer := 0;
  former_live integer := 0;
  former_paid integer := 0;
  -- The order that one of them takes over, and the people who leave with it.
  given public.orders;
  former_people integer := 0;
  former_paid_people integer := 0;
  fault text;
begin
  if tg_op = 'INSERT' then
    ids := array(select f.id from fresh f where f.group_buy_id is not null);
    if ids = '{}' then return null; end if;
  elsif old.is_live and not new.is_live and exists (select from public.orders t where t.takes_over_order_id = new.id and t.is_live) then
    return null;
  else
    ids := array[new.id];
    former_live := old.is_live::integer;
    former_paid := old.is_paid::integer;
    former_units := old.quantity * former_live;
    former_paid_units := old.quantity * former_paid;
  end if;
  -- Serialises concurrent writers of a buy: the second blocks here, then sees the first one's rows.
  perform from public.group_buys where id in (select group_buy_id from public.orders where id = any (ids)) order by id for no key update;
  -- Joining ends the wait, and takes an offer before the counters are compared with the offers to others.
  if exists (select from public.orders o join public.buy_waits w on w.group_buy_id = o.group_buy_id and w.is_open where o.id = any (ids)) then
    update public.buy_waits w set status = 'joined', ended_at = clock_timestamp() from public.orders o
    where o.id = any (ids) and w.group_buy_id = o.group_buy_id and w.person_id = o.user_id and w.is_open and o.is_live and o.quantity > former_units;
  end if;
  if tg_op = 'UPDATE' and new.is_live and not old.is_live then
    select * into given from public.orders where id = new.takes_over_order_id and is_live;
    former_units := coalesce(given.quantity, 0);
    former_paid_units := coalesce(given.quantity * given.is_paid::integer, 0);
    select (given.is_live and not coalesce(bool_or(o.is_live), false))::integer, (given.is_paid and not coalesce(bool_or(o.is_paid), false))::integer
    into former_people, former_paid_people
    from public.orders o where o.group_buy_id = given.group_buy_id and o.user_id = given.user_id and o.id <> given.id;
    former_people := coalesce(former_people, 0);
    former_paid_people := coalesce(former_paid_people, 0);
  end if;
  with moves as (
    select w.group_buy_id, w.user_id, w.id, w.order_no, w.status, w.unit_price, w.terms_version,
      w.quantity * w.is_live::integer - former_units as units, w.quantity * w.is_paid::integer - former_paid_units as paid_units,
      w.is_live::integer - former_live as live, w.is_paid::integer - former_paid as paid
    from public.orders w where w.id = any (ids)
  ), counted as (
    -- A person counts once, however many orders they have. A person has at most one pending order in a buy.
    select m.*,
      case when m.live <> 0 and exists (select from public.orders o
        where o.group_buy_id = m.group_buy_id and o.user_id = m.user_id and o.id <> m.id and o.is_live) then 0 else m.live end - former_people as people,
      case when m.paid <> 0 and exists (select from public.orders o
        where o.group_buy_id = m.group_buy_id and o.user_id = m.user_id and o.id <> m.id and case when o.is_paid then true end) then 0 else m.paid end - former_paid_people as paid_people
    from moves m
  ), running as (
    select counted.*, sum(people) over (partition by group_buy_id order by order_no) as people_so_far from counted
  ), sums as (
    select group_buy_id, sum(units) as units, sum(people) as people, sum(paid_units) as paid_units, sum(paid_people) as paid_people
    from counted group by group_buy_id
  ), buys as (
    update public.group_buys g set current_quantity = g.current_quantity + s.units, current_participants = g.current_participants + s.people,
      paid_quantity = g.paid_quantity + s.paid_units, paid_participants = g.paid_participants + s.paid_people, updated_at = now()
    from sums s where g.id = s.group_buy_id and (s.units, s.people, s.paid_units, s.paid_people) <> (0, 0, 0, 0)
    returning g.id, g.status, g.end_date, g.tier_thresholds, g.tier_prices, g.base_price, g.terms_version, g.current_participants - s.people as people_before
  )
  select case when b.status <> 'active' or b.end_date <= clock_timestamp() then 'This group buy is no longer active'
    else 'An order is accepted at the price and terms of its buy' end into fault
  from running r join buys b on b.id = r.group_buy_id
  where r.status = 'pending' and (b.status <> 'active' or b.end_date <= clock_timestamp() or (r.unit_price, r.terms_version) is distinct from
    (public.price_at(b.tier_thresholds, b.tier_prices, b.base_price, (b.people_before + r.people_so_far)::integer), b.terms_version))
  order by r.order_no limit 1;
  if fault is not null then raise exception '%', fault using errcode = 'PT409'; end if;

  if tg_op = 'INSERT' then
    with buys as materialized (
      select g.id, g.product_id, g.product_name, g.unit, g.image_url, g.base_price, g.category, p.vat_class,
        case when p.vat_class = 'standard' then public.whole_setting('vat_bps') else 0 end as vat_bps,
        coalesce(g.kg_per_unit, p.kg_per_unit, public.measured_kg(g.unit, g.product_name, p.category)) as kg_per_unit, g.least_kg_per_unit, g.most_kg_per_unit
      from public.group_buys g join public.products p on p.id = g.product_id where g.id in (select group_buy_id from fresh)
    )
    insert into public.order_lines (order_id, product_id, product_name, unit, image_url, quantity, base_price, unit_price, category, vat_class, vat_bps, kg_per_unit, least_kg_per_unit, most_kg_per_unit)
    select f.id, b.product_id, b.product_name, b.unit, b.image_url, f.quantity, b.base_price, f.unit_price, b.category, b.vat_class, b.vat_bps, b.kg_per_unit, b.least_kg_per_unit, b.most_kg_per_unit
    from fresh f join buys b on b.id = f.group_buy_id;
  elsif (new.quantity, new.unit_price) is distinct from (old.quantity, old.unit_price) then
    update public.order_lines set quantity = new.quantity, unit_price = new.unit_price where order_id = new.id;
  end if;
  return null;
end $$;
comment on function public.count_orders() is 'Maintains the counters: adds orders to their buys, and writes the lines of these orders.';

-- Lines from the cart take their units out of stock. A pause of their shop that is being saved is waited for.
create function public.take_stock() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  taken record;
begin
  for taken in select f.product_id, sum(f.quantity) as units from fresh f
    where (select o.group_buy_id from public.orders o where o.id = f.order_id) is null group by f.product_id order by f.product_id loop
    perform from public.vendors v where v.id = (select p.vendor_id from public.products p where p.id = taken.product_id)
      and (v.paused_until is null or v.paused_until <= clock_timestamp()) for share;
    if not found then raise exception 'This shop takes no new orders at the moment.' using errcode = 'PT409'; end if;
    update public.products set available_quantity = available_quantity - taken.units
    where id = taken.product_id and available_quantity >= taken.units and archived_at is null
      and (paused_until is null or paused_until <= clock_timestamp());
    if not found then raise exception 'There is not enough in stock.' using errcode = 'PT409'; end if;
  end loop;
  return null;
end $$;

-- Stock rows are locked in id order, both by checkouts and by returns, so that there is no deadlock.
create function public.return_stock() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products where id in (select product_id from public.order_lines where order_id = new.id) order by id for no key update;
  update public.products p set available_quantity = least(p.available_quantity + l.quantity, 1000000)
  from public.order_lines l where l.order_id = new.id and p.id = l.product_id;
  return null;
end $$;
