-- Where the goods of an order go. Commands decide (domain/orders/choosing.ts); here is the last gate.
-- Without a choice an order is collected at its shop's own place, or at the only hub of the shop's state.
create function public.usual_place(shop uuid) returns uuid language sql stable security definer set search_path = '' as $$
  select case when own.amount = 1 then own.id when own.amount = 0 and hubs.amount = 1 then hubs.id end
  from public.vendors v
  cross join lateral (select count(*) as amount, min(p.id::text)::uuid as id from public.pickup_points p where p.vendor_id = v.id and p.closed_at is null) own
  cross join lateral (select count(*) as amount, min(p.id::text)::uuid as id from public.pickup_points p
    where p.vendor_id is null and p.state = v.state and p.closed_at is null) hubs
  where v.id = shop
$$;
create function public.has_place(shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.vendors v join public.pickup_points p on p.closed_at is null and (p.vendor_id = v.id or (p.vendor_id is null and p.state = v.state))
    where v.id = shop)
$$;
create function public.fill_place() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.pickup_point_id := public.usual_place(new.vendor_id);
  return new;
end $$;
create trigger fill_place before insert on public.orders for each row
  when (new.pickup_point_id is null and new.fulfilment <> 'delivery') execute function public.fill_place();

-- What is kept or promised at a place for people who stockpile: what they have collected in parts has left it.
create function public.stockpiled_kg(place uuid) returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce(sum((l.quantity - coalesce((select sum(hl.quantity) from public.hand_over_lines hl join public.hand_overs h on h.id = hl.hand_over_id
      where hl.line_id = l.id and h.status = 'done'), 0)) * coalesce(l.kg_per_unit, 0)), 0)
  from public.orders o join public.order_lines l on l.order_id = o.id
  where o.pickup_point_id = place and o.fulfilment = 'stockpile' and o.status in ('pending', 'paid', 'confirmed', 'ready')
$$;

create function public.guard_choice() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed boolean := tg_op = 'INSERT' or (new.fulfilment, new.pickup_point_id, new.delivery_zone_id, new.delivered_by, new.delivery_fee_kobo)
    is distinct from (old.fulfilment, old.pickup_point_id, old.delivery_zone_id, old.delivered_by, old.delivery_fee_kobo);
  shop record;
  point record;
  zone record;
begin
  if not changed and new.fulfilment <> 'stockpile' then return null; end if;
  if changed and tg_op = 'UPDATE' then
    if new.status = 'pending' and public.is_being_paid(new.id) then
      raise exception 'You are paying for this order. Finish or cancel the payment first.' using errcode = 'PT409';
    end if;
    if rights.cause() = 'buyer' and new.status not in ('pending', 'paid', 'confirmed', 'ready') then
      raise exception 'Where this order goes can no longer be changed.' using errcode = 'PT409';
    end if;
  end if;
  select v.state into shop from public.vendors v where v.id = new.vendor_id;
  if new.pickup_point_id is not null and changed then
    -- A place that is being closed is waited for; a new order only reads, because its buyer is told if it closes.
    if tg_op = 'UPDATE' then perform from public.pickup_points where id = new.pickup_point_id for share; end if;
    select p.state, p.vendor_id, p.closed_at into point from public.pickup_points p where p.id = new.pickup_point_id;
    if point.closed_at is not null or point.vendor_id <> new.vendor_id or (point.vendor_id is null and point.state <> shop.state) then
      raise exception 'This order cannot be collected at that place.' using errcode = 'PT409';
    end if;
  end if;
  if new.delivery_zone_id is not null and changed then
    if tg_op = 'UPDATE' then perform from public.delivery_zones where id = new.delivery_zone_id for share; end if;
    select z.* into zone from public.delivery_zones z where z.id = new.delivery_zone_id;
    if zone.closed_at is not null or zone.state <> shop.state or zone.vendor_id <> new.vendor_id or zone.delivered_by <> new.delivered_by
      or not exists (select from public.order_addresses a where a.order_id = new.id and a.state = zone.state and (zone.lgas = '{}' or a.lga = any (zone.lgas))) then
      raise exception 'This order cannot be delivered to that address.' using errcode = 'PT409';
    end if;
  end if;
  if new.fulfilment = 'stockpile' and new.pickup_point_id is not null and new.is_live and (changed or new.quantity > old.quantity) then
    -- Whoever comes second waits here, and then counts what the first has taken.
    perform from public.pickup_points where id = new.pickup_point_id for no key update;
    if tg_op = 'UPDATE' and exists (select from public.order_lines l join public.products p on p.id = l.product_id
      where l.order_id = new.id and (l.kg_per_unit is null or (changed and old.fulfilment <> 'stockpile' and not p.can_be_stockpiled))) then
      raise exception 'Only goods that keep, and whose weight is known, can be stockpiled.' using errcode = 'PT409';
    end if;
    if public.stockpiled_kg(new.pickup_point_id) > (select stockpile_capacity_kg from public.pickup_points where id = new.pickup_point_id) then
      raise exception 'There is no room left at this place for so much.' using errcode = 'PT409';
    end if;
  end if;
  return null;
