create function public.guard_quantity_request() returns trigger language plpgsql security definer set search_path = '' as $$
declare buy record;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' then raise exception 'A request is answered by the shop' using errcode = 'PT403'; end if;
    return new;
  end if;
  if old.status <> 'open' then raise exception 'This request is not open any more' using errcode = 'PT409'; end if;
  if (new.group_buy_id, new.person_id) is distinct from (old.group_buy_id, old.person_id) then
    raise exception 'A request stays what it is' using errcode = 'PT409';
  end if;
  if new.status = 'granted' then
    select g.status, g.end_date, g.target_quantity - g.current_quantity - public.offered_units(g) as free, v.owner_id,
      (select coalesce(sum(o.quantity), 0) from public.orders o where o.group_buy_id = g.id and o.user_id = new.person_id and o.is_live) as own
    into buy from public.group_buys g join public.vendors v on v.id = g.vendor_id where g.id = new.group_buy_id for no key update of g;
    if new.decided_by is distinct from buy.owner_id then raise exception 'A request is answered by the shop' using errcode = 'PT403'; end if;
    if buy.status <> 'active' or buy.end_date <= clock_timestamp() or new.quantity <> old.quantity or new.quantity > buy.own + buy.free then
      raise exception 'The group buy cannot hold so many' using errcode = 'PT409';
    end if;
  end if;
  return new;
end $$;

create function public.close_quantity_requests() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.quantity_requests set status = 'closed', ended_at = clock_timestamp() where group_buy_id = new.id and status = 'open';
  return null;
end $$;

-- The last check on what one person takes. Commands refuse with the reason (limitFault in domain/group-buys/participants/joining.ts).
create function public.bound_own_quantity() returns trigger language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare ids uuid[];
begin
  if tg_op = 'INSERT' then
    ids := array(select f.id from fresh f where f.status = 'pending' and f.group_buy_id is not null);
    if ids = '{}' then return null; end if;
  else
    ids := array[new.id];
  end if;
  if exists (select from public.orders n join public.group_buys g on g.id = n.group_buy_id and g.max_quantity is not null
    cross join lateral (select sum(o.quantity) as units from public.orders o where o.group_buy_id = g.id and o.user_id = n.user_id and o.is_live) own
    where n.id = any (ids) and own.units > g.max_quantity and own.units > public.own_max_quantity(g.id, n.user_id, g.max_quantity)) then
    raise exception 'One person may not take so many' using errcode = 'PT409';
  end if;
  return null;
end $$;

create trigger a_clean_texts before insert or update of note, reason on public.quantity_requests for each row execute function public.clean_texts('note', 'reason');
create trigger announce_table after insert or update or delete or truncate on public.quantity_requests for each statement execute function realtime.announce_table();
create trigger guard_own_case before update on public.quantity_requests for each row
  when (new.decided_by is distinct from old.decided_by) execute function public.guard_own_case('quantity_request', 'id', 'decided_by');
create trigger guard_quantity_request before insert or update on public.quantity_requests for each row execute function public.guard_quantity_request();
create trigger log_act after insert or update or delete on public.quantity_requests for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('quantity-request', 'id', '');

create trigger close_quantity_requests after update of status on public.group_buys for each row
  when (old.status = 'active' and new.status <> 'active') execute function public.close_quantity_requests();

create trigger bound_own_quantity after update of quantity on public.orders for each row
  when (new.status = 'pending' and new.group_buy_id is not null and new.quantity > old.quantity) execute function public.bound_own_quantity();
create trigger bound_own_quantity_of_new after insert on public.orders referencing new table as fresh for each statement execute function public.bound_own_quantity();
