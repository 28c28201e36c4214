-- What belongs to an order is seen by whoever sees the order, asked of each row that is read: a list of all one's orders, made anew for
-- each page, took longer the more of them there were. The policies of orders decide in both forms.
alter policy lines_with_order on public.order_lines using (exists (select from public.orders o where o.id = order_id));
alter policy hand_overs_with_order on public.hand_overs using (exists (select from public.orders o where o.id = order_id));
alter policy stops_with_order on public.delivery_stops using (exists (select from public.orders o where o.id = order_id));
alter policy fee_changes_with_order on public.order_fee_changes using (exists (select from public.orders o where o.id = order_id));
alter policy returns_with_order on public.order_returns using (exists (select from public.orders o where o.id = order_id));
alter policy lines_with_hand_over on public.hand_over_lines using (exists (select from public.hand_overs h where h.id = hand_over_id));
alter policy own_order_addresses on public.order_addresses using (exists (select from public.orders o where o.id = order_id
  and (o.user_id = (select auth.uid()) or o.delivered_by = 'vendor' and o.is_paid and o.vendor_id = (select rights.my_vendor_id()))));
