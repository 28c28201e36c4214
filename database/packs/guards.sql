-- "I would take up to": only of goods in packs, and no more of it in the top-up time, whose joins fill an open pack.
create function public.guard_sure_quantity() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  former integer := case when tg_op = 'UPDATE' then old.quantity - coalesce(old.sure_quantity, old.quantity) else 0 end;
begin
  if new.sure_quantity is not null and new.allotted_quantity is null and not exists (select from public.group_buys g
    where g.id = new.group_buy_id and g.pack_size is not null and (g.top_up_at is null or new.quantity - new.sure_quantity <= former)) then
    raise exception 'Only goods in packs are taken "up to" a quantity, and not in the top-up time' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- The packs of a buy are shared out once, when its final price is set.
create function public.guard_allotment() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.allotted_quantity is not null or old.status <> 'paid' or new.reserved_quantity is distinct from old.quantity
    or not exists (select from public.group_buys g where g.id = new.group_buy_id and g.pack_size is not null and g.status = 'settling' and g.final_price is not null) then
    raise exception 'Packs are shared out once, of what was paid, when the price is final' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A settled order has what it was allotted, of packs; otherwise all that was paid for.
create function public.guard_settled_quantity() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.group_buys g where g.id = new.group_buy_id and g.pack_size is not null)
    then if new.quantity is distinct from new.allotted_quantity then
      raise exception 'An order of packs settles at the units it was allotted' using errcode = 'check_violation';
    end if;
  elsif new.quantity <> old.quantity then
    raise exception 'Settling changes only quantities of packs' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Orders that ended after the packs were shared out count too: their units were brought.
create function public.guard_whole_packs() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select coalesce(sum(o.allotted_quantity), 0) from public.orders o where o.group_buy_id = new.id) % new.pack_size <> 0 then
    raise exception 'A buy of packs is confirmed with whole packs, or with the part that its shop has agreed to' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- The shop answers in its time, and once.
create function public.guard_part_pack() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not coalesce(new.status = 'settling' and new.final_price is null and old.part_pack_confirmed_at is null
    and old.part_pack_until > clock_timestamp(), false) then
    raise exception 'A part of a pack is confirmed while its shop is asked' using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger guard_sure_quantity before insert or update of quantity, sure_quantity on public.orders for each row
  when (new.sure_quantity is not null) execute function public.guard_sure_quantity();
create trigger guard_allotment before update of allotted_quantity, reserved_quantity on public.orders for each row
  when ((new.allotted_quantity, new.reserved_quantity) is distinct from (old.allotted_quantity, old.reserved_quantity)) execute function public.guard_allotment();
create trigger guard_settled_quantity before update of status on public.orders for each row
  when (new.group_buy_id is not null and old.status = 'paid' and new.status = 'confirmed') execute function public.guard_settled_quantity();
create trigger guard_whole_packs before update of status on public.group_buys for each row
  when (new.pack_size is not null and new.part_pack_confirmed_at is null and old.status = 'settling' and new.status = 'confirmed') execute function public.guard_whole_packs();
create trigger guard_part_pack before update of part_pack_confirmed_at on public.group_buys for each row
  when (new.part_pack_confirmed_at is distinct from old.part_pack_confirmed_at) execute function public.guard_part_pack();
