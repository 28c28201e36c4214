-- A refund that arrives ends an order that was out of the count already. It locked its buy nevertheless, after the order, while a payment that
-- was taken back locked the buy first: each waited for the other.
create or replace function public.count_order() returns trigger language plpgsql security definer set search_path = '' as $$
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
  -- A move that changes no count waits for nobody: the clock moves orders of many buys at once, and holds none of them.
  if not is_new and (units, paid_units, people, paid_people) = (0, 0, 0, 0) and (new.quantity, new.unit_price) = (old.quantity, old.unit_price) then
    return null;
  end if;
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
