-- Readers of a shop's orders also read their sums.
create policy second_step on sums.orders as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy shop_sums on sums.orders for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));
grant select on sums.orders to authenticated, service_role;

create policy second_step on sums.products as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy shop_sums on sums.products for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));
grant select on sums.products to authenticated, service_role;

grant select on sums.account_days to service_role;

grant select on sums.shop_days to service_role;

grant select on sums.product_sets to service_role;

grant select on public.top_referrers to anon, authenticated, service_role;
grant select on public.top_buyers to anon, authenticated, service_role;
grant select on public.bulk_orders to authenticated, service_role;
grant select (id, user_id, status) on public.bulk_orders to anon;
grant select on public.market_opening to anon, authenticated, service_role;
grant select on public.market_figures to anon, authenticated, service_role;
grant select on public.overseen_counts to authenticated, service_role;
grant select on public.audit_trail to authenticated, service_role;
grant select on public.shop_months to authenticated, service_role;
grant select on public.overseen_months to authenticated, service_role;
grant select on public.own_months to authenticated, service_role;
grant select on public.shop_buyers to authenticated, service_role;
grant select on public.shop_buyers_by_name to authenticated, service_role;
grant select on public.overseen_buyers to authenticated, service_role;
grant select on public.overseen_buyers_by_name to authenticated, service_role;
grant select on public.shop_products_sold to authenticated, service_role;
grant select on public.overseen_products_sold to authenticated, service_role;
grant select on public.overseen_categories to authenticated, service_role;
grant select on sums.order_groups to authenticated, service_role;
grant select on public.shop_money_months to authenticated, service_role;
grant select on public.waiting to authenticated, service_role;
grant select on sums.waiting_of_buyer to authenticated, service_role;
grant select on sums.waiting_of_shop to authenticated, service_role;
grant select on sums.waiting_of_staff to authenticated, service_role;
grant select on sums.waiting_of_content to authenticated, service_role;

grant execute on function public.board_name(text) to anon, authenticated, service_role;
grant execute on function rights.board_ids() to anon, authenticated, service_role;
grant execute on function public.lagos_month(timestamp with time zone) to authenticated, service_role;
grant execute on function public.first_reported_month() to authenticated, service_role;
grant execute on function public.recompute_vendor_metrics() to service_role;
grant execute on function sums.fold() to service_role;
grant execute on function public.shop_buy_figures(timestamptz, timestamptz, timestamptz, uuid, integer) to authenticated, service_role;
grant execute on function public.shop_order_count(text[], boolean, date, uuid, boolean) to authenticated, service_role;
grant execute on function sums.waiting_counts() to authenticated, service_role;
