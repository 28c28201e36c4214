create policy points_are_public on public.pickup_points for select to public using (true);
grant select on public.pickup_points to anon, authenticated, service_role;
grant insert, update on public.pickup_points to service_role;

create policy zones_are_public on public.delivery_zones for select to public using (true);
grant select on public.delivery_zones to anon, authenticated, service_role;
grant insert, update on public.delivery_zones to service_role;

create policy own_addresses on public.addresses for select to authenticated using (user_id = (select auth.uid()));
create policy second_step on public.addresses as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.addresses to authenticated, service_role;
grant insert, update, delete on public.addresses to service_role;

create policy own_area on public.buyer_areas for all to authenticated
  using (profile_id = (select auth.uid())) with check (profile_id = (select auth.uid()));
create policy second_step on public.buyer_areas as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.buyer_areas to authenticated, service_role;
grant insert (state, lga), update (state, lga), delete on public.buyer_areas to authenticated;
grant insert, update, delete on public.buyer_areas to service_role;

create policy own_memberships on public.memberships for select to authenticated
  using (person_id = (select auth.uid()) or vendor_id = (select rights.my_vendor_id()) or (select rights.has_role('coordinator', 'chief')));
create policy second_step on public.memberships as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.memberships to authenticated, service_role;
grant insert, update on public.memberships to service_role;

create policy own_order_addresses on public.order_addresses for select to authenticated
  using (exists (select from public.orders o where o.id = order_id
  and (o.user_id = (select auth.uid()) or o.delivered_by = 'vendor' and o.is_paid and o.vendor_id = (select rights.my_vendor_id()))));
create policy second_step on public.order_addresses as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.order_addresses to authenticated, service_role;
grant insert, update, delete on public.order_addresses to service_role;

create policy hand_overs_with_order on public.hand_overs for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));
create policy second_step on public.hand_overs as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert, update on public.hand_overs to service_role;
grant select (id, order_id, kind, pickup_point_id, status, due_from, due_until, done_at, proof, taken_by, claim_until, released_at, created_at) on public.hand_overs to authenticated;

create policy lines_with_hand_over on public.hand_over_lines for select to authenticated
  using (exists (select from public.hand_overs h where h.id = hand_over_id));
grant select on public.hand_over_lines to authenticated, service_role;
grant insert, update on public.hand_over_lines to service_role;

create policy local_governments_are_public on public.local_governments for select to public using (true);
grant select on public.local_governments to anon, authenticated, service_role;

grant execute on function public.guard_stockpile() to authenticated, service_role;
grant execute on function public.are_local_governments(text, text[]) to service_role;
grant execute on function public.are_opening_hours(jsonb) to service_role;
grant execute on function rights.served_vendor_ids() to authenticated, service_role;
grant execute on function rights.served_place_ids() to authenticated, service_role;
