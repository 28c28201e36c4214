-- Opening a buy and closing its shop at one moment stand in line at the shop's row: what is judged next is the shop as it then is.
-- Before `guard_group_buy` by its name, which is the order in which triggers run.
create function public.await_shop() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.vendors where id = (select vendor_id from public.products where id = new.product_id) for key share;
  return new;
end $$;
create trigger await_shop before insert or update of status on public.group_buys for each row
  when (new.status = 'active') execute function public.await_shop();
revoke execute on function public.await_shop() from public;
