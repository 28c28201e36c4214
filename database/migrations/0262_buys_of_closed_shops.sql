-- What a shop that is not open has on offer is shown to nobody new, in tables as on pages. People with an order in a buy still see it, and so do the
-- shop and those who look after it. Nobody joins it either way (read-buy-for-join).
create function rights.my_buy_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select group_buy_id from public.orders where user_id = auth.uid() and group_buy_id is not null and not rights.owes_second_step()
$$;
revoke execute on function rights.my_buy_ids() from public;
grant execute on function rights.my_buy_ids() to authenticated, service_role;

alter policy published on public.group_buys using (status <> 'draft' and (status <> 'cancelled' or published_at is not null)
  and (status <> 'active' or vendor_id in (select rights.active_vendor_ids())));
create policy joined_buys on public.group_buys for select to authenticated using (status = 'active' and id in (select rights.my_buy_ids()));
