-- The confirmation applies to this name and category: changing either resets it.
create function public.guard_stockpile() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' and not rights.is_service()
    or tg_op = 'UPDATE' and (new.name, new.category, new.stockpile_allowed) is distinct from (old.name, old.category, old.stockpile_allowed) then
    new.stockpile_confirmed_by := null;
    new.stockpile_confirmed_at := null;
  end if;
  return new;
end $$;

create function public.guard_zone() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not public.are_local_governments(new.state, new.lgas) then
    raise exception 'A zone covers local governments of its own state' using errcode = 'PT400';
  end if;
  return new;
end $$;

create function public.bound_addresses() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Serialises concurrent inserts on the person's row.
  perform from public.profiles where id = new.user_id for no key update;
  if (select count(*) from public.addresses where user_id = new.user_id) > 10 then
    raise exception 'You can keep 10 addresses. Remove one you no longer use first.' using errcode = 'PT409';
  end if;
  return null;
end $$;

-- Serialises the insert with the deletion of the account, which must not leave an area behind.
create function public.guard_buyer_area() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.profiles p where p.id = new.profile_id for no key update;
  if rights.is_disabled(new.profile_id) then raise exception 'Please sign in first.' using errcode = 'PT401'; end if;
  return new;
end $$;

-- Goods cannot be made ready at a place that has closed: their buyer must choose another one first. Blocks while the place is
-- being closed.
create function public.guard_ready_at_place() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.pickup_points where id = new.pickup_point_id for share;
  if exists (select from public.pickup_points where id = new.pickup_point_id and closed_at is not null) then
    raise exception 'The place of this order has closed. Its buyer chooses another one first.' using errcode = 'PT409';
  end if;
  return null;
end $$;

create trigger a_clean_texts before insert or update of name, street, instructions, closed_reason on public.pickup_points
  for each row execute function public.clean_texts('name', 'street', 'instructions', 'closed_reason');
create trigger announce_table after insert or update or delete or truncate on public.pickup_points for each statement execute function realtime.announce_table();
create trigger log_act after insert or update or delete on public.pickup_points for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('pickup-point', 'id', '');
create trigger pickup_points_touch before update on public.pickup_points for each row execute function public.touch_updated_at();

create trigger a_clean_texts before insert or update of name, closed_reason on public.delivery_zones
  for each row execute function public.clean_texts('name', 'closed_reason');
create trigger announce_table after insert or update or delete or truncate on public.delivery_zones for each statement execute function realtime.announce_table();
create trigger delivery_zones_touch before update on public.delivery_zones for each row execute function public.touch_updated_at();
create trigger guard_zone before insert or update of state, lgas on public.delivery_zones for each row execute function public.guard_zone();
create trigger log_act after insert or update or delete on public.delivery_zones for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('delivery-zone', 'id', '');

create trigger a_clean_texts before insert or update of label, recipient, street, landmark on public.addresses
  for each row execute function public.clean_texts('label', 'recipient', 'street', 'landmark');
create trigger addresses_touch before update on public.addresses for each row execute function public.touch_updated_at();
create trigger bound_addresses after insert on public.addresses for each row execute function public.bound_addresses();
create trigger guard_name before insert or update of recipient on public.addresses for each row execute function public.guard_typed_name('recipient');
create trigger log_act after insert or update or delete on public.addresses for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('address', 'id', 'recipient phone street landmark');

create trigger buyer_areas_touch before update on public.buyer_areas for each row execute function public.touch_updated_at();
create trigger guard_buyer_area before insert on public.buyer_areas for each row execute function public.guard_buyer_area();
create trigger log_act after insert or update or delete on public.buyer_areas for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('buyer-area', 'profile_id', 'state lga');

create trigger a_clean_texts before insert or update of recipient, street, landmark on public.order_addresses
  for each row execute function public.clean_texts('recipient', 'street', 'landmark');
create trigger guard_address_on_run before update or delete on public.order_addresses for each row execute function public.guard_address_on_run();
create trigger log_act after insert or update or delete on public.order_addresses for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('order-address', 'order_id', 'recipient phone street landmark');

create trigger log_act after insert or update or delete on public.memberships for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('membership', 'id', '');

create trigger announce_table after insert or update or delete or truncate on public.local_governments for each statement execute function realtime.announce_table();
create trigger log_act after insert or update or delete on public.local_governments for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('local-government', 'name', '');
