-- A discarded draft stays private to the shop.
create policy published on public.group_buys for select
  using (status <> 'draft' and (status <> 'cancelled' or published_at is not null)
  and (status <> 'active' or vendor_id in (select rights.active_vendor_ids())));
create policy own_buys on public.group_buys for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy own_buys_add on public.group_buys for insert to authenticated with check (vendor_id = (select rights.my_vendor_id()));
create policy own_buys_edit on public.group_buys for update to authenticated
  using (vendor_id = (select rights.my_vendor_id())) with check (vendor_id = (select rights.my_vendor_id()));
create policy joined_buys on public.group_buys for select to authenticated using (status = 'active' and id in (select rights.my_buy_ids()));
grant select on public.group_buys to anon, authenticated, service_role;
grant insert (id, product_id, status, price_tiers, end_date, target_quantity, current_quantity, min_participants, max_participants, current_participants, payment_mode, allow_extension, pack_size, pack_unit), update (status, price_tiers, end_date, target_quantity, min_participants, max_participants, payment_mode, allow_extension, pack_size, pack_unit) on public.group_buys to authenticated;
grant insert, update (status, price_tiers, share_date, payment_due_at, end_date, target_quantity, min_participants, max_participants, payment_mode, allow_extension, extended_at, final_price, end_reason, closed_at, settled_at, honoured_at, left_late, settled_participants, pack_size, pack_unit, top_up_at, former_target_quantity, part_pack_until, part_pack_confirmed_at), delete on public.group_buys to service_role;

grant select on ledger.order_sums to service_role;
grant select on public.buy_sheets to anon, authenticated, service_role;
grant select on public.own_buy_sums to authenticated, service_role;
grant select on public.order_earnings to authenticated, service_role;

grant execute on function public.tier_thresholds(text) to service_role;
grant execute on function public.tier_prices(text) to service_role;
grant execute on function public.shown_price(public.group_buys) to anon, authenticated, service_role;
grant execute on function public.price_at(integer[], numeric[], numeric, integer) to anon, authenticated, service_role;
grant execute on function public.payment_due_at(date) to service_role;

create policy own_waits on public.buy_waits for select to authenticated using (person_id = (select auth.uid()));
create policy second_step on public.buy_waits as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.buy_waits to authenticated, service_role;
grant insert, delete, update (quantity, status, ended_at, notified_status) on public.buy_waits to service_role;
grant execute on function public.offered_units(public.group_buys) to anon, authenticated, service_role;
grant execute on function public.offered_people(public.group_buys) to anon, authenticated, service_role;
grant execute on function public.waiting_people(public.group_buys) to anon, authenticated, service_role;
grant execute on function public.own_waits(uuid[]) to authenticated, service_role;
grant execute on function public.offer_places(uuid) to service_role;
grant execute on function public.lapse_offers(uuid) to service_role;

create policy photographs_of_buys_shown on public.buy_pictures for select
  using (hidden_at is null and exists (select from public.group_buys g where g.id = group_buy_id));
create policy own_photographs on public.buy_pictures for select to authenticated using (exists (
  select from public.group_buys g where g.id = group_buy_id and (g.vendor_id = (select rights.my_vendor_id()) or g.vendor_id in (select rights.served_vendor_ids()))));
create policy own_photographs_add on public.buy_pictures for insert to authenticated with check (
  (storage.foldername(path))[1] = (select auth.uid())::text and exists (select from rights.buys_to_photograph(group_buy_id)));
create policy own_photographs_edit on public.buy_pictures for update to authenticated
  using (hidden_at is null and exists (select from rights.buys_to_photograph(group_buy_id)));
create policy own_photographs_drop on public.buy_pictures for delete to authenticated
  using (hidden_at is null and exists (select from rights.buys_to_photograph(group_buy_id)));
grant select (id, group_buy_id, path, url, caption, position, created_at, hidden_at, hide_reason) on public.buy_pictures to anon, authenticated;
grant insert (id, group_buy_id, path, position, caption), update (position, caption), delete on public.buy_pictures to authenticated;
grant all on public.buy_pictures to service_role;
grant select on public.judged_buy_pictures to authenticated, service_role;
grant select on public.buys_to_photograph to authenticated, service_role;
grant execute on function public.can_photograph(uuid) to authenticated, service_role;
grant execute on function rights.buys_to_photograph(uuid) to authenticated, service_role;
grant execute on function public.arrange_buy_pictures(uuid, text[], text[], text[]) to authenticated, service_role;

create policy of_shop_and_overseers on public.buy_broadcasts for select to authenticated using (exists (
  select from public.group_buys g where g.id = group_buy_id and (g.vendor_id = (select rights.my_vendor_id()) or g.vendor_id in (select rights.overseen_vendor_ids()))));
create policy to_recipients on public.buy_broadcasts for select to authenticated using (exists (
  select from public.buy_broadcast_recipients r where r.broadcast_id = buy_broadcasts.id and r.person_id = (select auth.uid())));
create policy second_step on public.buy_broadcasts as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select (id, group_buy_id, kind, audience, body, by_staff, days, former_end_date, end_date, former_share_date, share_date, recipients, created_at, notified_at)
  on public.buy_broadcasts to authenticated;
grant select, insert, delete, update (author_id, notified_at) on public.buy_broadcasts to service_role;
create policy own_broadcasts on public.buy_broadcast_recipients for select to authenticated using (person_id = (select auth.uid()));
create policy second_step on public.buy_broadcast_recipients as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.buy_broadcast_recipients to authenticated, service_role;
grant delete, update (notified_at) on public.buy_broadcast_recipients to service_role;
grant execute on function public.waiting_units(public.group_buys) to anon, authenticated, service_role;
grant execute on function public.has_late_promise(public.group_buys) to authenticated, service_role;
grant execute on function public.buy_audience(uuid, text) to service_role;

create policy own_templates on public.buy_templates for select to authenticated using (vendor_id = (select rights.my_vendor_id()));
create policy own_templates_add on public.buy_templates for insert to authenticated with check (vendor_id = (select rights.my_vendor_id()));
create policy own_templates_edit on public.buy_templates for update to authenticated
  using (vendor_id = (select rights.my_vendor_id())) with check (vendor_id = (select rights.my_vendor_id()));
create policy own_templates_drop on public.buy_templates for delete to authenticated using (vendor_id = (select rights.my_vendor_id()));
create policy second_step on public.buy_templates as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, delete, insert (id, group_buy_id, name), update (name) on public.buy_templates to authenticated;
grant select, insert, update, delete on public.buy_templates to service_role;

grant select on public.buys_to_watch to authenticated, service_role;

-- How many look at an open buy, which its channel only counts.
create policy viewers_of_open_buys on realtime.messages for select to anon, authenticated
  using (extension = 'broadcast' and exists (select from public.group_buys g where g.id = realtime.topic_id('viewers') and g.status = 'active'));
