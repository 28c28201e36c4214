-- A refund that arrives ends an order that was out of the count already. It locked its buy nevertheless, after the order, while a payment that
-- was taken back locked the buy first: each waited for the other.
create function public.count_order() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  units integer := case when new.is_live then new.quantity else 0 end - case when old.is_live then old.quantity else 0 end;
  paid_units integer := case when new.is_paid then new.quantity else 0 end - case when old.is_paid then old.quantity else 0 end;
  people integer := new.is_live::integer - old.is_live::integer;
  paid_people integer := new.is_paid::integer - old.is_paid::integer;
  buy record;
begin
  -- A move that changes no count waits for nobody: the clock moves orders of many buys at once, and holds none of them.
  if (units, paid_units, people, paid_people) = (0, 0, 0, 0) and (new.quantity, new.unit_price) = (old.quantity, old.unit_price) then
    return null;
  end if;
  perform from public.group_buys where id = new.group_buy_id for no key update;
  if people <> 0 and exists (select from public.orders o
    where o.group_buy_id = new.group_buy_id and o.user_id = new.user_id and o.id <> new.id and o.is_live) then
    people := 0;
  end if;
  if paid_people <> 0 and exists (select from public.orders o
    where o.group_buy_id = new.group_buy_id and o.user_id = new.user_id and o.id <> new.id and o.is_paid) then
    paid_people := 0;
  end if;
  if (units, paid_units, people, paid_people) <> (0, 0, 0, 0) then
    update public.group_buys g set current_quantity = g.current_quantity + units, current_participants = g.current_participants + people,
      paid_quantity = g.paid_quantity + paid_units, paid_participants = g.paid_participants + paid_people, updated_at = now()
    where g.id = new.group_buy_id
    returning g.status, g.end_date, g.current_price, g.terms_version into buy;
    if new.status = 'pending' and (buy.status <> 'active' or buy.end_date <= clock_timestamp()) then
      raise exception 'This group buy is no longer active' using errcode = 'PT409';
    end if;
    if new.status = 'pending' and (new.unit_price, new.terms_version) is distinct from (buy.current_price, buy.terms_version) then
      raise exception 'An order is accepted at the price and terms of its buy' using errcode = 'PT409';
    end if;
  end if;
  if (new.quantity, new.unit_price) is distinct from (old.quantity, old.unit_price) then
    update public.order_lines set quantity = new.quantity, unit_price = new.unit_price where order_id = new.id;
  end if;
  return null;
end $$;

-- Lines of the cart take their units from the shelf.
create function public.take_stock() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  taken record;
begin
  for taken in select f.product_id, sum(f.quantity) as units from fresh f join public.orders o on o.id = f.order_id
    where o.group_buy_id is null group by f.product_id order by f.product_id loop
    update public.products set available_quantity = available_quantity - taken.units
    where id = taken.product_id and available_quantity >= taken.units and archived_at is null;
    if not found then raise exception 'There is not enough in stock.' using errcode = 'PT409'; end if;
  end loop;
  return null;
end $$;

-- A checkout takes from several shelves in the order of their ids, and so do all who put back: nobody waits in a circle.
create function public.return_stock() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products where id in (select product_id from public.order_lines where order_id = new.id) order by id for no key update;
  update public.products p set available_quantity = least(p.available_quantity + l.quantity, 1000000)
  from public.order_lines l where l.order_id = new.id and p.id = l.product_id;
  return null;
end $$;

-- Counting (0430): one update of a buy, whatever number of orders a statement writes; each order's price is that of its own count. Every new
-- order is pending (allowed_moves).
-- Kept plans never read whole tables, however small these were when the plan was made.
create function public.count_new_orders() returns trigger language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  fault text;
begin
  if not exists (select from fresh where group_buy_id is not null) then return null; end if;
  -- Whoever comes second waits here and then counts what the first has written.
  perform from public.group_buys where id in (select group_buy_id from fresh) order by id for no key update;
  with counted as (
    -- A person counts once: not for a second order beside one that is paid. There is never a second pending one.
    select f.group_buy_id, f.order_no, f.quantity, f.unit_price, f.terms_version, (not exists (select from public.orders o
      where o.group_buy_id = f.group_buy_id and o.user_id = f.user_id and o.id <> f.id and o.is_live))::integer as people
    from fresh f where f.group_buy_id is not null
  ), running as (
    select counted.*, sum(people) over (partition by group_buy_id order by order_no) as people_so_far from counted
  ), moved as (
    select group_buy_id, sum(quantity) as units, sum(people) as people from counted group by group_buy_id
  ), buys as (
    update public.group_buys g set current_quantity = g.current_quantity + m.units, current_participants = g.current_participants + m.people, updated_at = now()
    from moved m where g.id = m.group_buy_id
    returning g.id, g.status, g.end_date, g.tier_thresholds, g.tier_prices, g.base_price, g.terms_version, g.current_participants - m.people as people_before
  )
  select case when b.status <> 'active' or b.end_date <= clock_timestamp() then 'This group buy is no longer active'
    else 'An order is accepted at the price and terms of its buy' end into fault
  from running r join buys b on b.id = r.group_buy_id
  where b.status <> 'active' or b.end_date <= clock_timestamp() or (r.unit_price, r.terms_version) is distinct from
    (public.price_at(b.tier_thresholds, b.tier_prices, b.base_price, (b.people_before + r.people_so_far)::integer), b.terms_version)
  order by r.order_no limit 1;
  if fault is not null then raise exception '%', fault using errcode = 'PT409'; end if;

  with buys as materialized (
    select g.id, g.product_id, g.product_name, g.unit, g.image_url, g.base_price, p.vat_class,
      case when p.vat_class = 'standard' then public.whole_setting('vat_bps') else 0 end as vat_bps,
      coalesce(g.kg_per_unit, p.kg_per_unit, public.measured_kg(g.unit, g.product_name, p.category)) as kg_per_unit
    from public.group_buys g join public.products p on p.id = g.product_id where g.id in (select group_buy_id from fresh)
  )
  insert into public.order_lines (order_id, product_id, product_name, unit, image_url, quantity, base_price, unit_price, vat_class, vat_bps, kg_per_unit)
  select f.id, b.product_id, b.product_name, b.unit, b.image_url, f.quantity, b.base_price, f.unit_price, b.vat_class, b.vat_bps, b.kg_per_unit
  from fresh f join buys b on b.id = f.group_buy_id;
  return null;
end $$;
comment on function public.count_new_orders() is 'Owner of the counters, with count_order: what one statement adds to its buys, and the lines of its orders.';
