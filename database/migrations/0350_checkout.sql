-- Ordering a cart, taking less of an order, and leaving an order alone while it is being paid.

-- A bulk order has its sharing day from the moment it was placed: the vendor's next day is for the next orders.
alter table public.order_lines add column share_date date;
comment on column public.order_lines.share_date is 'Of an order from the cart, as it was when the order was placed; a group buy has its own.';
update public.order_lines l set share_date = p.share_date from public.products p, public.orders o
where p.id = l.product_id and o.id = l.order_id and o.group_buy_id is null;

alter table public.payments add column cancelled_at timestamptz;
comment on column public.payments.cancelled_at is 'When its payer gave it up. What still comes in pays its orders if they stand as they were, and goes back otherwise.';

-- An order stays as it is while somebody is on the way to the gateway with its amount: at most the half hour that a payment lasts. Volatile, so that
-- whoever asks under the order's lock sees what was begun a moment ago; plpgsql keeps the plan.
create function public.is_being_paid(wanted uuid) returns boolean language plpgsql volatile security definer set search_path = '' as $$
begin
  return exists (select from public.payment_parts s join public.payments p on p.id = s.payment_id
    where s.order_id = wanted and p.status in ('initiated', 'pending') and p.expires_at > clock_timestamp());
end $$;
revoke execute on function public.is_being_paid(uuid) from public;
grant execute on function public.is_being_paid(uuid) to service_role;

-- The last gate behind the buyer's commands. Vendors and staff may cancel a buy all the same, and then the money goes back.
create function public.guard_being_paid() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (new.quantity <> old.quantity or new.status = 'expired' or rights.cause() = 'buyer') and public.is_being_paid(new.id) then
    raise exception 'You are paying for this order. Finish or cancel the payment first.' using errcode = 'PT409';
  end if;
  return null;
end $$;
revoke execute on function public.guard_being_paid() from public;
create trigger guard_being_paid after update of status, quantity on public.orders for each row
  when (old.status = 'pending' and (new.status in ('cancelled', 'expired') or new.quantity <> old.quantity)) execute function public.guard_being_paid();

-- A checkout takes from several shelves in the order of their ids, and so do all who put back: nobody waits in a circle.
create or replace function public.return_stock() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products where id in (select product_id from public.order_lines where order_id = new.id) order by id for no key update;
  update public.products p set available_quantity = least(p.available_quantity + l.quantity, 1000000)
  from public.order_lines l where l.order_id = new.id and p.id = l.product_id;
  return null;
end $$;

create or replace function public.end_orders_of_checkout() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products where id in (select l.product_id from public.order_lines l join public.orders o on o.id = l.order_id
    where o.checkout_id = new.id and o.group_buy_id is null and o.status = 'pending') order by id for no key update;
  update public.orders set status = new.status, amount_due_kobo = 0, ended_at = now(),
    end_reason = case new.status when 'expired' then 'not paid in time' else 'cancelled by the buyer' end
  where checkout_id = new.id and group_buy_id is null and status = 'pending';
  return null;
end $$;

-- A line of the cart that shrinks gives the difference back; one that grew would have to find it on the shelf.
create function public.move_stock_of_line() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.orders where id = new.order_id and group_buy_id is not null) then return null; end if;
  update public.products set available_quantity = least(available_quantity + old.quantity - new.quantity, 1000000)
  where id = new.product_id and available_quantity + old.quantity >= new.quantity;
  if not found then raise exception 'There is not enough in stock.' using errcode = 'PT409'; end if;
  return null;
end $$;
revoke execute on function public.move_stock_of_line() from public;
create trigger move_stock_of_line after update of quantity on public.order_lines for each row
  when (old.quantity <> new.quantity) execute function public.move_stock_of_line();
