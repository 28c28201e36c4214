-- The one owner of the counters (docs/decisions/0012). Commands and jobs move orders; participants, quantities, paid figures, stock and the line of a
-- group buy's order follow from the move, here and nowhere else.
create function public.count_order() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  was_live boolean := not is_new and old.is_live;
  was_paid boolean := not is_new and old.is_paid;
  units integer := case when new.is_live then new.quantity else 0 end - case when was_live then old.quantity else 0 end;
  paid_units integer := case when new.is_paid then new.quantity else 0 end - case when was_paid then old.quantity else 0 end;
  people integer := new.is_live::integer - was_live::integer;
  paid_people integer := new.is_paid::integer - was_paid::integer;
  buy record;
begin
  -- Whoever comes second waits here and then counts what the first has written.
  perform from public.group_buys where id = new.group_buy_id for no key update;
  -- A person counts once, whatever number of orders they have in the buy.
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
    returning g.status, g.end_date, g.current_price, g.terms_version, g.product_id, g.product_name, g.unit, g.image_url, g.base_price into buy;
    if new.status = 'pending' and (buy.status <> 'active' or buy.end_date <= clock_timestamp()) then
      raise exception 'This group buy is no longer active' using errcode = 'PT409';
    end if;
    if new.status = 'pending' and (new.unit_price, new.terms_version) is distinct from (buy.current_price, buy.terms_version) then
      raise exception 'An order is accepted at the price and terms of its buy' using errcode = 'PT409';
    end if;
  end if;
  if is_new then
    insert into public.order_lines (order_id, product_id, product_name, unit, image_url, quantity, base_price, unit_price)
    values (new.id, buy.product_id, buy.product_name, buy.unit, buy.image_url, new.quantity, buy.base_price, new.unit_price);
  elsif (new.quantity, new.unit_price) is distinct from (old.quantity, old.unit_price) then
    update public.order_lines set quantity = new.quantity, unit_price = new.unit_price where order_id = new.id;
  end if;
  return null;
end $$;
create trigger count_new_order after insert on public.orders for each row when (new.group_buy_id is not null) execute function public.count_order();
create trigger count_order after update of status, quantity, unit_price on public.orders for each row when (new.group_buy_id is not null
  and (old.status, old.quantity, old.unit_price) is distinct from (new.status, new.quantity, new.unit_price)) execute function public.count_order();

-- A line of the cart takes its units from the shelf.
create function public.take_stock() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.orders where id = new.order_id and group_buy_id is not null) then return null; end if;
  update public.products set available_quantity = available_quantity - new.quantity
  where id = new.product_id and available_quantity >= new.quantity and archived_at is null;
  if not found then raise exception 'There is not enough in stock.' using errcode = 'PT409'; end if;
  return null;
end $$;
create trigger take_stock after insert on public.order_lines for each row execute function public.take_stock();

-- They go back when the order ends before they were packed. Giving back never fails: a full shelf stays full.
create function public.return_stock() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.products p set available_quantity = least(p.available_quantity + l.quantity, 1000000)
  from public.order_lines l where l.order_id = new.id and p.id = l.product_id;
  return null;
end $$;
create trigger return_stock after update of status on public.orders for each row
  when (new.group_buy_id is null and old.status in ('pending', 'paid') and not new.is_live) execute function public.return_stock();

-- Who is locked (docs/decisions/0001): paid, and past every moment until which leaving is free; the same rule as isLocked in
-- domain/group-buys/leaving.ts. Until the common moment nobody is locked; afterwards all who paid are, but those of the last hour.
create function public.locked_participants(buy uuid, end_date timestamptz, extended_at timestamptz, paid_participants integer) returns integer
language sql stable security definer set search_path = '' as $$
  select case
    when clock_timestamp() < end_date - interval '72 hours' or clock_timestamp() < extended_at + interval '48 hours' then 0
    when clock_timestamp() >= end_date then paid_participants
    else paid_participants - (select count(distinct o.user_id)::integer from public.orders o
      where o.group_buy_id = buy and o.is_paid and o.paid_at > clock_timestamp() - interval '1 hour'
        and not exists (select from public.orders e where e.group_buy_id = buy and e.user_id = o.user_id and e.is_paid
          and e.paid_at <= clock_timestamp() - interval '1 hour')) end
$$;
create function public.locked_participants(buy public.group_buys) returns integer language sql stable as
$$ select public.locked_participants(buy.id, buy.end_date, buy.extended_at, buy.paid_participants) $$;
comment on function public.locked_participants(public.group_buys) is 'Paid participants past their free leaving: ceilings count them.';
grant execute on function public.locked_participants(public.group_buys), public.locked_participants(uuid, timestamptz, timestamptz, integer)
  to anon, authenticated, service_role;

-- Deleting a product archives it: past orders keep their copy, lists lose it. The specification's DELETE call answers by these rules:
-- 403 for others, 409 while live orders or running buys point to it, one product at a time, 204 when it is done.
create function public.product_is_live(product uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.group_buys where product_id = product and status in ('active', 'closed', 'settling', 'confirmed', 'ready'))
      or exists (select from public.order_lines l join public.orders o on o.id = l.order_id
                 where l.product_id = product and o.group_buy_id is null and o.is_live and o.status <> 'completed')
$$;

create function public.archive_product() returns trigger language plpgsql security definer set search_path = '' as $$
declare already integer := coalesce(nullif(current_setting('ajoja.removed_products', true), '')::integer, 0);
begin
  if not (rights.is_service() or rights.has_role('administrator', 'supervisor', 'chief')
      or coalesce(old.vendor_id = (select rights.my_vendor_id()), false)) then
    raise exception 'You may not delete this product' using errcode = 'PT403';
  end if;
  if already > 0 then
    raise exception 'Delete one product at a time, named by id=eq.' using errcode = 'PT400';
  end if;
  if public.product_is_live(old.id) then
    raise exception 'This product has running group buys or orders; it can be deleted when they have ended' using errcode = 'PT409';
  end if;
  perform set_config('ajoja.removed_products', (already + 1)::text, true);
  update public.products set archived_at = now() where id = old.id and archived_at is null;
  insert into public.audit_log (actor_id, action, subject_type, subject_id, before, after)
  values (auth.uid(), 'product.archive', 'product', old.id, to_jsonb(old), jsonb_build_object('archived_at', now()));
  return null;
end $$;
create trigger archive_product before delete on public.products for each row execute function public.archive_product();
