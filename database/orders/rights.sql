create policy own_checkouts on public.checkouts for select to authenticated using (user_id = (select auth.uid()));
create policy second_step on public.checkouts as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.checkouts to authenticated, service_role;
grant insert, update on public.checkouts to service_role;

create policy own_orders on public.orders for select to authenticated using (user_id = (select auth.uid()));
create policy shop_orders on public.orders for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy second_step on public.orders as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.orders to authenticated, service_role;
grant insert, update on public.orders to service_role;

-- Readers of an order also read its parts. Checked row by row: a list of all the reader's orders, computed for every page, became
-- slower with each order. Both forms follow the policies of orders.
create policy lines_with_order on public.order_lines for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));
grant select on public.order_lines to authenticated;
grant all on public.order_lines to service_role;

create policy own_verification on public.verified_accounts for select to authenticated using (profile_id = (select auth.uid()));
create policy chief_reads on public.verified_accounts for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.verified_accounts as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.verified_accounts to authenticated, service_role;
grant insert, delete on public.verified_accounts to service_role;

create policy fee_changes_with_order on public.order_fee_changes for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));
create policy second_step on public.order_fee_changes as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.order_fee_changes to authenticated, service_role;
grant insert on public.order_fee_changes to service_role;

grant select on public.order_figures to authenticated, service_role;
grant select on public.all_orders to authenticated, service_role;
grant select on public.sold_lines to authenticated, service_role;
grant select on public.place_rooms to anon, authenticated, service_role;
grant select on public.place_orders to authenticated, service_role;
grant select on public.zone_orders to authenticated, service_role;
grant select on public.shop_customers to authenticated, service_role;

grant usage on sequence public.order_numbers to service_role;

grant execute on function rights.my_order_ids() to anon, authenticated, service_role;
grant execute on function public.locked_participants(public.group_buys) to anon, authenticated, service_role;
grant execute on function public.open_place(uuid, date[]) to service_role;
grant execute on function public.usual_place(uuid) to service_role;
grant execute on function public.has_place(uuid) to service_role;
grant execute on function public.await_joiners(uuid[], uuid[]) to service_role;
grant execute on function public.facts_of_joiners(uuid[], uuid[]) to service_role;
grant execute on function public.locked_participants(uuid, timestamp with time zone, timestamp with time zone, integer) to anon, authenticated, service_role;
grant execute on function public.most_for_promises_kobo(uuid) to authenticated, service_role;
grant execute on function public.buyer_act_rank(public.orders) to authenticated, service_role;
grant execute on function public.stockpiled_kg(uuid) to anon, authenticated, service_role;
grant execute on function public.find_orders(text, text, text, date, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, integer) to authenticated, service_role;
grant execute on function public.product_is_live(uuid) to service_role;
grant execute on function public.shop_board(integer) to authenticated, service_role;
grant execute on function public.shop_board_counts() to authenticated, service_role;
grant execute on function public.live_orders_by_phone(uuid, text) to service_role;
grant execute on function rights.is_in_dispute(uuid) to authenticated, service_role;

create policy notes_of_own_shop on public.shop_notes for select to authenticated using (vendor_id = (select rights.my_vendor_id()));
create policy notes_about_oneself on public.shop_notes for select to authenticated using (customer_id = (select auth.uid()));
create policy notes_in_a_dispute on public.shop_notes for select to authenticated
  using (order_id is not null and vendor_id in (select rights.overseen_vendor_ids()) and rights.is_in_dispute(order_id));
create policy second_step on public.shop_notes as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.shop_notes to authenticated, service_role;
grant insert, delete on public.shop_notes to service_role;
