-- Goods are not made ready at a place that has closed: their buyer chooses another one first. Whoever closes it at this moment is waited for.
create function public.guard_ready_at_place() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.pickup_points where id = new.pickup_point_id for share;
  if exists (select from public.pickup_points where id = new.pickup_point_id and closed_at is not null) then
    raise exception 'The place of this order has closed. Its buyer chooses another one first.' using errcode = 'PT409';
  end if;
  return null;
end $$;
revoke execute on function public.guard_ready_at_place() from public;
create trigger guard_ready_at_place after update of status on public.orders for each row
  when (new.status = 'ready' and old.status <> 'ready' and new.pickup_point_id is not null) execute function public.guard_ready_at_place();
