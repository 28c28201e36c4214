-- An unpaid checkout ends together with its orders from the cart, and return_stock puts the goods back. Orders from a group buy
-- have a due time of their own.
create function public.end_orders_of_checkout() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products where id in (select l.product_id from public.order_lines l join public.orders o on o.id = l.order_id
    where o.checkout_id = new.id and o.group_buy_id is null and o.status = 'pending') order by id for no key update;
  update public.orders set status = new.status, amount_due_kobo = 0, ended_at = now(),
    end_reason = case new.status when 'expired' then 'not paid in time' else 'cancelled by the buyer' end
  where checkout_id = new.id and group_buy_id is null and status = 'pending';
  return null;
end $$;

-- Validates destinations: of all new orders of a statement, or of one whose destination changes or that needs more room. Commands
-- decide (domain/orders/fulfilment-choice.ts); this is the last check.
create function public.guard_destination() returns trigger language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  -- Orders with a new destination.
  chosen uuid[] := '{}';
  -- The same, and orders that add to a stockpile.
  stored uuid[];
  places uuid[];
begin
  if tg_op = 'INSERT' then
    chosen := array(select f.id from fresh f where num_nonnulls(f.pickup_point_id, f.delivery_zone_id) > 0);
    if chosen = '{}' then return null; end if;
    stored := chosen;
  else
    stored := array[new.id];
    if (new.fulfilment, new.pickup_point_id, new.delivery_zone_id, new.delivered_by, new.delivery_fee_kobo)
      is distinct from (old.fulfilment, old.pickup_point_id, old.delivery_zone_id, old.delivered_by, old.delivery_fee_kobo) then
      if rights.cause() = 'buyer' and new.status not in ('pending', 'paid', 'confirmed', 'ready') then
        raise exception 'Where this order goes can no longer be changed.' using errcode = 'PT409';
      end if;
      chosen := stored;
      -- Blocks while the place is being closed. A new order takes no lock: its buyer is notified if the place closes.
      perform from public.pickup_points where id = new.pickup_point_id for share;
      perform from public.delivery_zones where id = new.delivery_zone_id for share;
      if exists (select from public.pickup_points p join public.vendors v on v.id = p.vendor_id, public.days_of_sharing(new.id) as day
        where p.id = new.pickup_point_id and public.closing_reason(v.closed_days, day) is not null) then
        raise exception 'This place is closed on the day on which the goods are handed out.' using errcode = 'PT409';
      end if;
    end if;
  end if;
  if exists (select from public.orders c join public.vendors v on v.id = c.vendor_id join public.pickup_points p on p.id = c.pickup_point_id
    where c.id = any (chosen) and (p.closed_at is not null or p.vendor_id <> c.vendor_id or (p.vendor_id is null and p.state <> v.state))) then
    raise exception 'This order cannot be collected at that place.' using errcode = 'PT409';
  end if;
  if exists (select from public.orders c join public.vendors v on v.id = c.vendor_id join public.delivery_zones z on z.id = c.delivery_zone_id
    where c.id = any (chosen) and (z.closed_at is not null or z.state <> v.state or z.vendor_id <> c.vendor_id or z.delivered_by <> c.delivered_by
      or not exists (select from public.order_addresses a where a.order_id = c.id and a.state = z.state and (z.lgas = '{}' or a.lga = any (z.lgas))))) then
    raise exception 'This order cannot be delivered to that address.' using errcode = 'PT409';
  end if;

  places := array(select distinct pickup_point_id from public.orders where id = any (stored) and fulfilment = 'stockpile' and pickup_point_id is not null and is_live);
  if places = '{}' then return null; end if;
  -- Serialises what is stockpiled at a place: the second blocks here, then counts what the first has taken.
  perform from public.pickup_points where id = any (places) order by id for no key update;
  -- For new orders only the room is checked: no command creates a stockpiled order.
  if tg_op = 'UPDATE' and exists (select from public.order_lines l join public.products p on p.id = l.product_id
    where l.order_id = new.id and (l.kg_per_unit is null or (old.fulfilment <> 'stockpile' and not p.can_be_stockpiled))) then
    raise exception 'Only goods that keep, and whose weight is known, can be stockpiled.' using errcode = 'PT409';
  end if;
  if exists (select from public.pickup_points p where p.id = any (places) and public.stockpiled_kg(p.id) > p.stockpile_capacity_kg) then
    raise exception 'There is no room left at this place for so much.' using errcode = 'PT409';
  end if;
  return null;
