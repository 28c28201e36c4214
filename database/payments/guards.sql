-- The last check behind the buyer's commands: units, destination and end of an order. Vendors and staff may still cancel a buy;
-- the money is then refunded.
create function public.guard_being_paid() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (new.status <> 'cancelled' or rights.cause() = 'buyer') and public.is_being_paid(new.id) then
    raise exception 'You are paying for this order. Finish or cancel the payment first.' using errcode = 'PT409';
  end if;
  return null;
end $$;

-- The last check behind the commands that start payments: orders are not paid twice.
create function public.guard_second_payment() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.payment_parts s join public.payments p on p.id = s.payment_id
    where s.order_id = new.order_id and s.payment_id <> new.payment_id and public.is_under_way(p)) then
    raise exception 'You have started to pay for this. Check that payment, or cancel it, before you pay in another way.' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- A line from the cart that shrinks returns the difference to stock; one that grows must find it there.
create function public.move_stock_of_line() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.orders where id = new.order_id and group_buy_id is not null) then return null; end if;
  update public.products set available_quantity = least(available_quantity + old.quantity - new.quantity, 1000000)
  where id = new.product_id and available_quantity + old.quantity >= new.quantity;
  if not found then raise exception 'There is not enough in stock.' using errcode = 'PT409'; end if;
  return null;
end $$;

-- The order and the sum of a difference are fixed once its payment has begun, and it applies once it is paid. The arguments are the two refusals.
create function public.guard_difference_payment() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.status <> 'awaited' or (to_jsonb(new) - 'status') <> (to_jsonb(old) - 'status') then
    raise exception '%', tg_argv[0] using errcode = 'PT409';
  end if;
  if new.status = 'applied' and not exists (select from public.payments where id = new.payment_id and status = 'succeeded') then
    raise exception '%', tg_argv[1] using errcode = 'PT409';
  end if;
  return new;
end $$;

-- The fee of a paid order grows only by money that was received for it.
create function public.guard_fee_increase() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.charged_kobo - old.charged_kobo <> new.delivery_fee_kobo - old.delivery_fee_kobo
    or coalesce((select credits_kobo from ledger.accounts where kind = 'escrow' and owner_id = new.id), 0) <> new.charged_kobo then
    raise exception 'A more expensive delivery takes effect once the difference is paid.' using errcode = 'PT409';
  end if;
  return null;
end $$;

-- The last check behind the job that releases money.
create function public.hold_disputed_money() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if public.has_open_dispute(new.order_id) then
    raise exception 'A bank disputes a payment of this order' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- Refunds of a payment never exceed the amount received, also with concurrent requests: the payment is locked before they are
-- added up.
create function public.limit_refunds_to_payment() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  brought bigint;
  earlier_kobo bigint;
begin
  select coalesce(received_kobo, 0) into brought from public.payments where id = new.payment_id for no key update;
  -- In a separate statement, which sees rows committed while this transaction was blocked on the lock.
  select coalesce(sum(amount_kobo), 0) into earlier_kobo from public.refunds where payment_id = new.payment_id and id <> new.id;
  if earlier_kobo + new.amount_kobo > brought then
    raise exception 'Refunds of a payment are at most what it brought' using errcode = '23514', constraint = 'refunds_within_payment';
  end if;
  return new;
end $$;

-- Beyond its balance a shop's refund would be the market's loss; money that others decide about is not the shop's to give.
create function public.guard_shop_refund() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.payer <> 'vendor' or new.loss_kobo <> 0
    or not exists (select from public.orders o join public.vendors v on v.id = o.vendor_id where o.id = new.order_id and v.owner_id = new.created_by) then
    raise exception 'A shop gives back its own money only' using errcode = 'PT403';
  end if;
  if public.has_undecided_claim(new.order_id) or public.has_open_dispute(new.order_id)
    or exists (select from public.orders o join public.payout_terms t on t.vendor_id = o.vendor_id where o.id = new.order_id and t.held_at is not null) then
    raise exception 'Others decide about this money' using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger log_act after insert or delete or update on public.payments
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('payment', 'id', '');
create trigger payments_touch before update on public.payments for each row execute function public.touch_updated_at();
create trigger log_status_change after insert or update of status on public.payments for each row execute function public.log_status_change('payment');

create trigger guard_own_case before update on public.refunds for each row
  when (new.to_account_number is distinct from old.to_account_number) execute function public.guard_own_case('refund', 'id', 'act');
create trigger log_act after insert or delete or update on public.refunds
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('refund', 'id', '');
create trigger names_its_amount before update on public.refunds for each row
  when (new.to_account_number is not null and new.to_account_number is distinct from old.to_account_number)
  execute function public.guard_amount_entered('refund-account', 'id', 'amount_kobo');
create trigger refunds_touch before update on public.refunds for each row execute function public.touch_updated_at();
create trigger refunds_within_payment before insert or update of amount_kobo, payment_id on public.refunds
  for each row execute function public.limit_refunds_to_payment();
create trigger log_status_change after insert or update of status on public.refunds for each row execute function public.log_status_change('refund');

create trigger a_clean_texts before insert or update of reason on public.partial_refunds
  for each row execute function public.clean_texts('reason');
create trigger announce_table after insert or update or delete or truncate on public.partial_refunds for each statement execute function realtime.announce_table();
create trigger follow_returns after insert on public.partial_refunds for each row when (new.goods_kobo > new.earned_goods_kobo)
  execute function sums.follow_returns();
create trigger guard_own_case before insert on public.partial_refunds for each row execute function public.guard_own_case_beyond_shop();
create trigger log_act after insert or update or delete on public.partial_refunds for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('partial-refund', 'order_id', '');
create trigger guard_shop_refund before insert on public.partial_refunds for each row
  when (rights.cause() = 'vendor') execute function public.guard_shop_refund();
create trigger names_its_amount before insert on public.partial_refunds for each row
  when (new.created_by is not null and rights.cause() = 'chief') execute function public.guard_amount_entered('partial-refund', 'order_id', 'goods_kobo');

create trigger a_clean_texts before insert or update of recipient, street, landmark on public.delivery_upgrades
  for each row execute function public.clean_texts('recipient', 'street', 'landmark');
create trigger guard_difference_payment before update on public.delivery_upgrades for each row execute function public.guard_difference_payment(
  'A choice that was paid for or given up stays as it is.', 'A more expensive delivery takes effect once the difference is paid.');
create trigger log_act after insert or update or delete on public.delivery_upgrades for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('delivery-upgrade', 'order_id', '');

create trigger log_act after insert or update or delete on public.disputes for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('dispute', 'id', '');

create trigger log_act after insert or update or delete on public.passed_on_chargebacks for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('passed-on-chargeback', 'order_id', '');

create trigger guard_second_payment before insert on public.payment_parts for each row execute function public.guard_second_payment();
create trigger log_act after insert or delete or update on public.payment_parts
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('payment-part', 'payment_id', '');

create trigger log_act after insert or delete or update on public.gateway_events
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('gateway-event', 'id', '');
