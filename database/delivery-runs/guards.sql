create function public.guard_delivery_run() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and (old.status = 'ended' or (new.pickup_point_id, new.vendor_id) is distinct from (old.pickup_point_id, old.vendor_id)
    or (old.status, new.status) in (('out', 'planned'))) then
    raise exception 'This run does not change any more' using errcode = 'PT409';
  end if;
  if new.status <> 'ended' and (tg_op = 'INSERT' or new.rider_id <> old.rider_id or new.status <> old.status)
    and not rights.rides_for(new.rider_id, new.pickup_point_id, new.vendor_id) then
    raise exception 'This person delivers nothing from here' using errcode = 'PT409';
  end if;
  if tg_op = 'UPDATE' and old.status = 'planned' and new.status = 'out' and exists (select from public.unweighed_of_run(new.id)) then
    raise exception 'Goods by weight are weighed before a run leaves' using errcode = 'PT409';
  end if;
  if tg_op = 'UPDATE' and new.status <> 'ended' and exists (select from public.delivery_stops s join public.orders o on o.id = s.order_id
    where s.run_id = new.id and s.status = 'open' and o.user_id = new.rider_id) then
    raise exception 'Nobody delivers to themselves' using errcode = 'PT403';
  end if;
  return new;
end $$;

create function public.guard_delivery_stop() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  run public.delivery_runs;
begin
  select * into run from public.delivery_runs r where r.id = new.run_id;
  if tg_op = 'UPDATE' then
    -- Open stops change their places among each other; one that is over keeps its own.
    if old.status <> 'open' or (new.run_id, new.order_id) is distinct from (old.run_id, old.order_id) or new.position <> old.position and new.status <> 'open' then
      raise exception 'This stop does not change any more' using errcode = 'PT409';
    end if;
    if new.status = 'failed' and run.status <> 'out' then raise exception 'This run is not out' using errcode = 'PT409'; end if;
    return new;
  end if;
  if new.status <> 'open' or run.status <> 'planned' then raise exception 'Orders are put into a run before it starts' using errcode = 'PT409'; end if;
  if not public.may_be_sent(new.order_id, run.pickup_point_id, run.vendor_id) then
    raise exception 'This order does not go out from here' using errcode = 'PT409';
  end if;
  if run.rider_id = (select user_id from public.orders where id = new.order_id) then
    raise exception 'Nobody delivers to themselves' using errcode = 'PT403';
  end if;
  return new;
end $$;

-- A run ends with its last stop. Closing a stop locks the run's row, so that of two requests that close the last two stops, one
-- sees both closed.
create function public.end_delivery_run() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.delivery_runs where id = new.run_id for no key update;
  update public.delivery_runs r set status = 'ended', ended_at = clock_timestamp() where r.id = new.run_id and r.status <> 'ended'
    and not exists (select from public.delivery_stops s where s.run_id = r.id and s.status = 'open');
  return null;
end $$;

-- A stop ends when its goods do, for every cause: all handed over, or nothing left because of refunds or a short delivery.
create function public.end_delivery_stop() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'done' and public.goods_left_kobo(new.order_id) > 0 then return null; end if;
  update public.delivery_stops set status = case when new.status = 'done' and new.kind = 'delivery' then 'delivered' else 'removed' end,
    ended_at = coalesce(new.done_at, clock_timestamp()) where order_id = new.order_id and status = 'open';
  return null;
end $$;

-- The address of an order does not change while the order is on a run.
create function public.guard_address_on_run() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed uuid := case tg_table_name when 'orders' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'order_id' end;
begin
  if exists (select from public.delivery_stops s where s.order_id = changed and s.status = 'open') then
    raise exception 'This order is on a delivery run. Its address cannot change now.' using errcode = 'PT409';
  end if;
  return coalesce(new, old);
end $$;

create trigger guard_delivery_run before insert or update on public.delivery_runs for each row execute function public.guard_delivery_run();
create trigger log_act after insert or update or delete on public.delivery_runs for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('delivery-run', 'id', '');

create trigger a_clean_texts before insert or update of reason, note on public.delivery_stops
  for each row execute function public.clean_texts('reason', 'note');
create trigger announce after insert or update on public.delivery_stops for each row execute function realtime.announce_change('id');
create trigger end_delivery_run after update of status on public.delivery_stops for each row when (old.status = 'open' and new.status <> 'open')
  execute function public.end_delivery_run();
create trigger guard_delivery_stop before insert or update on public.delivery_stops for each row execute function public.guard_delivery_stop();
create trigger log_act after insert or update or delete on public.delivery_stops for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('delivery-stop', 'order_id', 'note');
create trigger photo_proves_once after insert or update of photo on public.delivery_stops for each row
  execute function public.photo_proves_once('delivery-stop', 'hand-over-photos', 'photo', 'id');