end $$;

create function public.guard_own_shop() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from fresh f where f.status = 'pending' and exists (select from public.parts_in_shop(f.user_id, f.vendor_id))) then
    raise exception 'You cannot buy from your own shop.' using errcode = 'PT403';
  end if;
  return null;
end $$;

-- Buyers who left before a promise do not pay for it, so each lower ceiling and each added unit is dated as a promise of its own.
create function public.set_promised_at() returns trigger language plpgsql set search_path = '' as $$
begin
  new.promised_at := clock_timestamp();
  return new;
end $$;

-- The price for the participants who stay, whatever the counters said before; at most the ceiling of the last of them.
create function public.guard_final_price() returns trigger language plpgsql security definer set search_path = '' as $$
declare highest numeric;
begin
  select max(o.ceiling_unit_price) into highest from public.orders o where o.group_buy_id = new.id and o.is_paid;
  if new.settled_participants is distinct from new.paid_participants
    or new.final_price is distinct from least(public.price_at(new.tier_thresholds, new.tier_prices, new.base_price, new.paid_participants), highest) then
    raise exception 'The final price is that of the people who stay' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create function public.guard_settlement_price() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.unit_price is distinct from least(new.ceiling_unit_price, (select g.final_price from public.group_buys g where g.id = new.group_buy_id)) then
    raise exception 'An order settles at the final price, or at its ceiling where that is lower' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A published buy may be corrected while it has no participants. A buyer who has paid and left is not a participant, but their
-- refund depends on its terms.
create function public.guard_terms_once_paid() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not rights.is_service() and exists (select from public.orders where group_buy_id = new.id and charged_kobo > 0) then
    raise exception 'Price, target and dates are fixed once somebody has joined' using errcode = 'PT409';
  end if;
  return new;
end $$;
comment on function public.guard_terms_once_paid() is 'In addition to guard_group_buy, which rejects such changes while the buy has participants.';

-- PostgreSQL fires triggers in name order. Each function is in the folder of the feature whose rule it enforces: grep for its
-- name.
create trigger announce after update on public.orders for each row execute function realtime.announce_change('id');
create trigger announce_new_rows after insert on public.orders referencing new table as fresh for each statement execute function realtime.announce_new_rows();
create trigger announce_table after delete or truncate on public.orders for each statement execute function realtime.announce_table();
create trigger bound_promises after update of status, quantity, amount_due_kobo on public.orders for each row
  when (new.status = 'pending' and (old.status <> 'pending' or new.quantity > old.quantity
    -- A yes to a higher price is no new promise.
    or (new.amount_due_kobo > old.amount_due_kobo and (new.ceiling_unit_price > old.ceiling_unit_price) is not true)))
  execute function public.bound_promises();
create trigger bound_promises_of_new after insert on public.orders referencing new table as fresh for each statement execute function public.bound_promises();
create trigger close_uncollected after update of status, fulfilment, returned_goods_kobo on public.orders for each row
  when (old.status = 'ready' and (new.status <> 'ready' or new.fulfilment = 'delivery' and old.fulfilment <> 'delivery')) execute function public.close_uncollected();
create trigger count_orders after update of status, quantity, unit_price on public.orders for each row when (new.group_buy_id is not null
  and (old.is_live, old.is_paid, old.quantity, old.unit_price) is distinct from (new.is_live, new.is_paid, new.quantity, new.unit_price))
  execute function public.count_orders();
