-- A cycle repeats one product of its shop, and its next round is later than those before.
create function public.guard_buy_cycle() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from public.products p where p.id = new.product_id and p.vendor_id = new.vendor_id and p.archived_at is null) then
      raise exception 'A shop repeats group buys of its own products' using errcode = 'PT403';
    end if;
  elsif old.status = 'ended' or (new.vendor_id, new.product_id, new.period, new.share_day, new.created_at)
      is distinct from (old.vendor_id, old.product_id, old.period, old.share_day, old.created_at) then
    raise exception 'A cycle stays what it is' using errcode = 'PT409';
  elsif new.next_share_date < old.next_share_date then
    raise exception 'The next round of a cycle does not move back' using errcode = 'PT409';
  end if;
  if new.status = 'running' and new.next_end_date > public.payment_due_at(new.next_share_date) then
    raise exception 'A group buy must end before payment is due, 2 days before the share date' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- A round of a cycle: opened by the clock, named as the first one by its shop, or published by hand while no other is open. The cycle's lock serialises
-- them. The name sorts after `guard_group_buy`, which copies the product.
create function public.place_in_cycle() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  cycle public.buy_cycles;
  others record;
begin
  if tg_op = 'UPDATE' and old.cycle_id is distinct from new.cycle_id and old.cycle_id is not null
    and exists (select from public.buy_cycles c where c.id = old.cycle_id and c.status <> 'ended') then
    raise exception 'A round stays in its cycle' using errcode = 'PT409';
  end if;
  select * into cycle from public.buy_cycles c where c.product_id = new.product_id and c.status <> 'ended' for no key update;
  if new.cycle_id is not null and cycle.id is distinct from new.cycle_id then
    raise exception 'A round is of the product that its cycle repeats' using errcode = 'PT409';
  end if;
  if cycle.id is null then return new; end if;
  select coalesce(bool_or(g.status = 'active'), false) as is_open, max(g.share_date) as last_share_date into others
  from public.group_buys g where g.cycle_id = cycle.id and g.id <> new.id and g.status <> 'draft';
  if new.cycle_id is null then
    if not others.is_open then new.cycle_id := cycle.id; end if;
    return new;
  end if;
  if others.is_open or (tg_op = 'INSERT' and new.share_date <= others.last_share_date) then
    raise exception 'A cycle has one open round at a time, and each is shared later than those before' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.guard_standing_order() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- Not on the row of the cycle, which the clock locks while it opens a round.
    perform pg_advisory_xact_lock(hashtextextended('standing-orders:' || new.person_id, 0));
    if (select count(*) from public.standing_orders s where s.person_id = new.person_id and s.status <> 'ended') >= 30 then
      raise exception 'One person has at most 30 standing orders. End one first.' using errcode = 'PT409';
    end if;
    if not exists (select from public.buy_cycles c where c.id = new.cycle_id and c.status <> 'ended' for key share) then
      raise exception 'This group buy is not repeated any more' using errcode = 'PT409';
    end if;
    if exists (select from public.buy_cycles c where c.id = new.cycle_id and rights.serves_shop(new.person_id, c.vendor_id)) then
      raise exception 'Nobody orders from their own shop' using errcode = 'PT403';
    end if;
    return new;
  end if;
  if old.status = 'ended' or (new.cycle_id, new.person_id, new.created_at) is distinct from (old.cycle_id, old.person_id, old.created_at) then
    raise exception 'A standing order stays what it is' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- The market orders for a person only in a round of the cycle they chose, as much as they said, and for no more than they said.
create function public.guard_standing_round() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.standing_orders s join public.group_buys g on g.id = new.group_buy_id and g.cycle_id = s.cycle_id
      and g.published_at > s.active_since where s.id = new.standing_order_id and s.status = 'active') then
    raise exception 'A standing order is for rounds of its cycle that open later' using errcode = 'PT409';
  end if;
  if new.outcome = 'joined' and not exists (select from public.standing_orders s join public.orders o on o.id = new.order_id
      and o.user_id = s.person_id and o.group_buy_id = new.group_buy_id and o.status = 'pending' and o.quantity = s.quantity
      and o.amount_due_kobo <= s.most_kobo where s.id = new.standing_order_id and s.mode = 'join' and not s.skips_next) then
    raise exception 'A standing order joins for what its buyer agreed to, and no more' using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger announce_table after insert or update or delete or truncate on public.buy_cycles for each statement execute function realtime.announce_table();
create trigger guard_buy_cycle before insert or update on public.buy_cycles for each row execute function public.guard_buy_cycle();
create trigger log_act after insert or update or delete on public.buy_cycles for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('buy-cycle', 'id', '');
create trigger log_status_change after insert or update of status on public.buy_cycles for each row execute function public.log_status_change('buy_cycle');

-- Not when a round that was closed is extended: the next one may be open by then.
create trigger place_in_cycle before insert on public.group_buys for each row when (new.status = 'active') execute function public.place_in_cycle();
create trigger place_in_cycle_once_published before update of status on public.group_buys for each row
  when (old.status = 'draft' and new.status = 'active') execute function public.place_in_cycle();
create trigger place_in_cycle_as_first before update of cycle_id on public.group_buys for each row
  when (old.cycle_id is distinct from new.cycle_id) execute function public.place_in_cycle();

create trigger announce_table after insert or update or delete or truncate on public.standing_orders for each statement execute function realtime.announce_table();
create trigger guard_standing_order before insert or update on public.standing_orders for each row execute function public.guard_standing_order();
create trigger log_act after insert or update or delete on public.standing_orders for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('standing-order', 'id', '');
create trigger log_status_change after insert or update of status on public.standing_orders for each row execute function public.log_status_change('standing_order');

create trigger announce_table after insert or update or delete or truncate on public.standing_rounds for each statement execute function realtime.announce_table();
create trigger guard_standing_round before insert on public.standing_rounds for each row execute function public.guard_standing_round();
create trigger log_act after insert or update or delete on public.standing_rounds for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('standing-round', 'standing_order_id', '');
