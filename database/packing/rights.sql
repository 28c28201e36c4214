create policy loads_of_mine on public.weigh_ins for select to authenticated using (vendor_id in (select rights.served_vendor_ids())
  or pickup_point_id in (select rights.served_place_ids()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy second_step on public.weigh_ins as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.weigh_ins to authenticated, service_role;
grant insert on public.weigh_ins to service_role;

grant select, insert on public.load_corrections to service_role;

create policy shortfalls_of_mine on public.shortfalls for select to authenticated using (vendor_id in (select rights.served_vendor_ids())
  or pickup_point_id in (select rights.served_place_ids()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy second_step on public.shortfalls as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert, update (returned_kobo, status, due_at, answer_by, contested_at, answered_by, ended_at) on public.shortfalls to service_role;
grant select (id, vendor_id, group_buy_id, line_id, pickup_point_id, kind, missing_thousandths, of_thousandths, by_vendor_thousandths, by_hub_thousandths, orders, reason, photo, entered_by, created_at, status, by_shop, due_at, answer_by, contested_at) on public.shortfalls to authenticated;

create policy shares_with_shortfall on public.shortfall_shares for select to authenticated using (shortfall_id in (select s.id from public.shortfalls s));
create policy second_step on public.shortfall_shares as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.shortfall_shares to authenticated, service_role;
grant insert, update (partial_refund_id) on public.shortfall_shares to service_role;

grant select, insert on public.line_weights to service_role;

create policy delivery_pictures_read on storage.objects for select to authenticated using (bucket_id = 'deliveries'
  and ((storage.foldername(name))[1] = (select auth.uid())::text or rights.sees_delivery_photo(name)));
create policy delivery_pictures_add on storage.objects for insert to authenticated with check (bucket_id = 'deliveries'
  and (storage.foldername(name))[1] = (select auth.uid())::text
  and (exists (select rights.served_vendor_ids()) or exists (select rights.served_place_ids())));
create policy delivery_pictures_drop on storage.objects for delete to authenticated using (bucket_id = 'deliveries'
  and (storage.foldername(name))[1] = (select auth.uid())::text and not rights.is_delivery_evidence(name));

grant select on public.packing_lines to authenticated, service_role;
grant select on public.packing_batches to authenticated, service_role;
grant select on public.expected_deliveries to authenticated, service_role;
grant select on public.goods_at_places to authenticated, service_role;
grant select on public.shop_goods to authenticated, service_role;
grant select on public.load_entries to authenticated, service_role;
grant select on public.counted_loads to service_role;
grant select on public.goods_of_lines to service_role;
grant select on public.buy_shortfalls to anon, authenticated, service_role;
grant select on public.live_shortfall_shares to service_role;
grant select on public.order_lines_left to authenticated, service_role;
grant select on public.live_weights to service_role;
grant select on public.lines_to_weigh to authenticated, service_role;
grant select on public.weights_of_orders to authenticated, service_role;
grant select on public.short_deliveries to authenticated, service_role;

grant execute on function rights.sees_delivery(uuid, uuid) to authenticated, service_role;
grant execute on function rights.sees_delivery_photo(text) to authenticated, service_role;
grant execute on function rights.is_delivery_evidence(text) to authenticated, service_role;
grant execute on function rights.packs_for(uuid, uuid) to service_role;
grant execute on function rights.keeps_place(uuid, uuid) to service_role;
grant execute on function public.short_units(uuid) to service_role;
grant execute on function public.reserved_kobo(uuid) to service_role;
grant execute on function public.takeable_kobo(uuid) to service_role;
grant execute on function public.order_quantity_left(uuid) to service_role;
grant execute on function public.order_fee_returned_kobo(uuid) to service_role;
grant execute on function rights.order_quantity_left(uuid) to anon, authenticated, service_role;
grant execute on function rights.short_units(uuid) to anon, authenticated, service_role;
grant execute on function rights.order_reserved_kobo(uuid) to anon, authenticated, service_role;
grant execute on function rights.order_fee_returned_kobo(uuid) to anon, authenticated, service_role;
grant execute on function rights.goods_keys() to authenticated, service_role;
grant execute on function public.handed_of_delivery(uuid, uuid, uuid) to service_role;
grant execute on function public.found_missing_thousandths(uuid, uuid, uuid) to service_role;
grant execute on function public.may_answer_shortfall(uuid, uuid) to service_role;
grant execute on function rights.may_answer_shortfall(uuid) to authenticated, service_role;
grant execute on function public.is_shared_by_now(uuid, uuid) to service_role;
grant execute on function public.pays_on_joining(uuid) to authenticated, service_role;
grant execute on function rights.place_of_goods(uuid) to authenticated, service_role;
grant execute on function rights.may_weigh(uuid, uuid) to authenticated, service_role;
grant execute on function public.weight_cut_kobo(public.order_lines, integer, integer) to service_role;
grant execute on function public.unit_worth(public.order_lines) to service_role;
grant execute on function public.weight_of(uuid) to service_role;