create trigger count_orders_of_new after insert on public.orders referencing new table as fresh for each statement execute function public.count_orders();
create trigger update_order_sums_deleted after delete on public.orders for each row
  when (old.status not in ('pending', 'paid')) execute function sums.update_order_sums();
create trigger update_order_sums_inserted after insert on public.orders for each row
  when (new.status not in ('pending', 'paid')) execute function sums.update_order_sums();
-- The name sorts after count_orders, which writes the line of an order from a buy.
create trigger update_order_sums_updated after update on public.orders for each row
  when ((old.status not in ('pending', 'paid') or new.status not in ('pending', 'paid'))
    and (old.status, old.vendor_id, old.created_at, old.total_amount, old.quantity, old.buyer_fee_bps, old.vendor_fee_bps)
      is distinct from (new.status, new.vendor_id, new.created_at, new.total_amount, new.quantity, new.buyer_fee_bps, new.vendor_fee_bps))
  execute function sums.update_order_sums();
create trigger guard_being_paid after update of status, quantity, fulfilment, pickup_point_id, delivery_zone_id, delivered_by, delivery_fee_kobo on public.orders for each row
  when (old.status = 'pending' and (new.status in ('cancelled', 'expired')
    or (new.quantity, new.fulfilment, new.pickup_point_id, new.delivery_zone_id, new.delivered_by, new.delivery_fee_kobo)
      is distinct from (old.quantity, old.fulfilment, old.pickup_point_id, old.delivery_zone_id, old.delivered_by, old.delivery_fee_kobo)))
  execute function public.guard_being_paid();
create trigger guard_destination after update of fulfilment, pickup_point_id, delivery_zone_id, delivered_by, delivery_fee_kobo, quantity on public.orders for each row
  when ((new.fulfilment, new.pickup_point_id, new.delivery_zone_id, new.delivered_by, new.delivery_fee_kobo)
    is distinct from (old.fulfilment, old.pickup_point_id, old.delivery_zone_id, old.delivered_by, old.delivery_fee_kobo)
    or new.fulfilment = 'stockpile' and new.quantity > old.quantity)
  execute function public.guard_destination();
create trigger guard_destination_of_new after insert on public.orders referencing new table as fresh for each statement execute function public.guard_destination();
create trigger guard_fee_increase after update of delivery_fee_kobo on public.orders for each row
  when (old.is_paid and new.is_paid and new.delivery_fee_kobo > old.delivery_fee_kobo) execute function public.guard_fee_increase();
create trigger guard_address_on_run before update of fulfilment, pickup_point_id, delivery_zone_id, delivered_by on public.orders for each row
  when ((old.fulfilment, old.pickup_point_id, old.delivery_zone_id, old.delivered_by) is distinct from
    (new.fulfilment, new.pickup_point_id, new.delivery_zone_id, new.delivered_by)) execute function public.guard_address_on_run();
create trigger guard_own_shop after insert on public.orders referencing new table as fresh for each statement execute function public.guard_own_shop();
create trigger guard_ready_at_place after update of status on public.orders for each row
  when (new.status = 'ready' and old.status <> 'ready' and new.pickup_point_id is not null) execute function public.guard_ready_at_place();
create trigger guard_settlement_price before update of status on public.orders for each row
  when (new.group_buy_id is not null and old.status = 'paid' and new.status = 'confirmed') execute function public.guard_settlement_price();
create trigger hand_over_with_order after insert or update of status, pickup_point_id, fulfilment, returned_goods_kobo on public.orders for each row
  when (new.status in ('ready', 'collected', 'delivered', 'completed', 'refunding', 'refunded')) execute function public.hand_over_with_order();
create trigger set_promised_at before update of quantity, ceiling_unit_price on public.orders for each row
  when (new.quantity > old.quantity or new.ceiling_unit_price < old.ceiling_unit_price) execute function public.set_promised_at();