end $$;
create trigger guard_choice after insert or update of fulfilment, pickup_point_id, delivery_zone_id, delivered_by, delivery_fee_kobo, quantity on public.orders
  for each row execute function public.guard_choice();

-- Each change of a paid order's fee, with how it was settled: the key of its journal.
create table public.order_fee_changes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  from_kobo bigint not null check (from_kobo >= 0),
  to_kobo bigint not null check (to_kobo >= 0),
  refund_id uuid references public.refunds (id),
  created_at timestamptz not null default clock_timestamp(),
  constraint the_fee_changes check (from_kobo <> to_kobo)
);
comment on table public.order_fee_changes is 'Delivery fees that changed after their order was paid: less comes back, more is paid in PEPS (journal `delivery-fee:<id>`).';
create index order_fee_changes_of_order on public.order_fee_changes (order_id);
alter table public.order_fee_changes enable row level security;
create policy fee_changes_with_order on public.order_fee_changes for select to authenticated using (order_id in (select rights.my_order_ids()));
create policy second_step on public.order_fee_changes as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.order_fee_changes to authenticated;
grant select, insert on public.order_fee_changes to service_role;
create trigger log_act after insert or update or delete on public.order_fee_changes for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('order-fee-change', 'order_id', '');
alter table public.refunds drop constraint refunds_reason_check, add constraint refunds_reason_check check (reason in
  ('left', 'price_drop', 'buy_failed', 'buy_cancelled', 'order_cancelled', 'not_payable', 'amount', 'short_delivery', 'claim', 'delivery_changed'));

-- How much room there is, for everybody who chooses; who waits there, for those who keep the places.
create view public.place_rooms as
select p.id, greatest(0, floor(p.stockpile_capacity_kg - public.stockpiled_kg(p.id)))::integer as free_kg from public.pickup_points p where p.closed_at is null;
comment on view public.place_rooms is 'Kilograms that can still be stockpiled at each open place.';
create view public.place_orders as
select p.id, count(o.id) filter (where o.status in ('pending', 'paid'))::integer as to_come,
  count(o.id) filter (where o.status in ('confirmed', 'ready'))::integer as to_hand_over, ceil(public.stockpiled_kg(p.id))::integer as stockpiled_kg
from public.pickup_points p left join public.orders o on o.pickup_point_id = p.id and o.status in ('pending', 'paid', 'confirmed', 'ready')
where (select rights.has_role('coordinator', 'chief')) group by p.id;
comment on view public.place_orders is 'Orders that are to be collected at each place, and what is stockpiled there; for coordinators and chiefs.';
revoke execute on function public.usual_place(uuid), public.has_place(uuid), public.fill_place(), public.stockpiled_kg(uuid), public.guard_choice() from public;
grant execute on function public.usual_place(uuid), public.has_place(uuid), public.stockpiled_kg(uuid) to service_role;
grant execute on function public.stockpiled_kg(uuid) to anon, authenticated;
grant select on public.place_rooms to anon, authenticated, service_role;
grant select on public.place_orders to authenticated, service_role;
