-- A checkout that is not paid ends together with its orders from the cart: the goods go back to the shelf (return_stock). Orders from
-- a group buy have their own due time.
create function public.end_orders_of_checkout() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set status = new.status, amount_due_kobo = 0, ended_at = now(),
    end_reason = case new.status when 'expired' then 'not paid in time' else 'cancelled by the buyer' end
  where checkout_id = new.id and group_buy_id is null and status = 'pending';
  return null;
end $$;
revoke execute on function public.end_orders_of_checkout() from public;
create trigger end_orders after update of status on public.checkouts for each row
  when (old.status = 'open' and new.status in ('expired', 'cancelled')) execute function public.end_orders_of_checkout();