create trigger log_act after insert or delete or update on public.orders
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('order', 'id', 'buyer_name');
create trigger orders_touch before update on public.orders for each row execute function public.touch_updated_at();
create trigger return_stock after update of status on public.orders for each row
  when (new.group_buy_id is null and old.status in ('pending', 'paid') and not new.is_live) execute function public.return_stock();
create trigger log_status_change_of_new after insert on public.orders referencing new table as fresh for each statement execute function public.log_status_change('order');
create trigger log_status_change after update of status on public.orders for each row execute function public.log_status_change('order');

create trigger checkouts_touch before update on public.checkouts for each row execute function public.touch_updated_at();
create trigger end_orders after update of status on public.checkouts for each row
  when (old.status = 'open' and new.status in ('expired', 'cancelled')) execute function public.end_orders_of_checkout();
create trigger log_act after insert or delete or update on public.checkouts
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('checkout', 'id', '');
create trigger log_status_change after insert or update of status on public.checkouts for each row execute function public.log_status_change('checkout');

create trigger guard_own_case before insert on public.verified_accounts for each row execute function public.guard_own_case('person', 'profile_id', 'verified_by');
-- The command that verifies accounts writes its own log entry; this logs writes with the secret key.
create trigger log_act after insert or update or delete on public.verified_accounts for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('verified-account', 'profile_id', '');

create trigger announce_table after insert or update or delete or truncate on public.order_lines for each statement execute function realtime.announce_table();
-- count_orders writes complete lines of orders from buys; any other line is completed here.
create trigger class_line before insert on public.order_lines for each row when (pg_trigger_depth() = 0) execute function public.class_line();
create trigger guard_packing before update of packed_at on public.order_lines for each row
  when (old.packed_at is distinct from new.packed_at) execute function public.guard_packing();
create trigger log_act after insert or delete or update on public.order_lines
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('order-line', 'order_id', '');
create trigger move_stock_of_line after update of quantity on public.order_lines for each row
  when (old.quantity <> new.quantity) execute function public.move_stock_of_line();
create trigger take_stock after insert on public.order_lines referencing new table as fresh for each statement execute function public.take_stock();
create trigger weigh_line before insert on public.order_lines for each row when (pg_trigger_depth() = 0) execute function public.weigh_line();

create trigger log_act after insert or update or delete on public.order_fee_changes for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('order-fee-change', 'order_id', '');

create function public.guard_shop_note() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then raise exception 'A note stays as it was written' using errcode = 'PT409'; end if;
  if not exists (select from public.vendors v where v.id = new.vendor_id and v.owner_id = new.author_id) then
    raise exception 'A shop writes its own notes' using errcode = 'PT403';
  end if;
  if not exists (select from public.orders o where o.vendor_id = new.vendor_id and (o.id = new.order_id or o.user_id = new.customer_id)) then
    raise exception 'A shop writes about its own orders and customers' using errcode = 'PT403';
  end if;
  return new;
end $$;

create trigger a_clean_texts before insert or update of text on public.shop_notes for each row execute function public.clean_texts('text');
create trigger announce_table after insert or update or delete or truncate on public.shop_notes for each statement execute function realtime.announce_table();
create trigger guard_shop_note before insert or update on public.shop_notes for each row execute function public.guard_shop_note();
create trigger log_act after insert or update or delete on public.shop_notes for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('shop-note', 'id', 'text');

create function public.refuse_paused_orders() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if public.is_paused('orders') then raise exception 'The market takes no new orders at the moment' using errcode = 'PT409'; end if;
  return new;
end $$;
create trigger refuse_paused before insert on public.orders for each statement execute function public.refuse_paused_orders();
create trigger refuse_paused_growth before update of quantity on public.orders for each row when (new.quantity > old.quantity)
  execute function public.refuse_paused_orders();
